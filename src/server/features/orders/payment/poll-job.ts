/** Polls gateways for due orders, so that settlement and timeouts don't rely on notifications. */
import {
  nextBillClosing,
  nextPoll,
  findNextPollTime,
  pollIntervals,
  reschedulePoll,
  schedulePoll,
  type ScheduledPoll,
  leaseDuePolls,
} from '#server/features/orders/payment/poll-schedule.ts'
import { findOrder, type OrderDeps } from '#server/features/orders/find-order.ts'
import { closeBill } from '#server/features/orders/payment/close-order.ts'
import { pollGateway } from '#server/features/orders/payment/poll-gateway.ts'
import { errorFields } from '#server/platform/log.ts'
import { GatewayFailure, type PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { startJob, type RunningJob, type JobDeps } from '#server/platform/job-loop.ts'

const concurrency = 16
/** Milliseconds after which a failed call marks the gateway as down. */
const slowFailure = 3_000

/**
 * Channels whose gateway seems down; skipped for the rest of the round so that they don't delay
 * others.
 */
type DownChannels = Set<PayChannelCode>

/**
 * Polls all due orders until `isStopping` returns true; returns their number. Safe to run in
 * several processes.
 */
export async function pollDueOrders(deps: OrderDeps, isStopping = () => false): Promise<number> {
  const downChannels: DownChannels = new Set()
  const pollUntilNoneDue = async (first: ScheduledPoll): Promise<number> => {
    let polled = 0
    for (
      let poll: ScheduledPoll | undefined = first;
      poll;
      [poll] = isStopping() ? [] : await leaseDuePolls(deps.db, 1, deps.clock())
    ) {
      await pollOrder(deps, poll, downChannels)
      polled += 1
    }
    return polled
  }
  const first = await leaseDuePolls(deps.db, concurrency, deps.clock())
  const counts = await Promise.all(first.map(pollUntilNoneDue))
  return counts.reduce((sum, polled) => sum + polled, 0)
}

/**
 * Polls one order. Errors are logged and the poll rescheduled, so that other orders still get
 * polled.
 */
async function pollOrder(
  deps: OrderDeps,
  poll: ScheduledPoll,
  downChannels: DownChannels,
): Promise<void> {
  const { db, clock, log } = deps
  const order = await findOrder(db, { ownerId: poll.ownerId, id: poll.orderId })
  if (!order) return reschedulePoll(db, poll, { tries: 0, dueAt: undefined })
  const tries = poll.tries + 1
  const computeRetryTime = () =>
    poll.closesBill
      ? nextBillClosing(order, tries, clock())
      : nextPoll(order, { tries, failed: true }, clock())
  if (downChannels.has(order.payChannel))
    return reschedulePoll(db, poll, { tries: poll.tries, dueAt: computeRetryTime() })
  const startedAt = performance.now()
  try {
    if (poll.closesBill) {
      await closeBill(deps, order)
      const { reportsRefunds } = deps.gateways.get(order.payChannel) ?? {}
      const next = reportsRefunds ? nextPoll(order, {}, clock()) : undefined
      return await schedulePoll(db, order, next)
    }
    const { payStatus, isFinal } = await pollGateway(deps, order)
    // Crediting and closing have already scheduled the next poll.
    if (payStatus !== order.payStatus) return
    const next = isFinal ? undefined : nextPoll(order, { tries }, clock())
    await reschedulePoll(db, poll, { tries: payStatus === 'P' ? 0 : tries, dueAt: next })
  } catch (reason) {
    const fields = { order: order.no, ...errorFields(reason) }
    if (reason instanceof GatewayFailure)
      log.warn('the gateway of an order could not be asked', fields)
    else log.error('an order could not be looked after', fields)
    if (performance.now() - startedAt > slowFailure) downChannels.add(order.payChannel)
    await reschedulePoll(db, poll, { tries, dueAt: computeRetryTime() })
  }
}

/** Milliseconds: longest and shortest sleep, and the earliest poll after an order is placed. */
const sleep = { longest: 60_000, shortest: 200, newOrder: pollIntervals.waiting[0] }

/** Polls due orders, and a new one soon after it is placed. Stopping waits for running polls. */
export function startPollJob(deps: OrderDeps & JobDeps): RunningJob {
  const job = startJob(
    {
      name: 'orders',
      failureEvent: 'orders could not be looked after',
      firstDelay: sleep.shortest,
      interval: sleep.longest,
      retryDelay: sleep.newOrder,
      isReady: deps.isClockTrusted,
      async round(isStopping) {
        await pollDueOrders(deps, isStopping)
        const due = await findNextPollTime(deps.db)
        const wait = due ? due.getTime() - deps.clock().getTime() : sleep.longest
        return Math.min(Math.max(wait, sleep.shortest), sleep.longest)
      },
    },
    deps,
  )
  // A new order, in any process, may be due before the next planned round.
  const unsubscribe = deps.events.listen(({ about }) => {
    if (about.includes('orderByMemberGroup')) job.wakeWithin(sleep.newOrder)
  })
  return {
    ...job,
    stop() {
      unsubscribe()
      return job.stop()
    },
  }
}
