/** Full-page notices: title, explanation and actions; and the one for refused access. */
import type { ReactNode } from 'react'
import { PageHeader } from '#console/ui/page-header.tsx'
import { Link } from 'react-router'
import { Arc } from '#console/ui/arc.tsx'
import { t } from '#console/refine/i18n.ts'

type Props = {
  title: string
  children?: ReactNode
  /** Links and buttons, the recommended one first. */
  actions: ReactNode
  /** Makes the notice a live region (role `alert`), for notices that appear on their own. */
  alert?: boolean
}

export function Notice({ title, children, actions, alert = false }: Props) {
  return (
    <div className="notice" {...(alert ? { role: 'alert' } : {})}>
      <Arc />
      <PageHeader title={title} help={children} />
      <div className="button-row">{actions}</div>
    </div>
  )
}

/** Access-denied page for sub-accounts on main-account pages (spec 6.3). */
export function Refused() {
  return (
    <Notice
      title={t('refused.title')}
      actions={
        <Link className="button primary" to="/UserCenterIndex">
          {t('shell.toOverview')}
        </Link>
      }
    >
      {t('refused.help')}
    </Notice>
  )
}
