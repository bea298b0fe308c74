/**
 * What happened to an order, as a timeline tells it: the same thing several times over is told
 * once.
 */
import type { OrderStory } from '#contract/orders.ts'

type Happened = OrderStory['events'][number]

export type TimelineEntry = {
  readonly event: Happened['event']
  /** When it happened, the last time. */
  readonly at: string
  /** How often in a row. */
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

/** When the money was credited; where a backend does not tell, when it was paid. */
export function creditedAt({
  events,
  payDateTime,
}: Pick<OrderStory, 'events' | 'payDateTime'>): string | undefined {
  return events.findLast(({ event }) => isPayment(event))?.at ?? payDateTime ?? undefined
}

/** Whether the money came when the order was closed already. */
export const cameLate = ({ events }: Pick<OrderStory, 'events'>): boolean =>
  events.some(({ event }) => event === 'paidAfterClosing')

const isPayment = (event: Happened['event']) => event === 'paid' || event === 'paidAfterClosing'
