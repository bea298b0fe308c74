/** Access-denied page for sub-accounts on main-account pages (spec 6.3). */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { Notice } from '#console/ui/notice.tsx'

export function Refused() {
  return (
    <Notice
      title={t('refused.title')}
      ways={
        <Link className="button primary" to="/UserCenterIndex">
          {t('shell.toOverview')}
        </Link>
      }
    >
      {t('refused.help')}
    </Notice>
  )
}
