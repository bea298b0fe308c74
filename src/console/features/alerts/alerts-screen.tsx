/** Settings of alerts: means for each kind, the threshold of the balance, and quiet hours. */
import { LowBalanceAlert } from '#console/features/alerts/low-balance-alert.tsx'
import { Means } from '#console/features/alerts/means.tsx'
import { QuietHours } from '#console/features/alerts/quiet-hours.tsx'
import { isBilledByTime, useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { alerts } from '#contract/alerts.ts'
import './alerts.css'

export default function AlertsScreen() {
  const me = useCurrentUser()
  const query = useSectionQuery(alerts.get, {})
  return (
    <div className="alert-settings">
      <PageHeader
        title={messageOf('resources.alerts.title')}
        help={messageOf('resources.alerts.help')}
      />
      {query.isOffered && (
        <QueryCard query={query} lines={12}>
          {(settings) => (
            <>
              <Means settings={settings} />
              <div className="alert-limits">
                {me && !isBilledByTime(me) && <LowBalanceAlert />}
                <QuietHours
                  key={`${settings.quietFrom} ${settings.quietUntil}`}
                  settings={settings}
                />
              </div>
            </>
          )}
        </QueryCard>
      )}
    </div>
  )
}
