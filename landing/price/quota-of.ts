/** Formats the quota of a package (9.6). */
import { packageQuota } from '#client/i18n/format.ts'
import type { Package } from '#contract/packages.ts'
import { lang, t } from '#landing/messages.ts'

export function quotaOf({
  num,
  translationBillingMode,
}: Pick<Package, 'num' | 'translationBillingMode'>): string {
  const { unit, amount } = packageQuota(num, translationBillingMode, lang())
  return unit === 'months'
    ? t('frame.quota.months', { amount, count: Number(amount) })
    : t(`quota.${unit}`, { amount })
}
