/** Explains the status of an order to the buyer. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { cameLate, creditedAt } from '#console/features/orders/timeline.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { plainCharacters } from '#contract/limits.ts'
import type { Order, OrderStory } from '#contract/orders.ts'

export type StatusText = { readonly headline: string; readonly lines: readonly string[] }

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
  const means = { kind: 'quota', unit: 'translationBillingMode' } as const
  const quota = kindOf(means).text(row.num, { means, row, found: undefined })
  if (row.translationBillingMode === 'time' || row.num <= plainCharacters) return quota
  const exact = exactCount(row.num)
  return quota.includes(exact) ? quota : t('orders.exactly', { quota, exact })
}
