/** Native modal dialog: focus trap, close on Escape, focus restored on close. */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Toasts } from '#landing/toasts.tsx'
import './modal.css'

type Props = {
  title: string
  close: () => void
  /** Whether a click on the backdrop closes it. Not for dialogs with input that would be lost. */
  lightly?: boolean
  children: ReactNode
}

export function Modal({ title, close, lightly = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    const first =
      shown.querySelector<HTMLElement>('input') ?? shown.querySelector<HTMLElement>('h2')
    first?.focus()
    return () => {
      // Innermost first; otherwise focus returns to a removed element.
      for (const inner of shown.querySelectorAll<HTMLDialogElement>('dialog[open]')) inner.close()
      shown.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      closedby={lightly ? 'any' : 'closerequest'}
      // Without input in between, a second Escape would close the dialogs below too.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="modal-box">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <Toasts />
    </dialog>
  )
}
