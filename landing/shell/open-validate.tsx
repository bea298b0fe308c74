/** Opens the check of a contact; newer browsers do so before any script. */
import type { ReactNode } from 'react'

/** React has no types for invoker commands yet; it passes them on. */
const command = { command: 'show-modal', commandfor: 'validate' }

export function OpenValidate({ className, children }: { className: string; children: ReactNode }) {
  return (
    <button className={className} type="button" data-act="open" data-opens="validate" {...command}>
      {children}
    </button>
  )
}
