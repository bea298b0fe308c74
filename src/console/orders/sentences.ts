/** What the state of an order means for who placed it. */
import { exactCount, yuan } from '#client/format.ts'
import { cameLate, creditedAt } from '#console/orders/timeline.ts'
import { kindOf } from '#console/kinds/kinds.ts'
import { t } from '#console/providers/i18n.ts'
import type { OrderStory } from '#contract/orders.ts'

export type Meant = { readonly headline: string; readonly lines: readonly string[] }

export function meaningOf(story: OrderStory): Meant {
  const amount = yuan(story.amount)
  switch (story.payStatus) {
    case 'W':
      return {
        headline: t('orders.story.waiting', { amount }),
        lines: [
          ...(story.payUntilDateTime ? [t('orders.story.waitingUntil', { until: story.payUntilDateTime })] : []),
          t('orders.story.waitingSafe'),
        ],
      }
    case 'P':
      return {
        headline: t(story.translationBillingMode === 'time' ? 'orders.story.paidTime' : 'orders.story.paidChars', { quota: boughtIn(story) }),
        lines: [
          ...(creditedAt(story) ? [t('orders.story.paidAt', { amount, at: story.payDateTime ?? creditedAt(story)! })] : []),
          ...(cameLate(story) ? [t('orders.story.paidLate')] : []),
        ],
      }
    case 'T':
      return { headline: t('orders.story.timedOut'), lines: [t('orders.story.nothingTaken'), t('orders.story.lateMoney')] }
    case 'C':
      return { headline: t('orders.story.cancelled'), lines: [t('orders.story.nothingTaken'), t('orders.story.lateMoney')] }
  }
}

/** All that was bought, to the last character. */
export function boughtIn(row: Pick<OrderStory, 'num' | 'translationBillingMode'>): string {
  if (row.translationBillingMode === 'char') return t('ledger.amount.chars', { amount: exactCount(row.num), count: row.num })
  const means = { kind: 'quota', unit: 'translationBillingMode' } as const
  return kindOf(means).text(row.num, { means, row, found: undefined })
}
