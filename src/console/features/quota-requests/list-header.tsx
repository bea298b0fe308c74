/** Above the requests: what the main account has to give, or the button to ask. */
import type { HeaderProps } from '#console/engine/resource.ts'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import { balanceAmounts, type QuotaRequest } from '#console/features/quota-requests/amounts.ts'
import { AskForQuota } from '#console/features/quota-requests/ask-for-quota.tsx'
import { isBilledByTime, useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { isMain } from '#contract/roles.ts'

export default function ListHeader({ rows }: HeaderProps<QuotaRequest>) {
  const me = useCurrentUser()
  if (!me) return null
  if (!isMain(me)) return <AskForQuota isUrgent latest={rows} />
  const left = balanceAmounts(me.memberAccount)
  const units = isBilledByTime(me)
    ? (['voices', 'images'] as const)
    : (['chars', 'voices', 'images'] as const)
  return <p className="muted">{t('quotaRequests.left', { quota: formatAmounts(left, units) })}</p>
}
