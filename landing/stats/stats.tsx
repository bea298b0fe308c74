/** Achievements strip of the home and about pages (spec 2.10). */
import { t } from '#landing/messages.ts'
import './stats.css'

export function Stats() {
  const stats: [string, string][] = [
    ['200+', t('home.stats.customers')],
    [t('home.stats.usersNumber'), t('home.stats.users')],
    ['180+', t('home.stats.industries')],
    ['7×24', t('home.stats.service')],
    ['99.9%', t('home.stats.accuracy')],
  ]
  return (
    <section className="stats" aria-label={t('home.stats.label')}>
      <dl>
        {stats.map(([number, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
