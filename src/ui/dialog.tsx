/** Modal dialog on the native `<dialog>`, which traps the focus and restores it afterwards. */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from '#ui/icons.tsx'
import './dialog.css'

export type DialogProps = {
  title: string
  /**
   * Centred question, side drawer or centred modal (spec 2.30), a dialog of a public page, or the
   * command palette, whose title only screen readers have.
   */
  shape?: 'question' | 'drawer' | 'modal' | 'page' | 'palette'
  /** Called on Escape, the close button and a click on the backdrop. */
  onClose: () => void
  /** Whether a click on the backdrop closes it. Not for dialogs with input that would be lost. */
  closesOnBackdrop?: boolean
  /** Accessible name of a close button in the header; without a name, no button. */
  closeLabel?: string | undefined
  /** Its own toast area: a modal dialog makes that of the page inert. */
  toasts: ReactNode
  children: ReactNode
}

export function Dialog({
  title,
  shape = 'question',
  onClose,
  closesOnBackdrop = true,
  closeLabel,
  toasts,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isBackdropPressed = useRef(false)
  const id = useId()
  // A layout effect closes the dialog before it is removed, so that it can restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const stop = element && keepFirstFocused(element)
    return () => {
      stop?.()
      // Closes nested dialogs first; otherwise the focus returns to a removed element.
      const nested = element?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []
      for (const nestedDialog of nested) nestedDialog.close()
      element?.close()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a backdrop click is a shortcut; Escape and the close button do the same.
    <dialog
      ref={dialog}
      className="dialog"
      data-shape={shape}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Without user input in between, a second Escape would close the dialogs below unprompted.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.defaultPrevented || dialog.current?.querySelector(':popover-open')) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target }) => (isBackdropPressed.current = target === dialog.current)}
      // Ignores the second click of a double click and drags that started inside the dialog.
      onClick={({ target, detail }) =>
        closesOnBackdrop &&
        isBackdropPressed.current &&
        target === dialog.current &&
        detail < 2 &&
        onClose()
      }
    >
      <section className="dialog-box">
        <header>
          <h2 id={id} tabIndex={shape === 'page' ? -1 : undefined}>
            {title}
          </h2>
          {closeLabel && (
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </header>
        {children}
      </section>
      {toasts}
    </dialog>
  )
}

/**
 * Focuses the first form item, or else the title of a page's dialog, instead of a button: at once, so
 * that no key is lost, and again when contents appear later, until the user presses something. Returns
 * what ends it.
 */
function keepFirstFocused(dialog: HTMLElement): () => void {
  let focused: Element | null = null
  const focusFirst = () => {
    const { activeElement } = document
    const hasMoved = activeElement !== focused && activeElement?.matches('dialog *')
    if (focused && hasMoved) return
    const candidates = [
      '[data-initial-focus]:not(:disabled)',
      'form :is(input, select, textarea):not(:disabled)',
      'h2[tabindex]',
    ].map((selector) => dialog.querySelector<HTMLElement>(selector))
    candidates.find(Boolean)?.focus()
    focused = document.activeElement
  }
  focusFirst()
  const observer = new MutationObserver(focusFirst)
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const stop = new AbortController()
  stop.signal.addEventListener('abort', () => observer.disconnect())
  for (const press of ['keydown', 'pointerdown'])
    dialog.addEventListener(press, () => stop.abort(), { signal: stop.signal, capture: true })
  return () => stop.abort()
}
