/** Loading skeleton of the recharge page. */
import { t } from '#console/refine/i18n.ts'

export function RechargeSkeleton() {
  return (
    <div className="recharge-columns" role="status" aria-label={t('shell.loading')}>
      <div className="recharge-choices">
        {[4, 3].map((count) => (
          <div key={count} className="package-cards">
            {Array.from({ length: count }, (_, at) => (
              <i key={at} className="coming-card" />
            ))}
          </div>
        ))}
      </div>
      <i className="coming-card coming-order" />
    </div>
  )
}
