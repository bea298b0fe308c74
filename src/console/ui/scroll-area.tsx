/** Area for a wide or long table, which scrolls by keyboard too. */
import type { ReactNode } from 'react'

type Props = {
  className: string
  /** Accessible name. */
  label: string
  /** Default: a landmark, which a dialog needs none of. */
  role?: 'region' | 'group'
  children: ReactNode
}

export const ScrollArea = ({ className, label, role = 'region', children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard.
  <div className={className} role={role} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
