/** What documents cost together, in words. */
import { exactCount } from '#client/i18n/format.ts'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import type { User } from '#contract/user.ts'

export function formatPrice(
  rows: readonly { charNum: number; price: number }[],
  me: User | null,
): string {
  const sum = (name: 'charNum' | 'price') =>
    exactCount(rows.reduce((total, row) => total + row[name], 0))
  const chars = sum('charNum')
  return isBilledByTime(me)
    ? t('documents.free', { chars })
    : t('documents.price', { chars, price: sum('price') })
}
