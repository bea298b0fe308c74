/** Status, texts and timeline of an order. */
import { exactCount, yuan, localName } from '#client/i18n/format.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { plainCharacters } from '#contract/limits.ts'
import type { Order, OrderWithEvents } from '#contract/orders.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'

type StatusText = { readonly headline: string; readonly lines: readonly string[] }

/** Explains the status of an order; `canCheck`: whether a button to check the payment is shown. */
export function statusTextOf(order: OrderWithEvents, canCheck: boolean): StatusText {
  const amount = yuan(order.amount)
  switch (order.payStatus) {
    case 'W':
      return {
        headline: t('orders.details.waiting', { amount }),
        lines: [
          ...(order.payUntilDateTime
            ? [t('orders.details.waitingUntil', { until: order.payUntilDateTime })]
            : []),
          t('orders.details.waitingSafe'),
        ],
      }
    case 'P':
      return {
        headline: t(
          order.translationBillingMode === 'time'
            ? 'orders.details.paidTime'
            : 'orders.details.paidChars',
          { quota: quotaText(order) },
        ),
        lines: receivedLines(order, amount),
      }
    case 'T':
      return {
        headline: t('orders.details.timedOut'),
        lines: unpaidLines(canCheck),
      }
    case 'C':
      return {
        headline: t('orders.details.cancelled'),
        lines: unpaidLines(canCheck),
      }
  }
}

const unpaidLines = (canCheck: boolean): string[] => [
  t('orders.details.nothingTaken'),
  t(canCheck ? 'orders.details.lateMoney' : 'orders.details.lateMoneyWaits'),
]

function receivedLines(order: OrderWithEvents, amount: string): string[] {
  const at = order.payDateTime ?? creditedAt(order)
  if (!at) return []
  return wasPaidLate(order)
    ? [t('orders.details.receivedLate', { amount, at })]
    : [t('orders.details.received', { amount, at })]
}

/**
 * Quota of the order as in lists (spec 9.6), with the exact number of characters if that is
 * abbreviated.
 */
export function quotaText(row: Pick<Order, 'num' | 'translationBillingMode'>): string {
  const fieldType = { kind: 'quota', unit: 'translationBillingMode' } as const
  const quota = getFieldTypeUi(fieldType).text(row.num, { fieldType, row, lookupData: undefined })
  if (row.translationBillingMode === 'time' || row.num <= plainCharacters) return quota
  const exact = exactCount(row.num)
  return quota.includes(exact) ? quota : t('orders.exactly', { quota, exact })
}

type OrderText = {
  /** Name of the package. */
  readonly name: string
  /** Quota of all packages together. */
  readonly quota: string
  /** Translation channel; undefined if the backend sends none. */
  readonly channel: string | undefined
}

/** Localised texts of an order: package name, quota and channel. */
export function useOrderText(order: OrderWithEvents): OrderText {
  const channelNameOf = useChannelNames()
  const { tranChannelId: id, memberGroupName: name, memberGroupEnName: enName } = order
  return {
    name: localName({ name, enName }),
    quota: quotaText(order),
    channel: id === null || id === undefined ? undefined : channelNameOf(id),
  }
}

type OrderEvent = OrderWithEvents['events'][number]

type TimelineEntry = {
  readonly event: OrderEvent['event']
  /** Time of the last occurrence. */
  readonly at: string
  /** Consecutive occurrences. */
  readonly count: number
}

/** Builds the timeline of an order; consecutive events of the same type are merged. */
export function buildTimeline(events: readonly OrderEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  for (const { event, at } of events) {
    const last = entries.at(-1)
    if (last?.event === event) entries[entries.length - 1] = { event, at, count: last.count + 1 }
    else entries.push({ event, at, count: 1 })
  }
  return entries
}

/** When the quota was credited; the payment time if the backend reports no events. */
export function creditedAt({
  events,
  payDateTime,
}: Pick<OrderWithEvents, 'events' | 'payDateTime'>): string | undefined {
  return events.findLast(({ event }) => isPayment(event))?.at ?? payDateTime ?? undefined
}

/** Whether the payment arrived after the order was closed. */
export const wasPaidLate = ({ events }: Pick<OrderWithEvents, 'events'>): boolean =>
  events.some(({ event }) => event === 'paidAfterClosing')

const isPayment = (event: OrderEvent['event']) => event === 'paid' || event === 'paidAfterClosing'
