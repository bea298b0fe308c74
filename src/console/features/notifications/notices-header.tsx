/** Above the list of notices: marks all as read, and leads to the settings of alerts. */
import { AlertsLink } from '#console/features/alerts/alerts-link.tsx'
import { MarkAllRead } from '#console/features/notifications/mark-all-read.tsx'
import { t } from '#console/refine/i18n.ts'

export default function NoticesHeader() {
  return (
    <div className="button-row">
      <MarkAllRead />
      <AlertsLink className="button">{t('alerts.settings')}</AlertsLink>
    </div>
  )
}
