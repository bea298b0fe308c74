/** Full-page notice with title, explanation and actions; also for empty and failed states. */
import type { ReactNode } from 'react'
import { PageHeader } from '#console/ui/page-header.tsx'
import { Link } from 'react-router'
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

/** Decorative illustration: a line of text and its translation, joined by an arc. */
export const Arc = () => (
  <svg className="arc" viewBox="0 0 160 56" width="160" height="56" fill="none" aria-hidden="true">
    <path
      d="M28 42C44 4 116 4 132 42"
      stroke="var(--primary)"
      strokeWidth="2"
      strokeLinecap="round"
    />
    <path d="M6 52h44M110 52h44" stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
  </svg>
)
