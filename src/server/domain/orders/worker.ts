/**
 * Asks the gateways about orders by itself, so that no payment depends on a notification, and closes those whose time is over.
 * Any number of processes may do it at the same time. It sleeps until something is due.
 */
import { nextAfterClosing, nextDue, nextWhileWaiting, pace, planAgain, takeDue, type Check } from '#server/domain/orders/checks.ts'
import { ownOrder } from '#server/domain/orders/find.ts'
import { reconsider } from '#server/domain/orders/reconsider.ts'
import type { SettleNeeds } from '#server/domain/orders/settle.ts'
import { GatewayFailure } from '#server/payment/gateway.ts'

/** Orders asked about at the same time. */
const together = 16

/** Asks about all that is due; tells how many orders that were. */
export async function askDue(needs: SettleNeeds): Promise<number> {
  let asked = 0
  const free = async () => {
    for (;;) {
      const [check] = await takeDue(needs.db, 1, needs.clock())
      if (!check) return
      asked += 1
      await askOne(needs, check)
    }
  }
  await Promise.all(Array.from({ length: together }, free))
  return asked
}

/** A gateway that is down leaves the order as it is. What is a bug of ours must not keep the others from being asked. */
async function askOne(needs: SettleNeeds, check: Check): Promise<void> {
  const { db, clock, log } = needs
  const order = await ownOrder(db, check.ownerId, check.orderId)
  try {
    const payStatus = await reconsider(needs, order)
    if (payStatus === 'P') return await planAgain(db, check, 0, undefined)
    const tries = check.tries + 1
    if (payStatus === 'W') return await planAgain(db, check, tries, nextWhileWaiting(order, tries, clock()))
    if (order.payStatus !== 'W') await planAgain(db, check, tries, nextAfterClosing(order, tries))
  } catch (reason) {
    const about = { order: order.no, reason: reason instanceof Error ? reason.message : String(reason) }
    if (reason instanceof GatewayFailure) log.warn('the gateway of an order could not be asked', about)
    else log.error('an order could not be looked after', about)
    await planAgain(db, check, check.tries + 1, nextWhenDown(order, check, clock()))
  }
}

function nextWhenDown(order: { payStatus: string; createdAt: Date; closedAt: Date | null }, { tries }: Check, now: Date): Date | undefined {
  if (order.payStatus === 'W') return nextWhileWaiting(order, tries + 1, now)
  const since = now.getTime() - (order.closedAt?.getTime() ?? 0)
  return since > pace.givenUp ? undefined : new Date(now.getTime() + pace.down)
}

/** Milliseconds: the longest sleep, the shortest, and how soon after an order is placed it may be due. */
const sleep = { longest: 60_000, shortest: 200, fresh: pace.waiting[0] }

/** Looks after orders until what it returns is called, which lets questions under way end. */
export function keepOrders(needs: SettleNeeds): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Infinity
  let running: Promise<void> | undefined
  let stopped = false
  const wakeIn = (ms: number) => {
    if (stopped || running) return
    clearTimeout(timer)
    wakesAt = Date.now() + ms
    timer = setTimeout(() => void (running = round()), ms)
  }
  const round = async () => {
    let next: number = sleep.longest
    try {
      await askDue(needs)
      const due = await nextDue(needs.db)
      if (due) next = Math.min(Math.max(due.getTime() - needs.clock().getTime(), sleep.shortest), sleep.longest)
    } catch (reason) {
      needs.log.error('orders could not be looked after', { reason: String(reason) })
      next = sleep.fresh
    }
    running = undefined
    wakeIn(next)
  }
  // Whoever places an order, in whichever process, makes one due before long.
  const deaf = needs.changes.listen(({ about }) => {
    if (about.includes('orderByMemberGroup') && wakesAt > Date.now() + sleep.fresh) wakeIn(sleep.fresh)
  })
  wakeIn(sleep.shortest)
  return async () => {
    stopped = true
    deaf()
    clearTimeout(timer)
    await running
  }
}
