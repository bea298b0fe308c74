/** The state of one's account at a glance: what is left, what one is, what has been used (spec 2.23, 2.25). */
import { useGetIdentity } from '@refinedev/core'
import { useState } from 'react'
import { shortCount, exactCount, localName, yuan } from '#client/format.ts'
import { partOfDay } from '#client/time.ts'
import { Facts, type Fact } from '#console/overview/facts.tsx'
import { Left } from '#console/overview/left.tsx'
import '#console/overview/overview.css'
import { t } from '#console/providers/i18n.ts'
import { nameOf, useMe } from '#console/providers/me.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'

export default function OverviewScreen() {
  const { refetch, isFetching } = useGetIdentity()
  const me = useMe()
  const [now] = useState(() => new Date())
  if (!me) return null
  return (
    <div className="overview">
      <PageHeader
        title={t(`overview.${partOfDay(now.getHours())}`, { name: nameOf(me) })}
        help={t('resources.overview.help')}
        actions={
          <button type="button" className="button" disabled={isFetching} onClick={() => void refetch()}>
            {t('overview.refresh')}
          </button>
        }
      />
      <Left user={me} now={now} />
      <div className="pair">
        <Facts title={t('overview.identity')} facts={identity(me)} />
        <Facts title={t('overview.usage')} facts={usage(me)} />
      </div>
    </div>
  )
}

function identity(me: User): Fact[] {
  const group = me.memberGroup
  return [
    { name: t('fields.account'), value: me.account, copy: true, tag: t(isMain(me) ? 'overview.main' : 'overview.sub') },
    ...(me.username ? [{ name: t('fields.username'), value: me.username, copy: true }] : []),
    { name: t('overview.group'), value: group ? localName(group) : t('overview.none') },
    ...(group ? [{ name: t('overview.billing'), value: t(`codes.billingMode.${group.translationBillingMode}`) }] : []),
    { name: t('fields.registerDateTime'), value: me.registerDateTime },
  ]
}

/** Recharging and inviting are the main account's (6.3). */
function usage(me: User): Fact[] {
  const { memberAccount, lastLoginLog, inviteCount } = me
  return [
    { name: t('overview.used'), value: shortCount(memberAccount.usedCharTotal), hint: exactCount(memberAccount.usedCharTotal) },
    ...(isMain(me)
      ? [
          { name: t('overview.recharged'), value: yuan(memberAccount.rechargeAmountTotal) },
          { name: t('overview.invited'), value: exactCount(inviteCount ?? 0) },
        ]
      : []),
    { name: t('overview.days'), value: exactCount(lastLoginLog?.sumDay ?? 0) },
    { name: t('overview.lastLogin'), value: lastLoginLog?.loginDateTime ?? t('overview.none') },
  ]
}
