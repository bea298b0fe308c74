/** Native popovers for happy-dom, which lacks them: opened and closed by their buttons. */
// oxlint-disable-next-line no-restricted-imports -- the browser fires this event
import { fireEvent } from '@testing-library/react'

const openPopovers = new Set<HTMLElement>()

function setOpen(popover: HTMLElement, isOpen: boolean): void {
  if (isOpen === openPopovers.has(popover)) return
  // Opening one closes the others.
  for (const open of isOpen ? [...openPopovers] : []) setOpen(open, false)
  if (isOpen) openPopovers.add(popover)
  else openPopovers.delete(popover)
  fireEvent(popover, Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' }))
}

function toggleByButton({ target, defaultPrevented }: Event): void {
  // oxlint-disable-next-line no-restricted-properties -- a click may hit a child of the button
  const button = target instanceof Element ? target.closest('[popovertarget]') : null
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  if (popover && !defaultPrevented) setOpen(popover, !openPopovers.has(popover))
}

// Test files share a window.
if (!('showPopover' in HTMLElement.prototype)) {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      setOpen(this, true)
    },
    hidePopover(this: HTMLElement) {
      setOpen(this, false)
    },
  })
  document.addEventListener('click', toggleByButton)
}
