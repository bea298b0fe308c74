/** Where a notice leads, by its type: a link to what it is about. */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { useMe } from '#console/refine/current-user.ts'
import type { Route } from '#console/engine/resource.ts'
import type { Notice } from '#contract/notices.ts'
import { isMain } from '#contract/roles.ts'

/** `main`: only a main account has that page. */
const ways = {
  paid: { route: 'UserCenterOrder', main: true },
  lowBalance: { route: 'UserCenterRecharge', main: true },
  received: { route: 'UserCenterAccountLog?logType=DISTRIBUTION', main: false },
  spaceInvited: { route: 'UserWorkSpace', main: false },
  spaceJoined: { route: 'UserWorkSpace', main: false },
  newPlace: { route: 'UserCenterLoginLog', main: false },
  noTrial: { route: 'UserCenterRecharge', main: true },
} as const satisfies Record<string, { route: Route | `${Route}?${string}`; main: boolean }>

export function WayOn({
  notice,
  className,
  onGo,
}: {
  notice: Notice
  className: string
  onGo?: () => void
}) {
  const me = useMe()
  const type = notice.type as keyof typeof ways
  const way = Object.hasOwn(ways, type) ? ways[type] : undefined
  if (!way || (way.main && !(me && isMain(me)))) return null
  return (
    <Link className={className} to={`/${way.route}`} onClick={onGo}>
      {t(`notices.goTo.${type}`)}
    </Link>
  )
}
