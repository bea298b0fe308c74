/** Characters of the main account before and after what a new sub-account gets first. */
import { exactCount } from '#client/i18n/format.ts'
import type { Row } from '#console/engine/resource.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

export default function FirstQuota({ input: { changeCharNum } }: { input: Row }) {
  const me = useCurrentUser()
  const { takes } = useCapabilities()
  if (!me || !takes(subAccounts.create, 'changeCharNum')) return null
  const chars = typeof changeCharNum === 'number' ? changeCharNum : 0
  const left = quotaToDistribute(me).usableCharNum
  if (chars > left)
    return (
      <p className="form-note" data-tone="warning" role="alert">
        {t('ledger.distribution.firstTooMuch', { left: exactCount(left) })}
      </p>
    )
  return (
    <output className="form-note">
      {chars > 0
        ? t('ledger.distribution.firstAfter', {
            left: exactCount(left),
            after: exactCount(left - chars),
          })
        : t('ledger.distribution.firstLeft', { left: exactCount(left) })}
    </output>
  )
}
