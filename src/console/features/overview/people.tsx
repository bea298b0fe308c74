/** People ranked by usage this month, with trend, balance and a button to distribute quota. */
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { displayName } from '#client/display-name.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { exactCount, formatter } from '#client/i18n/format.ts'
import { type SectionQuery, QueryCard } from '#console/ui/query-card.tsx'
import '#console/features/overview/people.css'
import { useEnable } from '#console/features/overview/use-enable.ts'
import { SubAccountLink } from '#console/features/sub-account/sub-account-link.tsx'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useCanOpen, AppLink } from '#console/ui/app-link.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { canManage, hasCapability } from '#contract/roles.ts'
import type { UsagePeople, UsagePerson } from '#contract/usage.ts'
import type { User } from '#contract/user.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

const DistributeOne = lazy(() => import('#console/features/distribution/distribute-one.tsx'))

type Props = {
  user: User
  people: SectionQuery<UsagePeople>
  /** The sub-accounts, if their usage could not be loaded. */
  known: SectionQuery<OutputOf<typeof subAccounts.page>>
  canExpand: boolean
  expand: () => void
  refresh: () => void
}

export function People({ user, people, known, canExpand, expand, refresh }: Props) {
  const [target, setTarget] = useState<SubAccount>()
  const { enable, dialog } = useEnable(refresh)
  const canUse = useCanUse()
  const canAdd = hasCapability('createChildUser', user) && canUse(subAccounts.create)
  const close = () => setTarget(undefined)
  const onDistributed = () => {
    close()
    refresh()
  }
  return (
    <section className="people" aria-labelledby="people">
      <header>
        <div>
          <h2 id="people">{t('overview.people.title')}</h2>
          <p className="muted">
            {people.data
              ? t('overview.people.help', {
                  from: people.data.firstDay,
                  previousFrom: people.data.previousFirstDay,
                  previousTo: people.data.previousLastDay,
                })
              : people.isWaiting && <i className="waiting" />}
          </p>
        </div>
        <p className="people-links">
          {canAdd && (
            <AppLink route="UserCenterChild" query={{ open: 'create' }}>
              {t('overview.people.add')}
            </AppLink>
          )}
          <AppLink route="UserCenterChild">{t('overview.people.manage')}</AppLink>
        </p>
      </header>
      {people.data ? (
        <Ranking user={user} data={people.data} distribute={setTarget} enable={enable} />
      ) : people.isWaiting ? (
        <RankingSkeleton user={user} />
      ) : (
        <QueryCard query={{ ...known, retry: people.retry }} lines={2}>
          {({ rows }) => (
            <WithoutUsage user={user} rows={rows} people={people} distribute={setTarget} />
          )}
        </QueryCard>
      )}
      {canExpand && (people.data ?? known.data) && hasMore(people.data ?? known.data!) && (
        <button type="button" className="text-button" onClick={expand}>
          {t('overview.people.more')}
        </button>
      )}
      <Suspense>{target && <DistributeOne row={target} close={onDistributed} />}</Suspense>
      {dialog}
    </section>
  )
}

const hasMore = ({ rows, total }: { rows: readonly unknown[]; total: number }) =>
  rows.length < total

function useCanDistribute(user: User): boolean {
  const canOpen = useCanOpen()
  const canUse = useCanUse()
  return (
    canOpen('UserCenterChild') &&
    hasCapability('createChildUser', user) &&
    canUse(subAccounts.distributeAll)
  )
}

type TableProps = { user: User; distribute: (row: SubAccount) => void }

/** Whether the user may change the quota or the state of a person, who is not deleted. */
const isManaged = <P extends UsagePerson | SubAccount>(
  person: P,
  user: User,
): person is P & { account: string } =>
  Boolean(person.account) &&
  !isUser(person, user.userId) &&
  !isUser(person, user.parentUserId) &&
  canManage(user, person)

const isUser = ({ userId }: Pick<UsagePerson, 'userId'>, id: User['parentUserId']): boolean =>
  String(userId) === String(id)

/** The accounts and their balances; the columns of usage say that it could not be loaded. */
function WithoutUsage({
  user,
  rows,
  people,
  distribute,
}: TableProps & { rows: readonly SubAccount[]; people: SectionQuery<UsagePeople> }) {
  const canDistribute = useCanDistribute(user)
  const others = rows.filter((row) => !isUser(row, user.userId))
  return (
    <PeopleTable canDistribute={canDistribute}>
      <tbody>
        <tr>
          <th scope="row">
            <PersonName person={{ ...user, account: user.username || user.account }} user={user} />
          </th>
          <td colSpan={3} rowSpan={others.length + 1} className="not-loaded">
            <QueryCard query={people} lines={2}>
              {() => null}
            </QueryCard>
          </td>
          <td>{exactCount(user.memberAccount.usableCharNum)}</td>
          {canDistribute && <td>{null}</td>}
        </tr>
        {others.map((row) => (
          <tr key={row.userId}>
            <th scope="row">
              <PersonName person={row} user={user} />
            </th>
            <td>{exactCount(row.memberAccount.usableCharNum)}</td>
            {canDistribute && (
              <td>
                {isManaged(row, user) && (
                  <DistributeButton name={row.account} onClick={() => distribute(row)} />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </PeopleTable>
  )
}

const DistributeButton = (props: { name: string; onClick: () => void }) => (
  <RowButton action={t('overview.people.distribute')} {...props} />
)

type RowButtonProps = { action: string; name: string; onClick: () => void }

function RowButton({ action, name, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="text-button"
      aria-label={t('crud.list.actionOf', { action, name })}
      onClick={onClick}
    >
      {action}
    </button>
  )
}

function PeopleTable({ canDistribute, children }: { canDistribute: boolean; children: ReactNode }) {
  return (
    <ScrollArea className="scrolls" label={t('overview.people.ranking')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('overview.people.person')}</th>
            <th scope="col">{t('overview.people.month')}</th>
            <th scope="col">{t('overview.people.trend', { days: businessLimits.usage.days })}</th>
            <th scope="col">{t('overview.people.change')}</th>
            <th scope="col">{t('overview.people.left')}</th>
            {canDistribute && (
              <th scope="col">
                <span className="visually-hidden">{t('overview.people.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        {children}
      </table>
    </ScrollArea>
  )
}

const cellSkeleton = <i className="waiting" />

/** Has the height of a full ranking, with its sums and the button below it. */
function RankingSkeleton({ user }: { user: User }) {
  const canDistribute = useCanDistribute(user)
  const columns = canDistribute ? 5 : 4
  const row = (key: number) => (
    <tr key={key}>
      <th scope="row">{cellSkeleton}</th>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>{cellSkeleton}</td>
      ))}
    </tr>
  )
  return (
    <div className="ranking-skeleton" role="status" aria-label={t('shell.loading')}>
      <PeopleTable canDistribute={canDistribute}>
        <tbody>
          {Array.from({ length: businessLimits.usage.people }, (_, index) => row(index))}
        </tbody>
        <tfoot>{[0, 1].map(row)}</tfoot>
      </PeopleTable>
    </div>
  )
}

type RankingProps = TableProps & { data: UsagePeople; enable: (person: UsagePerson) => void }

function Ranking({ user, data, distribute, enable }: RankingProps) {
  const canDistribute = useCanDistribute(user)
  const canEnable = useCanUse()(subAccounts.changeEnabled)
  const highest = Math.max(1, ...data.rows.flatMap(({ byDay }) => byDay))
  const monthFilter = {
    createDateTimeBegin: `${data.firstDay} 00:00:00`,
    createDateTimeEnd: `${data.lastDay} 23:59:59`,
  }
  const shownSum = sumOf(data.rows)
  const others = data.total - data.rows.length
  return (
    <PeopleTable canDistribute={canDistribute}>
      <tbody>
        {data.rows.map((person) => {
          const { userId, chars, previousChars, usableCharNum, byDay } = person
          const isMe = isUser(person, user.userId)
          const query = isMe ? monthFilter : { ...monthFilter, childUserId: String(userId) }
          return (
            <tr key={userId}>
              <th scope="row">
                <PersonName person={person} user={user} />
              </th>
              <td>
                {chars > 0 && person.account && !isUser(person, user.parentUserId) ? (
                  <AppLink route="UserCenterChangeTranslateLog" query={query}>
                    {exactCount(chars)}
                  </AppLink>
                ) : (
                  exactCount(chars)
                )}
              </td>
              <td>
                <Sparkline values={byDay} highest={highest} />
              </td>
              <td>{changeText(chars, previousChars)}</td>
              <td>{exactCount(usableCharNum)}</td>
              {canDistribute && (
                <td>
                  {!isManaged(person, user) ? null : person.enabled === 0 && canEnable ? (
                    <RowButton
                      action={t('resources.subAccounts.actions.changeEnabled.on')}
                      name={person.account}
                      onClick={() => enable(person)}
                    />
                  ) : (
                    <DistributeButton
                      name={person.account}
                      onClick={() => distribute(subAccountOf(person))}
                    />
                  )}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        {others > 0 && (
          <SumRow
            name={t('overview.people.others', { count: others, shown: exactCount(others) })}
            chars={data.all.chars - shownSum.chars}
            previousChars={data.all.previousChars - shownSum.previousChars}
            left={data.all.usableCharNum - shownSum.usableCharNum}
          />
        )}
        <SumRow
          name={t('overview.people.all')}
          chars={data.all.chars}
          previousChars={data.all.previousChars}
          left={data.all.usableCharNum}
        />
      </tfoot>
    </PeopleTable>
  )
}

type SumProps = { name: string; chars: number; previousChars: number; left: number }

function SumRow({ name, chars, previousChars, left }: SumProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{exactCount(chars)}</td>
      <td colSpan={2}>{changeText(chars, previousChars)}</td>
      <td>{exactCount(left)}</td>
    </tr>
  )
}

type PersonSummary = Pick<
  UsagePerson,
  'userId' | 'account' | 'nickname' | 'enabled' | 'accountRole'
>

function PersonName({ person, user }: { person: PersonSummary; user: User }) {
  const { userId, account, nickname } = person
  if (!account) return <span className="muted">{t('overview.chart.deleted')}</span>
  const isMain = isUser(person, user.parentUserId ?? user.userId)
  const name = displayName({ nickname, account })
  const tag = isMain ? t('overview.main') : tagOf(person)
  return (
    <span className="person" title={nickname ? `${nickname} (${account})` : account}>
      <span className="name">
        {isMain ? name : <SubAccountLink userId={userId}>{name}</SubAccountLink>}
      </span>
      {tag && <span className="tag">{tag}</span>}
      {!isMain && nickname && nickname !== account && <small>{account}</small>}
    </span>
  )
}

/** What a sub-account is, unless it is enabled and without a role. */
function tagOf({ enabled, accountRole = 'member' }: PersonSummary): string | undefined {
  if (enabled === 0) return t('overview.people.disabled')
  return accountRole === 'member'
    ? undefined
    : messageOf(`resources.subAccounts.values.accountRole.${accountRole}`)
}

const sparklineSize = { width: 84, height: 22 }
/** Above and below the line, so that its stroke is not clipped. */
const sparklineMargin = 2

/**
 * Usage of thirty days as a line, all rows on one scale. The row links to the exact numbers in the
 * translation log.
 */
function Sparkline({ values, highest }: { values: readonly number[]; highest: number }) {
  const step = sparklineSize.width / Math.max(1, values.length - 1)
  const drawnHeight = sparklineSize.height - 2 * sparklineMargin
  const points = values.map((value, index) => {
    const y = sparklineSize.height - sparklineMargin - (value / highest) * drawnHeight
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${sparklineSize.width} ${sparklineSize.height}`}
      {...sparklineSize}
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

/** Change from the same days of last month. */
function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '–' : t('overview.people.fresh')
  return formatter('change').format((now - before) / before)
}

const sumOf = (rows: readonly UsagePerson[]) =>
  rows.reduce(
    (sum, { chars, previousChars, usableCharNum }) => ({
      chars: sum.chars + chars,
      previousChars: sum.previousChars + previousChars,
      usableCharNum: sum.usableCharNum + usableCharNum,
    }),
    { chars: 0, previousChars: 0, usableCharNum: 0 },
  )

const subAccountOf = ({
  userId,
  account,
  nickname,
  enabled,
  usableCharNum,
  usableVoiceNum,
  usableImageNum,
}: UsagePerson) => ({
  userId,
  account: account ?? '',
  nickname,
  enabled,
  memberAccount: { usableCharNum, usableVoiceNum, usableImageNum },
})
