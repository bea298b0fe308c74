/**
 * Shown at routes that this version lacks, so that links in mails and bookmarks don't break, and at
 * those that a read-only view leaves out.
 */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { Notice } from '#console/ui/notice.tsx'

export function Unavailable() {
  return (
    <Notice
      title={t(isReadOnly ? 'supportView.closed.title' : 'notBuilt.title')}
      actions={
        <Link className="button primary" to="/UserCenterIndex">
          {t('shell.toOverview')}
        </Link>
      }
    >
      {t(isReadOnly ? 'supportView.closed.help' : 'notBuilt.help')}
    </Notice>
  )
}
