/** Button by which a sub-account asks for quota, or what it asks for while its request is open. */
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import { askedAmounts, type QuotaRequest } from '#console/features/quota-requests/amounts.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { limits } from '#contract/limits.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { canActAsMain } from '#contract/roles.ts'
import { usage } from '#contract/usage.ts'

const AskDialog = lazy(() => import('#console/features/quota-requests/ask-dialog.tsx'))

/** Days that the suggested characters last at the average use. */
const { days } = businessLimits.usage

/**
 * Nothing for main accounts. `isUrgent`: it is the main action of its place. `isAboveList`: the list
 * of requests is on the same page and shows an open one. `neededChars`: what a translation costs that
 * is to become possible. `latest`: requests as the list shows them.
 */
export function AskForQuota({
  isUrgent = false,
  isAboveList = false,
  neededChars = 0,
  latest = [],
}: {
  isUrgent?: boolean
  isAboveList?: boolean
  neededChars?: number
  latest?: readonly QuotaRequest[]
}) {
  const [isAsking, setAsking] = useState(false)
  const canAsk = useCanUse()(quotaRequests.calls.ask)
  const me = useCurrentUser()
  // A deputy reads those of all sub-accounts, each of which has one at most.
  const pageSize = me && canActAsMain(quotaRequests.calls.page, me) ? limits.page.max : 1
  const openOnes = useSectionQuery(
    quotaRequests.calls.page,
    { state: 'open', pageSize, pageNum: 1 },
    canAsk,
  )
  const forecast = useSectionQuery(usage.forecast, {}, canAsk)
  const left = me?.memberAccount.usableCharNum ?? 0
  const isClosed = ({ id }: QuotaRequest) =>
    latest.some((one) => String(one.id) === String(id) && one.state !== 'open')
  const open = openOnes.data?.rows.find(
    (one) => String(one.userId) === String(me?.userId) && !isClosed(one),
  )
  if (!canAsk || openOnes.isWaiting || (open && isAboveList)) return null
  return (
    <>
      {open ? (
        <span>
          {t('quotaRequests.waiting', { quota: formatAmounts(askedAmounts(open)) })}{' '}
          <AppLink route="UserCenterQuotaRequests">{t('quotaRequests.view')}</AppLink>
        </span>
      ) : (
        <button
          type="button"
          className={isUrgent ? 'button primary' : 'button'}
          onClick={() => setAsking(true)}
        >
          {t('quotaRequests.ask')}
        </button>
      )}
      {isAsking &&
        // The button may stand in a form, which can't contain that of the dialog.
        createPortal(
          <Suspense fallback={null}>
            <AskDialog
              chars={Math.max(neededChars - left, (forecast.data?.dailyAverage ?? 0) * days)}
              close={() => setAsking(false)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
