/** What documents cost together, in words. */
import { exactCount } from '#client/i18n/format.ts'
import { sumOf } from '#console/features/documents/document.ts'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import type { User } from '#contract/user.ts'

export function formatPrice(rows: Parameters<typeof sumOf>[0], me: User | null): string {
  const chars = exactCount(sumOf(rows, 'charNum'))
  return isBilledByTime(me)
    ? t('documents.free', { chars })
    : t('documents.price', { chars, price: exactCount(sumOf(rows, 'price')) })
}
