/** Generates the events of a demo order from its timestamps. */
import { minute } from './calendar.ts'
import type { Random } from './random.ts'
import type { OrderEventRow, OrderRow } from './simulation.ts'

type Dates = Pick<OrderRow, 'payStatus' | 'createdAt' | 'paidAt' | 'closedAt'>

/** Oldest first. Some payers reopen the payment page, some query the status. */
export function eventsOf(
  random: Random,
  { payStatus, createdAt, paidAt, closedAt }: Dates,
): OrderEventRow[] {
  const began = createdAt.getTime()
  const ended = Math.min(paidAt?.getTime() ?? Infinity, closedAt?.getTime() ?? Infinity)
  const between = (share: number) =>
    new Date(began + Math.round(Math.min(ended - began, 10 * minute) * share))
  const events: OrderEventRow[] = [{ event: 'created', at: createdAt }]
  if (payStatus !== 'W' && random.chance(0.4))
    events.push({ event: 'payPageOpened', at: between(0.5) })
  if (payStatus !== 'W' && random.chance(0.3)) events.push({ event: 'asked', at: between(0.9) })
  if (closedAt) events.push({ event: payStatus === 'C' ? 'cancelled' : 'timedOut', at: closedAt })
  if (paidAt) events.push({ event: closedAt ? 'paidAfterClosing' : 'paid', at: paidAt })
  return events
}
