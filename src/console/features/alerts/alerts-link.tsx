/** Link to the settings of alerts, which have no entry in the menu, for those who may see them. */
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { Route } from '#console/engine/resource.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { alerts } from '#contract/alerts.ts'

export function AlertsLink({ className, children }: { className: string; children: ReactNode }) {
  const canUse = useCanUse()
  if (!canUse(alerts.get)) return null
  return (
    <Link className={className} to={`/${'UserCenterAlerts' satisfies Route}`}>
      {children}
    </Link>
  )
}
