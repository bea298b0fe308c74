/** Link from a notice to the page of its subject, by notice type. */
import { Link } from 'react-router'
import { currentSession } from '#client/session/session.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import type { Route } from '#console/engine/resource.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { loginLog } from '#contract/sessions.ts'
import type { Notice } from '#contract/notices.ts'
import { accountLog } from '#contract/ledger.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { fapiaos } from '#contract/fapiaos.ts'
import { webhookDeliveries } from '#contract/webhooks.ts'
import { orders } from '#contract/orders.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { spaces } from '#contract/workspace.ts'

/** `endpoint`: one of the target page; users without access to it get no link. */
const routes = {
  paid: { route: 'UserCenterOrder', endpoint: orders.page },
  refundRequest: { route: 'UserCenterOrder', endpoint: orders.page },
  lowBalance: { route: 'UserCenterRecharge?pay=last', endpoint: orders.pay },
  planExpiring: { route: 'UserCenterRecharge?pay=last', endpoint: orders.pay },
  paymentFailed: { route: 'UserCenterOrder', endpoint: orders.page },
  unusualUse: { route: 'UserCenterSubAccount', endpoint: subAccounts.page },
  quotaAsked: {
    route: 'UserCenterQuotaRequests',
    endpoint: quotaRequests.calls.grant,
  },
  quotaDeclined: { route: 'UserCenterQuotaRequests', endpoint: quotaRequests.calls.page },
  quotaGranted: { route: 'UserCenterQuotaRequests', endpoint: quotaRequests.calls.page },
  received: { route: 'UserCenterAccountLog?logType=DISTRIBUTION', endpoint: accountLog.page },
  topUpShort: { route: 'UserCenterChild', endpoint: subAccounts.page },
  spaceInvited: { route: 'UserWorkSpace', endpoint: spaces.list },
  spaceJoined: { route: 'UserWorkSpace', endpoint: spaces.list },
  newPlace: { route: 'UserCenterLoginLog', endpoint: loginLog.page },
  keyExpiring: { route: 'UserCenterApiKeys', endpoint: apiKeys.calls.page },
  webhook: { route: 'UserCenterWebhookDeliveries', endpoint: webhookDeliveries.calls.page },
  fapiao: { route: 'UserCenterFapiaos', endpoint: fapiaos.calls.page },
  noTrial: { route: 'UserCenterRecharge', endpoint: orders.pay },
} as const satisfies Record<string, { route: Route | `${Route}?${string}`; endpoint: Endpoint }>

/** Whether the notice is about a request that waits for an answer. */
function useIsOpenRequest({ type, subjectId }: Notice): boolean {
  const canUse = useCanUse()
  const isRead = type === 'quotaAsked' && subjectId != null && canUse(quotaRequests.calls.grant)
  const { data } = useSectionQuery(quotaRequests.calls.get, { id: subjectId ?? '' }, isRead)
  return data?.state === 'open'
}

/** Of a list, at the row of the subject; of a person, the page about them. */
function addressOf({ type, subjectId }: Notice, route: string, isOpen: boolean): string {
  if (subjectId == null) return route
  if (type !== 'unusualUse') return `${route}${isOpen ? '?state=open' : ''}#${subjectId}`
  return String(subjectId) === String(currentSession()?.userId)
    ? ('UserCenterChangeTranslateLog' satisfies Route)
    : `${route}?userId=${subjectId}`
}

export function NoticeLink({
  notice,
  className,
  onGo,
}: {
  notice: Notice
  className: string
  onGo?: () => void
}) {
  const canUse = useCanUse()
  const type = notice.type as keyof typeof routes
  const isOpen = useIsOpenRequest(notice)
  const route = Object.hasOwn(routes, type) ? routes[type] : undefined
  if (!route || !canUse(route.endpoint)) return null
  return (
    <Link className={className} to={`/${addressOf(notice, route.route, isOpen)}`} onClick={onGo}>
      {t(`inbox.goTo.${type}`)}
    </Link>
  )
}
