/**
 * A page that has one thing to say: what, why, and the ways on. Also what an empty or failed place
 * says.
 */
import type { ReactNode } from 'react'
import { Arc } from '#console/ui/arc.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'

type Props = {
  title: string
  children?: ReactNode
  /** Links and buttons, the best way on first. */
  ways: ReactNode
  /** Heard at once by screen readers: for what appears by itself. */
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
