/**
 * What stands at the address of a page that this version does not have: links to it in mails and
 * bookmarks still lead somewhere.
 */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { Notice } from '#console/ui/notice.tsx'

export function Unavailable() {
  return (
    <Notice
      title={t('notBuilt.title')}
      ways={
        <Link className="button primary" to="/UserCenterIndex">
          {t('shell.toOverview')}
        </Link>
      }
    >
      {t('notBuilt.help')}
    </Notice>
  )
}
