/** Polls gateways for due orders, so that settlement and timeouts don't rely on notifications. */
import {
  nextAfterClosing,
  nextAfterPayment,
  nextPollAt,
  nextWhileWaiting,
  pollIntervals,
  reschedulePoll,
  takeDuePolls,
  type ScheduledPoll,
} from '#server/features/orders/payment/poll-schedule.ts'
import type { Order } from '#server/features/orders/table.ts'
import { findOrder, type OrderDeps } from '#server/features/orders/service.ts'
import { findLostRefund, refreshStatus } from '#server/features/orders/payment/service.ts'
import { describeError } from '#server/platform/log.ts'
import { GatewayFailure, type PayChannelCode } from '#server/features/orders/payment/gateway.ts'

/** Number of concurrent polls. */
const together = 16
/** A failed call that took longer than this (milliseconds) marks the gateway as down. */
const down = 3_000

/**
 * Channels whose gateway seems down; skipped for the rest of the round so that they don't delay
 * others.
 */
type Silent = Set<PayChannelCode>

/**
 * Polls all due orders until `ends` returns true; returns their number. Safe to run in several
 * processes.
 */
export async function pollDueOrders(needs: OrderDeps, ends = () => false): Promise<number> {
  const silent: Silent = new Set()
  const lane = async (first: ScheduledPoll): Promise<number> => {
    let asked = 0
    for (
      let check: ScheduledPoll | undefined = first;
      check;
      [check] = ends() ? [] : await takeDuePolls(needs.db, 1, needs.clock())
    ) {
      await askOne(needs, check, silent)
      asked += 1
    }
    return asked
  }
  const lanes = (await takeDuePolls(needs.db, together, needs.clock())).map(lane)
  return (await Promise.all(lanes)).reduce((sum, asked) => sum + asked, 0)
}

/**
 * Polls one order. Errors are logged and the poll rescheduled, so that other orders still get
 * polled.
 */
async function askOne(needs: OrderDeps, check: ScheduledPoll, silent: Silent): Promise<void> {
  const { db, clock, log } = needs
  const order = await findOrder(db, { ownerId: check.ownerId, id: check.orderId })
  if (!order) return reschedulePoll(db, check, 0, undefined)
  if (silent.has(order.payChannel))
    return reschedulePoll(db, check, check.tries, nextWhenDown(order, check, clock()))
  const began = performance.now()
  try {
    if (order.payStatus === 'P') {
      const isOver = await findLostRefund(needs, order)
      return await reschedulePoll(
        db,
        check,
        0,
        isOver ? undefined : nextAfterPayment(order.paidAt!, clock()),
      )
    }
    const payStatus = await refreshStatus(needs, order)
    // Crediting has already scheduled the next poll.
    if (payStatus === 'P') return
    const tries = check.tries + 1
    if (payStatus === 'W')
      return await reschedulePoll(db, check, tries, nextWhileWaiting(order, tries, clock()))
    if (order.payStatus !== 'W')
      await reschedulePoll(db, check, tries, nextAfterClosing(order, clock()))
  } catch (reason) {
    const about = { order: order.no, reason: describeError(reason) }
    if (reason instanceof GatewayFailure)
      log.warn('the gateway of an order could not be asked', about)
    else log.error('an order could not be looked after', about)
    if (performance.now() - began > down) silent.add(order.payChannel)
    await reschedulePoll(db, check, check.tries + 1, nextWhenDown(order, check, clock()))
  }
}

function nextWhenDown(
  order: Pick<Order, 'payStatus' | 'createdAt' | 'closedAt' | 'paidAt'>,
  { tries }: ScheduledPoll,
  now: Date,
): Date | undefined {
  if (order.payStatus === 'W') return nextWhileWaiting(order, tries + 1, now)
  if (order.payStatus === 'P') return nextAfterPayment(order.paidAt!, now)
  const since = now.getTime() - (order.closedAt?.getTime() ?? 0)
  return since > pollIntervals.givenUp ? undefined : new Date(now.getTime() + pollIntervals.down)
}

/** Milliseconds: longest and shortest sleep, and the earliest poll after an order is placed. */
const sleep = { longest: 60_000, shortest: 200, fresh: pollIntervals.waiting[0] }

/** Polls until the returned function is called, which waits for running polls. */
export function startPollJob(needs: OrderDeps): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Infinity
  let running: Promise<void> | undefined
  let stopped = false
  let heard = false
  const wakeIn = (ms: number) => {
    if (stopped || running) return
    clearTimeout(timer)
    wakesAt = Date.now() + ms
    timer = setTimeout(() => void (running = round()), ms)
  }
  const round = async () => {
    let next: number = sleep.longest
    heard = false
    try {
      const knowsTheTime = needs.isClockTrusted()
      if (knowsTheTime) await pollDueOrders(needs, () => stopped)
      const due = await nextPollAt(needs.db)
      if (due && knowsTheTime)
        next = Math.min(
          Math.max(due.getTime() - needs.clock().getTime(), sleep.shortest),
          sleep.longest,
        )
    } catch (reason) {
      needs.log.error('orders could not be looked after', { reason: describeError(reason) })
      next = sleep.fresh
    }
    running = undefined
    wakeIn(heard ? Math.min(next, sleep.fresh) : next)
  }
  // A new order, in any process, may be due before the next planned wake-up.
  const deaf = needs.events.listen(({ about }) => {
    if (!about.includes('orderByMemberGroup')) return
    heard = true
    if (wakesAt > Date.now() + sleep.fresh) wakeIn(sleep.fresh)
  })
  wakeIn(sleep.shortest)
  return async () => {
    stopped = true
    deaf()
    clearTimeout(timer)
    await running
  }
}
