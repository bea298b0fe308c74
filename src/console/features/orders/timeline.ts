/** Timeline of an order; consecutive events of the same type are merged. */
import type { OrderStory } from '#contract/orders.ts'

type Happened = OrderStory['events'][number]

export type TimelineEntry = {
  readonly event: Happened['event']
  /** Time of the last occurrence. */
  readonly at: string
  /** Consecutive occurrences. */
  readonly times: number
}

export function timeline(events: readonly Happened[]): TimelineEntry[] {
  const result: TimelineEntry[] = []
  for (const { event, at } of events) {
    const last = result.at(-1)
    if (last?.event === event) result[result.length - 1] = { event, at, times: last.times + 1 }
    else result.push({ event, at, times: 1 })
  }
  return result
}

/** When the quota was credited; the payment time if the backend reports no events. */
export function creditedAt({
  events,
  payDateTime,
}: Pick<OrderStory, 'events' | 'payDateTime'>): string | undefined {
  return events.findLast(({ event }) => isPayment(event))?.at ?? payDateTime ?? undefined
}

/** Whether the payment arrived after the order was closed. */
export const cameLate = ({ events }: Pick<OrderStory, 'events'>): boolean =>
  events.some(({ event }) => event === 'paidAfterClosing')

const isPayment = (event: Happened['event']) => event === 'paid' || event === 'paidAfterClosing'
