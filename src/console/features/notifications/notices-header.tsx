/** Above the list of notices: marks all as read, and leads to the settings of alerts. */
import { MarkAllRead } from '#console/features/notifications/mark-all-read.tsx'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'

export default function NoticesHeader() {
  return (
    <div className="button-row">
      <MarkAllRead />
      <AppLink route="UserCenterAlerts" className="button">
        {t('alerts.settings')}
      </AppLink>
    </div>
  )
}
