/**
 * A dialog of the browser's own kind: it keeps the focus, makes the rest unreachable, closes on
 * Escape and gives the focus back.
 */
import { Toasts } from '#console/ui/toasts.tsx'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from '#console/ui/icons.tsx'
import { t } from '#console/refine/i18n.ts'

type Props = {
  title: string
  /** A question in the middle, a panel along the side, or one in the middle (spec 2.30). */
  shape?: 'question' | 'drawer' | 'modal'
  /** Escape, the cross, a press beside it. */
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, shape = 'question', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** Whether what is pressed lies beside it. */
  const pressed = useRef(false)
  const id = useId()
  // Before it is taken out of the page, or it could not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // A form is for typing: not its cross, its first item has the focus. Not before the next frame,
    // since a form draws its items anew when it is opened.
    const frame = requestAnimationFrame(() => {
      const first = [
        '[data-first]:not(:disabled)',
        'form :is(input, select, textarea):not(:disabled)',
      ].map((expected) => shown?.querySelector<HTMLElement>(expected))
      first.find(Boolean)?.focus()
    })
    return () => {
      cancelAnimationFrame(frame)
      // Innermost first, or the focus goes back to what is no longer there.
      const inner = shown?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []
      for (const dialogInside of inner) dialogInside.close()
      shown?.close()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside it is a short cut; Escape and the cross do the same.
    <dialog
      ref={dialog}
      className="dialog"
      data-shape={shape}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Without input in between, a second Escape would close the dialogs below too, unasked.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.defaultPrevented || dialog.current?.querySelector(':popover-open')) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target }) => (pressed.current = target === dialog.current)}
      // The second half of a double click on what opened it, or a text marked beyond its edge,
      // closes nothing.
      onClick={({ target, detail }) =>
        pressed.current && target === dialog.current && detail < 2 && onClose()
      }
    >
      <section className="dialog-box">
        <header>
          <h2 id={id}>{title}</h2>
          {shape !== 'question' && (
            <button
              type="button"
              className="icon-button"
              aria-label={t('pages.form.close')}
              onClick={onClose}
            >
              <CloseIcon />
            </button>
          )}
        </header>
        {children}
      </section>
      <Toasts />
    </dialog>
  )
}
