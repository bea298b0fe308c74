/** Full-page notice with title, explanation and actions; also for empty and failed states. */
import type { ReactNode } from 'react'
import { Arc } from '#console/ui/arc.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'

type Props = {
  title: string
  children?: ReactNode
  /** Links and buttons, the recommended one first. */
  ways: ReactNode
  /** Makes the notice a live region (role `alert`), for notices that appear on their own. */
  alert?: boolean
}

export function Notice({ title, children, ways, alert = false }: Props) {
  return (
    <div className="notice" {...(alert ? { role: 'alert' } : {})}>
      <Arc />
      <PageHeader title={title} help={children} />
      <div className="ways">{ways}</div>
    </div>
  )
}
