/** How much is left of what was bought: characters or time, by the way of billing, and voice and images. */
import { exactCount, shortCount } from '#client/format.ts'
import { fromWire } from '#client/time.ts'
import { t } from '#console/providers/i18n.ts'
import type { User } from '#contract/users.ts'

const day = 24 * 60 * 60 * 1000

export function Left({ user: { memberGroup, memberAccount }, now }: { user: User; now: Date }) {
  const byTime = memberGroup?.translationBillingMode === 'time'
  return (
    <section aria-labelledby="left">
      <h2 id="left" className="unseen">
        {t('overview.left')}
      </h2>
      <dl className="amounts">
        {byTime ? (
          <Until at={memberAccount.expireDateTime} now={now} />
        ) : (
          <Amount name={t('overview.chars')} count={memberAccount.usableCharNum} until={memberAccount.expireDateTime} />
        )}
        <Amount name={t('overview.voice')} count={memberAccount.usableVoiceNum} />
        <Amount name={t('overview.images')} count={memberAccount.usableImageNum} />
      </dl>
    </section>
  )
}

/** Trial characters end with a day; bought ones do not. */
function Amount({ name, count, until }: { name: string; count: number; until?: string | null | undefined }) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd>
        <b title={exactCount(count)}>{shortCount(count)}</b>
        {until && <small>{t('overview.until', { at: until.slice(0, 10) })}</small>}
      </dd>
    </div>
  )
}

/** `at` is a wire time; without one nothing was bought yet. */
function Until({ at, now }: { at: string | null | undefined; now: Date }) {
  const days = at ? Math.ceil((fromWire(at).getTime() - now.getTime()) / day) : 0
  return (
    <div className="card">
      <dt>{t('overview.expires')}</dt>
      <dd>
        <b>{at ? at.slice(0, 10) : t('overview.none')}</b>
        {at && (
          <small data-tone={days > 0 ? undefined : 'danger'}>{days > 0 ? t('overview.daysLeft', { count: days }) : t('overview.expired')}</small>
        )}
        {days > 0 && <small>{t('overview.unlimited')}</small>}
      </dd>
    </div>
  )
}
