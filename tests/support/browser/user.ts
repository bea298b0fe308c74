/** Simulated user: events by user-event, waiting and element look-up by Testing Library. */
// oxlint-disable-next-line no-restricted-imports -- the browser fires `toggle` of popovers
import { configure, fireEvent, getConfig, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** Milliseconds until a wait fails: long enough for a busy machine. */
const waitTimeout = 60_000

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// Waits ask often in vain: the default error would print all elements of the page each time.
configure({
  asyncUtilTimeout: waitTimeout,
  getElementError: (message) => new Error(`${message ?? ''}\nThe page shows: ${text()}`),
})

/** Types without pauses. The pointer-events check needs a layout, which happy-dom lacks. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/** Replaces the text of a field. Pasted: each typed key would take 25 ms of processor time. */
export async function fill(field: HTMLElement, value: string): Promise<void> {
  await user.clear(field)
  if (value !== '') await user.paste(value)
}

/** Polls until the condition holds. Throws with the text of the page after the timeout in ms. */
export async function until(
  condition: () => boolean,
  timeout = waitTimeout,
  details = (): string => '',
): Promise<void> {
  const failure = new Error()
  await waitFor(
    () => {
      if (!condition()) throw new Error('The condition does not hold.')
    },
    {
      timeout,
      onTimeout: () => {
        failure.message = `Nothing happened in ${timeout} ms. The page shows: ${text()}${details()}`
        return failure
      },
    },
  )
}

export const text = (): string => document.body.textContent

/** First button or link of that accessible name. Throws if there is none. */
export function buttonOrLink(name: string): HTMLElement {
  const found = nearText(name) ?? withRole(document.body, name)[0]
  if (!found) throw new Error(`No button or link is named ${name}. The page shows: ${text()}`)
  return found
}

const withRole = (container: HTMLElement, name: string): HTMLElement[] =>
  (['button', 'link'] as const).flatMap((role) => within(container).queryAllByRole(role, { name }))

/**
 * Asks only where the name stands as a text or label: computing the accessible names of a whole
 * page takes a tenth of a second.
 */
const nearText = (name: string): HTMLElement | undefined =>
  // oxlint-disable-next-line no-restricted-properties -- only narrows down where to look
  [...document.querySelectorAll<HTMLElement>('button, a[href]')]
    .filter((element) =>
      [element.textContent, element.getAttribute('aria-label')].some((label) =>
        label?.includes(name),
      ),
    )
    .find((element) => withRole(element.parentElement!, name).includes(element))

/** Presses a button or link. If it is named “action：row”, it may be in the menu of the row. */
export async function press(name: string): Promise<void> {
  const [, row] = name.split('：')
  const menu = row === undefined || nearText(name) ? undefined : nearText(`${row}的更多操作`)
  if (menu) await user.click(menu)
  await user.click(buttonOrLink(name))
}

/**
 * Follows a link to a page whose code is still to be loaded. Clicks outside of `act`: within it,
 * React would render the page only when the data is refetched after 15 seconds.
 */
export const follow = (name: string): Promise<void> =>
  getConfig().asyncWrapper(async () => buttonOrLink(name).click())

/** Text that `aria-describedby` refers to, such as the error of a field; empty without one. */
export const descriptionOf = (element: HTMLElement): string =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? ''

/** The open dialog on top of all others, or null. */
export const dialog = (): HTMLElement | null =>
  screen.queryAllByRole<HTMLDialogElement>('dialog').findLast(({ open }) => open) ?? null

/** Button of that name in the dialog on top. */
export const inDialog = (name: string): HTMLButtonElement =>
  within(dialog()!).getByRole('button', { name })

/** Presses the button of that name in the dialog on top, once that is there. */
export async function pressInDialog(name: string): Promise<void> {
  const isThere = () => within(dialog()!).queryByRole('button', { name }) !== null
  await until(() => dialog() !== null && isThere())
  await user.click(inDialog(name))
}

/** Native popovers, which happy-dom lacks: opened and closed by their buttons. */
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
