/** How long it will last: at the rate of the last weeks, or until the day it ends. */
import { exactCount } from '#client/format.ts'
import type { Part } from '#console/overview/ask.ts'
import { daysBetween, plusDays, today } from '#console/overview/days.ts'
import { Shown } from '#console/overview/part.tsx'
import { t } from '#console/providers/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { hasCapability, isMain } from '#contract/roles.ts'
import type { usage } from '#contract/usage.ts'
import type { User } from '#contract/users.ts'

export type Forecast = OutputOf<typeof usage.forecast>
type Props = { user: User; forecast: Part<Forecast>; now: Date }

export function HowLong({ user, forecast, now }: Props) {
  const byTime = user.memberGroup?.translationBillingMode === 'time'
  // An account that is younger than the time looked at is judged by the days it has had.
  const days = Math.min(limits.usage.days, Math.max(1, daysBetween(user.registerDateTime.slice(0, 10), today(now))))
  return (
    <section className="card glance-card">
      <h2>{t('overview.howLong')}</h2>
      <Shown part={forecast} lines={3}>
        {({ daysLeft, dailyAverage }) => (
          <>
            <p className="big">
              {daysLeft === null ? (
                <small>{t('overview.noUse', { days, count: days })}</small>
              ) : (
                <>
                  <b>{inDays(daysLeft, byTime)}</b>
                  {!byTime && <small>{t('overview.runsOut', { day: plusDays(today(now), daysLeft) })}</small>}
                </>
              )}
            </p>
            <p className="muted">{byTime ? t('overview.unlimited') : basis(user, { days, average: exactCount(dailyAverage) })}</p>
          </>
        )}
      </Shown>
    </section>
  )
}

/** A day that is bought is known; one that is used up to is estimated. */
function inDays(count: number, known: boolean): string {
  if (count === 0) return t('overview.underADay')
  return t(known ? 'overview.daysLeft' : 'overview.aboutDays', { count, shown: exactCount(count) })
}

/** What the estimate rests on. */
function basis(user: User, values: { days: number; average: string }): string {
  const shared = isMain(user) ? hasCapability('createChildUser', user) : user.autoDistribution === 1
  const which = !shared ? 'own' : isMain(user) ? 'all' : 'shared'
  return t(`overview.basis.${which}`, { ...values, count: values.days })
}
