/** Controls of the public pages, by `data-act`: one listener for clicks, submits and inputs. */
import { recalculateChanged, calculate } from '#landing/live/calculate.ts'
import type * as Developers from '#landing/live/developers.ts'
import { restoreScrollPosition, saveScrollPosition } from '#landing/live/scroll-position.ts'
import { failureMessageOf, showEmbeddedMessage } from '#landing/live/messages.ts'
import type { ShowSiteData } from '#landing/live/side-contacts.ts'
import { setTheme, theme } from '#ui/theme.ts'
import { times } from '#contract/limits.ts'
import type { Package } from '#contract/packages.ts'

let showSiteData: ShowSiteData | undefined

/**
 * Call once. Replays the events queued by `early-events.js`. `show`: how data that is loaded later
 * gets into the page, if it is not prerendered.
 */
export function startSite(show?: ShowSiteData): void {
  showSiteData = show
  for (const type of ['click', 'submit', 'input']) addEventListener(type, handleEvent)
  // Does not bubble.
  addEventListener('toggle', ({ target }) => loadOpenContacts(target as Element), true)
  loadOpenContacts(document.querySelector('[data-contacts]:popover-open'))
  const { queuedActions = [] } = window as { queuedActions?: HTMLElement[] & { live?: boolean } }
  for (const element of queuedActions.splice(0)) runAction(element)
  recalculateChanged(document)
  if (document.querySelector('.developers-text')) withDevelopers(({ prepareCode }) => prepareCode())
  Object.assign(queuedActions, { live: true })
  restoreScrollPosition()
  startSlideshows()
}

function handleEvent(event: Event) {
  const element = (event.target as Element | null)?.closest<HTMLElement>('[data-act]')
  if (!element) return
  if (event.type === 'submit') event.preventDefault()
  if (event.type === triggerOf(element)) runAction(element, event)
}

const inputActions = new Set(['calculate', 'client', 'key', 'call'])

/** Type of the event that runs the action of an element. */
function triggerOf(element: HTMLElement) {
  if (inputActions.has(element.dataset['act']!)) return 'input'
  return element instanceof HTMLFormElement ? 'submit' : 'click'
}

function runAction(element: HTMLElement, event?: Event) {
  actions[element.dataset['act']!]?.(element, event)
}

/** What the controls do on their click, submit or input, by `data-act`. */
export const actions: Readonly<Record<string, (element: HTMLElement, event?: Event) => void>> = {
  theme: toggleTheme,
  previous: (element) => showSlide(element, 'previous'),
  next: (element) => showSlide(element, 'next'),
  pause: togglePause,
  language: saveScrollPosition,
  calculate,
  trial: dispatchFreeTest,
  open: (element) => openDialog(element.dataset['opens']!),
  close: (element) => supportsInvokerCommands() || element.closest('dialog')?.close(),
  again: (element) => {
    const dialog = element.closest('dialog')!
    dialog.dataset['state'] = 'asking'
    // The button is hidden now, and must not take the focus with it.
    const account = dialog.querySelector<HTMLInputElement>('[name=account]')!
    account.focus()
    account.select()
  },
  exit: () =>
    void import('#client/session/sign-out-and-leave.ts').then(({ signOutAndLeave }) =>
      signOutAndLeave(),
    ),
  contacts: (element) => loadContacts(element.closest<HTMLElement>('[data-contacts]')!),
  validate: (element) =>
    void import('#landing/live/validate.ts')
      .then(({ validateContact }) => validateContact(element as HTMLFormElement))
      .catch(() => showEmbeddedMessage(failureMessageOf(element))),
  copy: (button) => withDevelopers(({ copyCode }) => copyCode(button)),
  client: (radio) => withDevelopers(({ chooseClient }) => chooseClient(radio)),
  key: (input) => withDevelopers(({ enterKey }) => enterKey((input as HTMLInputElement).value)),
  demoKey: (button) => withDevelopers(({ enterKey }) => enterKey(button.dataset['key']!)),
  call: () => withDevelopers(({ showRequest }) => showRequest()),
  try: (form) => withDevelopers(({ tryTranslation }) => tryTranslation(form)),
}

/** The code of the page for developers, which other pages don't load. */
const withDevelopers = (run: (page: typeof Developers) => void | Promise<void>) =>
  void import('#landing/live/developers.ts').then(run).catch(() => undefined)

/** Loads what an opened panel of the side bar shows. */
function loadOpenContacts(panel: Element | null) {
  if (panel?.matches('[data-contacts]:popover-open')) loadContacts(panel as HTMLElement)
}

const loadContacts = (panel: HTMLElement) =>
  void import('#landing/live/side-contacts.ts')
    .then(({ loadSideContacts, redrawSideContacts }) =>
      loadSideContacts(panel, showSiteData ?? redrawSideContacts),
    )
    .catch(() => showEmbeddedMessage(panel.querySelector('.side-failed > p')!))

/** Invoker commands (`commandfor`) open and close dialogs without a script. */
const supportsInvokerCommands = () => 'commandForElement' in HTMLButtonElement.prototype

function openDialog(id: string) {
  if (!supportsInvokerCommands()) (document.getElementById(id) as HTMLDialogElement).showModal()
}

/**
 * Raises `free-test` with the package as its detail (spec 2.11), for scripts that the site adds. The
 * link then leads on (spec 4.3).
 */
function dispatchFreeTest(element: HTMLElement): void {
  const detail = JSON.parse(element.dataset['package']!) as Package
  element.dispatchEvent(new CustomEvent('free-test', { bubbles: true, detail }))
}

function toggleTheme(): void {
  setTheme(theme() === 'dark' ? 'light' : 'dark')
}

/** Shows the slide before or after the current one; wraps around at both ends. */
function showSlide(element: Element, direction: 'previous' | 'next'): void {
  const slides = element.closest('.slides')!
  const dots = [...slides.querySelectorAll<HTMLInputElement>(':scope > .slides-dot')]
  const index = dots.findIndex(({ checked }) => checked)
  const step = direction === 'next' ? 1 : -1
  dots[(index + step + dots.length) % dots.length]!.checked = true
}

function togglePause(element: HTMLElement): void {
  element.setAttribute('aria-pressed', String(element.getAttribute('aria-pressed') !== 'true'))
}

/**
 * Starts the automatic advance of carousels with `data-every`. They pause on hover and focus, with reduced motion, and while
 * the pause button is pressed.
 */
function startSlideshows(): void {
  setInterval(() => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const slides of document.querySelectorAll('.slides[data-every]')) {
      if (!slides.matches(':hover, :focus-within') && !slides.querySelector('[aria-pressed=true]'))
        showSlide(slides, 'next')
    }
  }, times.slideInterval)
}
