/** Overview page: balance, forecast, action items, usage and account facts (spec 2.23, 2.25). */
import { useGetIdentity } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode, lazy, Suspense } from 'react'
import { call } from '#client/api/call.ts'
import { displayName } from '#client/display-name.ts'
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import { partOfDay, toWire } from '#client/i18n/time.ts'
import { CancelAccount } from '#console/features/account/cancellation/cancel-account.tsx'
import { ChangeChannel } from '#console/features/channel-change/change-channel.tsx'
import { sectionKey, useSectionQuery } from '#console/ui/query-card.tsx'
import { Checklist } from '#console/features/overview/checklist.tsx'
import { People } from '#console/features/overview/people.tsx'
import { Settings } from '#console/features/overview/settings.tsx'
import { SummaryStrip } from '#console/features/overview/summary-strip.tsx'
import { useIsRanked, usePeople } from '#console/features/overview/use-people.ts'
import { UsageCard } from '#console/features/overview/usage-card.tsx'
import './facts.css'
import './overview.css'
import './usage.css'
import { t } from '#console/refine/i18n.ts'
import { useCanUse, type CanUse, useCapabilities } from '#console/refine/capabilities.ts'
import { isBilledByTime, kindOfAccount, useCurrentUser } from '#console/refine/current-user.ts'
import { lookupKey } from '#console/refine/query.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import '../../ui/overlays.css'
import { PageHeader } from '#console/ui/page-header.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { orders } from '#contract/orders.ts'
import { channels, packages } from '#contract/packages.ts'
import { isMain, canCall } from '#contract/roles.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import type { Route } from '#console/engine/resource.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { Link } from 'react-router'
import { Prose } from '#client/i18n/prose.tsx'
import { invites } from '#contract/invites.ts'
import { businessLimits } from '#contract/business-limits.ts'

export default function OverviewScreen() {
  const { refetch, isFetching } = useGetIdentity()
  const cache = useQueryClient()
  const me = useCurrentUser()
  const canUse = useCanUse()
  const [now, setNow] = useState(() => new Date())
  const channelName = useChannelName(me)
  const forecast = useSectionQuery(usage.forecast, {}, me !== null)
  const ranking = usePeople(me !== null && canUse(usage.people))
  const canAddSubAccounts = me !== null && canCall(subAccounts.create, me)
  const isRanked = useIsRanked(me, ranking, canAddSubAccounts)
  if (!me) return null
  const isShared = isMain(me) && (canAddSubAccounts || isRanked)
  const hasPaid = me.memberAccount.rechargeAmountTotal > 0
  const hasUsage =
    me.memberAccount.usedCharTotal > 0 ||
    Boolean(forecast.data?.used) ||
    // Whether sub-accounts used some is unknown then.
    forecast.error !== undefined ||
    (forecast.isWaiting && hasPaid) ||
    Boolean(ranking.people.data?.all.chars)
  const hasSteps = !hasUsage || (canUse(orders.pay) && !hasPaid)
  const refresh = async () => {
    setNow(new Date())
    const sections = cache.refetchQueries({ queryKey: [sectionKey] }, { throwOnError: true })
    const results = await Promise.allSettled([refetch({ throwOnError: true }), sections])
    // Old data stays visible, so a failed refresh must be reported.
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) notifyFailure(failed.reason)
  }
  return (
    <div className="overview">
      <PageHeader
        title={t(`overview.${partOfDay(now.getHours())}`, { name: displayName(me) })}
        help={t('resources.overview.help')}
        actions={
          <>
            <button
              type="button"
              className="button"
              aria-disabled={isFetching || undefined}
              onClick={() => isFetching || void refresh()}
            >
              {t('overview.refresh')}
            </button>
            {canAddSubAccounts && canUse(subAccounts.distributeAll) && (
              <AppLink className="button" route="UserCenterChild">
                {t('overview.distribute')}
              </AppLink>
            )}
            {canUse(orders.pay) && (
              <AppLink className="button primary" route="UserCenterRecharge">
                {t('overview.recharge')}
              </AppLink>
            )}
          </>
        }
      />
      <SummaryStrip
        user={me}
        isShared={isShared}
        hasSteps={hasSteps}
        forecast={forecast}
        now={now}
      />
      {hasSteps && <Checklist user={me} hasUsage={hasUsage} />}
      {hasUsage && (
        <div className={isRanked ? 'usage-section has-people' : 'usage-section'}>
          {isRanked && <People user={me} {...ranking} refresh={() => void refresh()} />}
          <UsageCard user={me} isShared={isShared} now={now} />
        </div>
      )}
      <div className="details">
        <Facts
          title={t('overview.identity')}
          facts={[...identityFacts(me, channelName, canUse), ...usageFacts(me, now)]}
        />
        {canUse(users.changeAutoDistribution) && <Settings user={me} />}
        {isMain(me) && <Invite user={me} />}
      </div>
    </div>
  )
}

function identityFacts(me: User, channelName: string | undefined, canUse: CanUse): Fact[] {
  const group = me.memberGroup
  return [
    {
      name: t('fields.account'),
      value: me.account,
      copy: true,
      tag: kindOfAccount(me),
    },
    ...(me.username ? [{ name: t('fields.username'), value: me.username, copy: true }] : []),
    { name: t('overview.group'), value: group ? localName(group) : t('overview.none') },
    ...(group
      ? [
          {
            name: t('overview.billing'),
            value: t(`codes.billingMode.${group.translationBillingMode}`),
          },
        ]
      : []),
    ...(me.tranChannelId !== null && me.tranChannelId !== undefined
      ? [
          {
            name: t('overview.channel'),
            value: channelName,
            ...(channelName !== undefined && canUse(packages.changeChannel)
              ? { action: <ChangeChannel current={channelName} /> }
              : {}),
          },
        ]
      : []),
    {
      name: t('fields.registerDateTime'),
      value: me.registerDateTime,
      ...(canUse(users.cancel) ? { action: <CancelAccount me={me} /> } : {}),
    },
  ]
}

/**
 * Only main accounts recharge (spec 6.3). Translations billed by time leave no row in the account
 * log.
 */
function usageFacts(me: User, now: Date): Fact[] {
  const { memberAccount, lastLoginLog, registerDateTime } = me
  const allTime = { createDateTimeBegin: registerDateTime, createDateTimeEnd: toWire(now) }
  const accountLogLink = (logType: string) => ({
    route: 'UserCenterAccountLog' as const,
    query: { logType, ...allTime },
  })
  return [
    {
      name: t('overview.used'),
      value: exactCount(memberAccount.usedCharTotal),
      logLink: isBilledByTime(me)
        ? { route: 'UserCenterChangeTranslateLog', query: allTime }
        : accountLogLink('TRANSLATION_CONSUME'),
    },
    ...(isMain(me)
      ? [
          {
            name: t('overview.recharged'),
            value: yuan(memberAccount.rechargeAmountTotal),
            logLink: accountLogLink('RECHARGE_ORDER_BY_MEMBER_GROUP'),
          },
        ]
      : []),
    { name: t('overview.days'), value: exactCount(lastLoginLog?.sumDay ?? 0) },
    { name: t('overview.lastLogin'), value: lastLoginLog?.loginDateTime ?? t('overview.none') },
  ]
}

/**
 * The name of the user's channel once loaded, a dash if it could not be; an unlisted channel is
 * "unknown" (spec 2.36).
 */
function useChannelName(me: User | null): string | undefined {
  const id = me?.tranChannelId
  const { data, isError } = useQuery({
    queryKey: [lookupKey, channels.list.path],
    queryFn: ({ signal }) => call(channels.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: id !== null && id !== undefined,
  })
  if (id === null || id === undefined) return undefined
  if (!data) return isError ? '–' : undefined
  const channel = data.find((candidate) => String(candidate.id) === String(id))
  return channel ? localName(channel) : t('crud.unknownChannel')
}

type Fact = {
  name: string
  /** Undefined while it loads. */
  value: string | undefined
  copy?: boolean
  tag?: string
  /** An action for this value. */
  action?: ReactNode
  /** Link to the log rows that the value is computed from. */
  logLink?: { route: Route; query: Readonly<Record<string, string>> }
}

/** Card of names and values; totals link to the log rows they are computed from. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const id = useId()
  return (
    <section className="plain" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="facts">
        {facts.map(({ name, value, copy, tag, action, logLink }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value ?? <i className="waiting" />}
              {copy && value && <CopyButton text={value} name={name} />}
              {tag && <span className="tag">{tag}</span>}
              {action}
              {logLink && (
                <AppLink
                  {...logLink}
                  name={t('crud.list.actionOf', { action: t('overview.actions.log'), name })}
                >
                  {t('overview.actions.log')}
                </AppLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const InviteCode = lazy(() => import('#console/features/overview/invite-code.tsx'))

/** Invitations so far, and the invitation link as text and QR code (spec 1.6, 2.25). */
export function Invite({ user: { inviteCode, inviteCount } }: { user: User }) {
  const { serves } = useCapabilities()
  const id = useId()
  if (!inviteCode) return null
  const reward = exactCount(businessLimits.inviteReward.characters)
  const link = `${location.origin}/login?${new URLSearchParams({ type: '2', inviteCode }).toString()}`
  return (
    <section className="invite" aria-labelledby={id}>
      <h2 id={id}>{t('overview.invite')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('overview.invited')}</dt>
          <dd>{exactCount(inviteCount ?? 0)}</dd>
          {serves(invites.page) && (
            <dd>
              <Link className="app-link" to="/UserCenterInvite">
                {t('resources.invites.title')}
              </Link>
            </dd>
          )}
        </div>
      </dl>
      <div className="invite-actions">
        <CopyableText text={link} label={t('overview.inviteLink')} />
        <CopyableText
          text={t('overview.inviteText', { product: t('product.name'), reward, link })}
          label={t('overview.inviteTextName')}
        />
        <InviteCodeButton link={link} code={inviteCode} />
      </div>
      <p className="muted">
        <Prose>{t('overview.inviteHelp', { reward, ...businessLimits.inviteRewardLimits })}</Prose>
      </p>
    </section>
  )
}

function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <p className="invite-text">
      {text}
      <CopyButton text={text} name={label} />
    </p>
  )
}

function InviteCodeButton(props: { link: string; code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('overview.inviteCode')}
      </button>
      <Suspense>{open && <InviteCode {...props} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
