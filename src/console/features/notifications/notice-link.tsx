/** Link from a notice to the page of its subject, by notice type. */
import { Link } from 'react-router'
import { useOffers } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { loginLog } from '#contract/sessions.ts'
import type { Notice } from '#contract/notices.ts'
import { accountLog } from '#contract/ledger.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/workspace.ts'

/** `needs`: the endpoint of the target page; users without access to it get no link. */
const routes = {
  paid: { route: 'UserCenterOrder', needs: orders.page },
  lowBalance: { route: 'UserCenterRecharge', needs: orders.pay },
  received: { route: 'UserCenterAccountLog?logType=DISTRIBUTION', needs: accountLog.page },
  spaceInvited: { route: 'UserWorkSpace', needs: spaces.list },
  spaceJoined: { route: 'UserWorkSpace', needs: spaces.list },
  newPlace: { route: 'UserCenterLoginLog', needs: loginLog.page },
  noTrial: { route: 'UserCenterRecharge', needs: orders.pay },
} as const satisfies Record<string, { route: Route | `${Route}?${string}`; needs: Endpoint }>

export function NoticeLink({
  notice,
  className,
  onGo,
}: {
  notice: Notice
  className: string
  onGo?: () => void
}) {
  const offers = useOffers()
  const type = notice.type as keyof typeof routes
  const route = Object.hasOwn(routes, type) ? routes[type] : undefined
  if (!route || !offers(route.needs)) return null
  return (
    <Link className={className} to={`/${route.route}`} onClick={onGo}>
      {t(`inbox.goTo.${type}`)}
    </Link>
  )
}
