/** Below the requests: what the main account has to give. */
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import { balanceAmounts } from '#console/features/quota-requests/amounts.ts'
import { isBilledByTime, quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { canCall } from '#contract/roles.ts'

export default function LeftToGive() {
  const me = useCurrentUser()
  if (!me || !canCall(quotaRequests.calls.grant, me)) return null
  const left = balanceAmounts(quotaToDistribute(me))
  const units = isBilledByTime(me)
    ? (['voices', 'images'] as const)
    : (['chars', 'voices', 'images'] as const)
  return (
    <span className="muted">{t('quotaRequests.left', { quota: formatAmounts(left, units) })}</span>
  )
}
