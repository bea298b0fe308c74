/** Status, texts and timeline of an order. */
import { exactCount, yuan, localName } from '#client/i18n/format.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { plainCharacters } from '#contract/limits.ts'
import type { Order, OrderStory } from '#contract/orders.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'

type StatusText = { readonly headline: string; readonly lines: readonly string[] }

/** Explains the status of an order to the buyer. */
export function statusTextOf(story: OrderStory): StatusText {
  const amount = yuan(story.amount)
  switch (story.payStatus) {
    case 'W':
      return {
        headline: t('orders.story.waiting', { amount }),
        lines: [
          ...(story.payUntilDateTime
            ? [t('orders.story.waitingUntil', { until: story.payUntilDateTime })]
            : []),
          t('orders.story.waitingSafe'),
        ],
      }
    case 'P':
      return {
        headline: t(
          story.translationBillingMode === 'time'
            ? 'orders.story.paidTime'
            : 'orders.story.paidChars',
          { quota: boughtIn(story) },
        ),
        lines: received(story, amount),
      }
    case 'T':
      return {
        headline: t('orders.story.timedOut'),
        lines: [t('orders.story.nothingTaken'), t('orders.story.lateMoney')],
      }
    case 'C':
      return {
        headline: t('orders.story.cancelled'),
        lines: [t('orders.story.nothingTaken'), t('orders.story.lateMoney')],
      }
  }
}

function received(story: OrderStory, amount: string): string[] {
  const at = story.payDateTime ?? creditedAt(story)
  if (!at) return []
  return cameLate(story)
    ? [t('orders.story.receivedLate', { amount, at })]
    : [t('orders.story.received', { amount, at })]
}

/**
 * Quota of the order as in lists (spec 9.6), with the exact number of characters if that is
 * abbreviated.
 */
export function boughtIn(row: Pick<Order, 'num' | 'translationBillingMode'>): string {
  const fieldType = { kind: 'quota', unit: 'translationBillingMode' } as const
  const quota = kindOf(fieldType).text(row.num, { fieldType, row, found: undefined })
  if (row.translationBillingMode === 'time' || row.num <= plainCharacters) return quota
  const exact = exactCount(row.num)
  return quota.includes(exact) ? quota : t('orders.exactly', { quota, exact })
}

const fieldType = { kind: 'channel' } as const
const fieldTypes = [fieldType]

type OrderText = {
  /** Name of the package. */
  readonly name: string
  /** Quota of all packages together. */
  readonly quota: string
  /** Translation channel; undefined if the backend sends none. */
  readonly channel: string | undefined
}

/** Localised texts of an order: package name, quota and channel. */
export function useOrderText(story: OrderStory): OrderText {
  const found = useReferenceData(fieldTypes)
  const { tranChannelId: id, memberGroupName: name, memberGroupEnName: enName } = story
  return {
    name: localName({ name, enName }),
    quota: boughtIn(story),
    channel:
      id === null || id === undefined
        ? undefined
        : kindOf(fieldType).text(id, { fieldType, row: story, found: found(fieldType) }),
  }
}

type Happened = OrderStory['events'][number]

type TimelineEntry = {
  readonly event: Happened['event']
  /** Time of the last occurrence. */
  readonly at: string
  /** Consecutive occurrences. */
  readonly times: number
}

/** Timeline of an order; consecutive events of the same type are merged. */
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
