/** Shown at routes that this version lacks, so that links in mails and bookmarks don't break. */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { Notice } from '#console/ui/notice.tsx'

export function Unavailable() {
  return (
    <Notice
      title={t('notBuilt.title')}
      actions={
        <Link className="button primary" to="/UserCenterIndex">
          {t('shell.toOverview')}
        </Link>
      }
    >
      {t('notBuilt.help')}
    </Notice>
  )
}
