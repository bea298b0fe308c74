/** Summary strip on top of the overview: balance, forecast and action items. */
import { useId } from 'react'
import { exactCount, shortCount } from '#client/i18n/format.ts'
import { OwnBudget } from '#console/features/budgets/caps.tsx'
import { ActionItems } from '#console/features/overview/action-items.tsx'
import { useSectionQuery, type SectionQuery, QueryCard } from '#console/ui/query-card.tsx'
import { plusDays, today } from '#console/features/overview/usage-shape.ts'
import { AskForQuota } from '#console/features/quota-requests/ask-for-quota.tsx'
import '#console/features/overview/summary-strip.css'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { Disclosure } from '#console/ui/overlays.tsx'
import { CheckIcon, CloseIcon } from '#ui/icons.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { reconciliation } from '#contract/ledger.ts'
import { isMain } from '#contract/roles.ts'
import { units } from '#contract/units.ts'
import type { usage } from '#contract/usage.ts'
import type { User } from '#contract/user.ts'

export type Forecast = OutputOf<typeof usage.forecast>
/**
 * `isShared`: the numbers of a main account include its sub-accounts. `hasSteps`: the first steps
 * stand below.
 */
type Props = {
  user: User
  isShared: boolean
  hasSteps: boolean
  forecast: SectionQuery<Forecast>
  now: Date
}

export function SummaryStrip(props: Props) {
  const { forecast } = props
  return (
    <div className="summary-strip">
      <BalanceCard {...props} />
      {(forecast.isOffered || forecast.isWaiting) && <ForecastCard {...props} />}
      <ActionItems {...props} />
    </div>
  )
}

function BalanceCard({ user, isShared, forecast }: Props) {
  const {
    usableCharNum: chars,
    usableVoiceNum: voices,
    usableImageNum: images,
    expireDateTime: until,
  } = user.memberAccount
  const used = useSectionQuery(units.usage, {})
  const groupChars = isShared ? forecast.data?.left : undefined
  const id = useId()
  return (
    <section className="summary-card" aria-labelledby={id}>
      <h2 id={id}>{t(isBilledByTime(user) ? 'overview.expires' : 'overview.remainingQuota')}</h2>
      {isBilledByTime(user) ? (
        <p className="big">
          <b>{until ? until.slice(0, 10) : t('overview.none')}</b>
        </p>
      ) : (
        <p className="big">
          <b>{shortCount(chars)}</b>
          <small>
            {t('overview.charsOwn')}
            {shortCount(chars) !== exactCount(chars) && ` ${exactCount(chars)}`}
          </small>
          {until && <small>{t('overview.until', { at: until.slice(0, 10) })}</small>}
        </p>
      )}
      {!isBilledByTime(user) && isShared && (
        <p className="muted group-balance">
          {groupChars !== undefined &&
            groupChars > chars &&
            t('overview.groupBalance', { subs: exactCount(groupChars - chars) })}
        </p>
      )}
      {!isMain(user) && (
        <p className="muted">
          <Prose>{t(`overview.source.${user.autoDistribution === 1 ? 'auto' : 'ask'}`)}</Prose>
        </p>
      )}
      {!isMain(user) && user.autoDistribution === 0 && (
        <p>
          <AskForQuota isUrgent={chars === 0} />
        </p>
      )}
      <OwnBudget isSubAccount={!isMain(user)} />
      <dl className="facts inline">
        <div>
          <dt>{t('overview.voice')}</dt>
          <dd>{exactCount(voices)}</dd>
          <UsedUnits query={used} count={used.data?.voiceNum} />
        </div>
        <div>
          <dt>{t('overview.images')}</dt>
          <dd>{exactCount(images)}</dd>
          <UsedUnits query={used} count={used.data?.imageNum} />
        </div>
      </dl>
      <ReconciliationResult />
    </section>
  )
}

function UsedUnits({
  query: { isOffered, isWaiting },
  count = 0,
}: {
  query: Pick<SectionQuery<unknown>, 'isOffered' | 'isWaiting'>
  count: number | undefined
}) {
  if (!isOffered && !isWaiting) return null
  return <dd className="used-units muted">{count > 0 && t('overview.unitsUsed', { count })}</dd>
}

function ForecastCard({ user, isShared, forecast, now }: Props) {
  const id = useId()
  return (
    <section className="summary-card" aria-labelledby={id}>
      <h2 id={id}>{t('overview.expectedToLast')}</h2>
      <QueryCard query={forecast} lines={3}>
        {(data) =>
          data.daysLeft === null ? (
            <p className="none">{noForecastReason(user, data)}</p>
          ) : (
            <>
              <p className="big">
                <b>{daysText(data.daysLeft, isBilledByTime(user))}</b>
                {!isBilledByTime(user) && (
                  <small>
                    {t('overview.runsOut', { day: plusDays(today(now), data.daysLeft) })}
                  </small>
                )}
              </p>
              <p className="muted">
                <Prose>
                  {isBilledByTime(user)
                    ? t('overview.unlimited')
                    : forecastBasis(user, isShared, data)}
                </Prose>
              </p>
            </>
          )
        }
      </QueryCard>
    </section>
  )
}

/** Days left: exact up to a purchased end date, otherwise an estimate at the current rate. */
function daysText(count: number, isExact: boolean): string {
  if (count === 0) return t('overview.underADay')
  return t(isExact ? 'overview.daysLeft' : 'overview.aboutDays', {
    count,
    shown: exactCount(count),
  })
}

/** The numbers behind the estimate. */
function forecastBasis(
  user: User,
  isShared: boolean,
  { days, used, dailyAverage, daysLeft, left }: Forecast,
): string {
  const values = {
    days,
    count: days,
    used: exactCount(used),
    average: exactCount(dailyAverage),
    left: exactCount(left),
  }
  const daysAtThisRate = Math.floor(left / dailyAverage)
  const sentence = t(
    `overview.basis.${isShared ? 'all' : isRefilled(user) ? 'shared' : 'own'}`,
    values,
  )
  return daysLeft !== null && daysLeft < daysAtThisRate
    ? `${sentence}${t('overview.basis.endsFirst', { count: daysAtThisRate, shown: exactCount(daysAtThisRate) })}`
    : sentence
}

/** Whether the main account gives a sub-account what it lacks. */
const isRefilled = (user: User): boolean => !isMain(user) && user.autoDistribution === 1

function noForecastReason(user: User, { left, used, days }: Forecast): string {
  if (isBilledByTime(user)) return t('overview.noForecast.ended')
  if (left === 0) return t(`overview.noForecast.${isRefilled(user) ? 'refilled' : 'empty'}`)
  return t(used === 0 ? 'overview.noForecast.unused' : 'overview.noForecast.little', {
    days,
    count: days,
  })
}

const quotas = ['chars', 'voices', 'images'] as const

/** Result of the reconciliation; expands to what was checked and when. */
function ReconciliationResult() {
  const { isOffered, data } = useSectionQuery(reconciliation.get, {})
  if (!data) return isOffered ? <p className="reconciled" /> : null
  const { checkedAt, ok, accounts, rows } = data
  if (!checkedAt) return <p className="reconciled">{t('overview.uncheckedYet')}</p>
  const status = t(ok ? 'overview.reconciled' : 'overview.unreconciled')
  const label = (
    <>
      {ok ? <CheckIcon /> : <CloseIcon />}
      {status}
    </>
  )
  return (
    <Disclosure className={`reconciled ${ok ? 'ok' : 'wrong'}`} label={label}>
      <p>
        <b>{t('overview.checkedAt', { at: checkedAt.slice(0, 16) })}</b>
      </p>
      <p>
        <Prose>
          {t('overview.reconcileHelp', {
            count: accounts,
            accounts: exactCount(accounts),
            rows: exactCount(rows),
          })}
        </Prose>
      </p>
      <table aria-label={status}>
        <thead>
          <tr>
            {(['quota', 'started', 'changes', 'balance'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`overview.sum.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quotas.map((key) => (
            <tr key={key}>
              <th scope="row">{t(`ledger.units.${key}`)}</th>
              <td>{exactCount(data[key].started)}</td>
              <td>{exactCount(data[key].changes)}</td>
              <td>{exactCount(data[key].balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  )
}
