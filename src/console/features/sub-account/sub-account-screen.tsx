/** Page of one sub-account: balance, use, what happened to it, sessions, contacts and actions. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { displayName } from '#client/display-name.ts'
import { exactCount } from '#client/i18n/format.ts'
import type { ListPage, ScreenPage } from '#console/engine/page-model.ts'
import { useRecordActions } from '#console/engine/record-actions.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { UsageCard } from '#console/features/overview/usage-card.tsx'
import { BudgetCard } from '#console/features/budgets/caps.tsx'
import { History } from '#console/features/sub-account/history.tsx'
import { Contacts, Sessions, Translations } from '#console/features/sub-account/sections.tsx'
import { failureOf } from '#console/refine/data-errors.ts'
import { isBilledByTime, quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { Notice } from '#console/ui/notice.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { sectionKey } from '#console/ui/query-card.tsx'
import { RecordFigures, type Figure } from '#console/ui/record-page.tsx'
import { canManage } from '#contract/roles.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { usage } from '#contract/usage.ts'
import type { User } from '#contract/user.ts'
import '#console/features/overview/usage.css'
import '../../ui/overlays.css'
import './sub-account.css'

export default function SubAccountScreen({ page: { parentList } }: { page: ScreenPage }) {
  const [params] = useSearchParams()
  const userId = params.get('userId') ?? ''
  const me = useCurrentUser()
  if (!parentList) throw new Error('The page of a sub-account needs the list of sub-accounts.')
  if (!me) return <PageSkeleton view="screen" />
  return <SubAccountPage key={userId} userId={userId} list={parentList} me={me} />
}

type PageProps = { userId: string; list: ListPage; me: User }

function SubAccountPage({ userId, list, me }: PageProps) {
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    queryKey: [sectionKey, subAccounts.get.path, { userId }],
    queryFn: ({ signal }) => call(subAccounts.get, { userId }, { signal, quiet: true }),
    enabled: userId !== '',
  })
  // Also once it is deleted elsewhere.
  const isUnknown = userId === '' || failureOf(error)?.kind === 'refused'
  if (isUnknown)
    return (
      <Notice
        title={t('subAccount.unknown.title')}
        actions={
          <Link className="button primary" to={`/${list.route}`}>
            {t('subAccount.back')}
          </Link>
        }
      >
        {t('subAccount.unknown.help')}
      </Notice>
    )
  if (!record)
    return error ? (
      <ListFailure title={t('subAccount.failed')} error={error} retry={() => void refetch()} />
    ) : (
      <PageSkeleton view="screen" />
    )
  return (
    <div className="record-page sub-account">
      <Link className="app-link record-back" to={`/${list.route}`}>
        {t('subAccount.back')}
      </Link>
      <Header record={record} list={list} />
      <RecordFigures figures={figuresOf(record, me)} />
      <Details record={record} me={me} />
    </div>
  )
}

type RecordProps = { record: SubAccount }

function Header({ record, list }: RecordProps & { list: ListPage }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { buttons, dialog } = useRecordActions({
    page: list,
    record,
    primary: 'distribute',
    leftOut: ['fans'],
    refresh: () => cache.invalidateQueries({ queryKey: [sectionKey] }),
    onRemoved: () => void navigate(`/${list.route}`, { replace: true }),
  })
  const { account, nickname, enabled } = record
  return (
    <>
      <PageHeader
        title={
          <span className="record-name">
            {displayName({ nickname, account })}{' '}
            {enabled === 0 && (
              <span className="tag" data-tone="warning">
                {t('overview.people.disabled')}
              </span>
            )}
          </span>
        }
        help={nickname && nickname !== account ? account : messageOf('resources.subAccount.help')}
        actions={buttons}
      />
      {dialog}
    </>
  )
}

function figuresOf(
  { memberAccount, usedThisMonthNum, lastLoginDateTime, accountRole = 'member' }: SubAccount,
  me: User,
): Figure[] {
  const isByTime = isBilledByTime(me)
  const draws = me.autoDistribution === 1
  const { usableCharNum, usableVoiceNum, usableImageNum } = memberAccount
  const main = quotaToDistribute(me)
  const { expireDateTime } = me.memberAccount
  return [
    isByTime
      ? {
          name: t('subAccount.figures.chars'),
          value: t('subAccount.figures.unlimited'),
          note: expireDateTime && t('overview.until', { at: expireDateTime.slice(0, 10) }),
        }
      : {
          name: t('subAccount.figures.chars'),
          value: exactCount(usableCharNum),
          note: draws
            ? t('subAccount.figures.draws', { more: exactCount(main.usableCharNum) })
            : t('subAccount.figures.ownOnly'),
          isWarning: usableCharNum === 0 && !(draws && main.usableCharNum > 0),
        },
    { name: t('subAccount.figures.voices'), value: exactCount(usableVoiceNum) },
    { name: t('subAccount.figures.images'), value: exactCount(usableImageNum) },
    ...(usedThisMonthNum === undefined
      ? []
      : [{ name: t('subAccount.figures.month'), value: exactCount(usedThisMonthNum) }]),
    {
      name: t('subAccount.figures.lastLogin'),
      value: lastLoginDateTime?.slice(0, 10) ?? t('subAccount.figures.never'),
      note: lastLoginDateTime?.slice(11),
    },
    ...(accountRole === 'member'
      ? []
      : [
          {
            name: messageOf('resources.subAccounts.fields.accountRole'),
            value: messageOf(`resources.subAccounts.values.accountRole.${accountRole}`),
            note: canManage(me, { accountRole }) ? undefined : t('crud.list.hasRole'),
          },
        ]),
  ]
}

function Details({ record, me }: RecordProps & { me: User }) {
  const { takes } = useCapabilities()
  const [now] = useState(() => new Date())
  const { userId } = record
  return (
    <>
      {takes(usage.daily, 'childUserId') && (
        <div className="card account-usage">
          <UsageCard user={me} isShared={false} now={now} childUserId={String(userId)} />
        </div>
      )}
      <div className="record-columns">
        <div className="record-main">
          <History subAccount={record} me={me} />
          <Translations userId={userId} />
        </div>
        <div className="record-side">
          <BudgetCard userId={userId} />
          <Sessions subAccount={record} />
          <Contacts userId={userId} />
        </div>
      </div>
    </>
  )
}
