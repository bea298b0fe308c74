/** Button that opens the contact verification dialog, in newer browsers without JavaScript. */
import type { ReactNode } from 'react'

/** React passes invoker command attributes through but has no types for them yet. */
const command = { command: 'show-modal', commandfor: 'validate' }

export function OpenValidate({ className, children }: { className: string; children: ReactNode }) {
  return (
    <button className={className} type="button" data-act="open" data-opens="validate" {...command}>
      {children}
    </button>
  )
}
