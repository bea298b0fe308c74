/** How much is left: characters or time, by the way of billing, voice and images; and the proof that it is all there. */
import { exactCount, shortCount } from '#client/format.ts'
import { Reconciled } from '#console/overview/reconciled.tsx'
import { t } from '#console/providers/i18n.ts'
import type { User } from '#contract/users.ts'

export function HowMuch({ user: { memberGroup, memberAccount } }: { user: User }) {
  const byTime = memberGroup?.translationBillingMode === 'time'
  const { usableCharNum: chars, usableVoiceNum: voices, usableImageNum: images, expireDateTime: until } = memberAccount
  return (
    <section className="card glance-card">
      <h2>{t('overview.howMuch')}</h2>
      {byTime ? (
        <p className="big">
          <b>{until ? until.slice(0, 10) : t('overview.none')}</b>
          <small>{t('overview.expires')}</small>
        </p>
      ) : (
        <p className="big">
          <b>{shortCount(chars)}</b>
          <small>
            {t('overview.chars')}
            {shortCount(chars) !== exactCount(chars) && ` ${exactCount(chars)}`}
            {until && ` · ${t('overview.until', { at: until.slice(0, 10) })}`}
          </small>
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{t('overview.voice')}</dt>
          <dd>{exactCount(voices)}</dd>
        </div>
        <div>
          <dt>{t('overview.images')}</dt>
          <dd>{exactCount(images)}</dd>
        </div>
      </dl>
      <Reconciled />
    </section>
  )
}
