/** What a package holds, in words (9.6). */
import { packageQuota } from '#client/format.ts'
import type { Package } from '#contract/packages.ts'
import { lang, t } from '#landing/words.ts'

export function quotaOf({ num, translationBillingMode }: Package): string {
  const { unit, amount } = packageQuota(num, translationBillingMode, lang())
  return t(`quota.${unit}`, { amount, count: Number(amount) || 2 })
}
