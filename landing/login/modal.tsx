/** Dialog of the login page, with its own toasts. */
import type { ReactNode } from 'react'
import { Toasts } from '#landing/toasts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import './modal.css'

type Props = {
  title: string
  close: () => void
  /** Whether a click on the backdrop closes it. Not for dialogs with input that would be lost. */
  closesOnBackdrop?: boolean
  children: ReactNode
}

export function Modal({ title, close, closesOnBackdrop = false, children }: Props) {
  return (
    <Dialog
      shape="page"
      title={title}
      onClose={close}
      closesOnBackdrop={closesOnBackdrop}
      toasts={<Toasts />}
    >
      {children}
    </Dialog>
  )
}
