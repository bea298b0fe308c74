/** Controls of the public pages, by `data-act`: one listener for clicks, submits and inputs. */
import { recalculate, calculate } from '#landing/live/calculate.ts'
import { restoreScrollPosition, saveScrollPosition } from '#landing/live/scroll-position.ts'
import { showUnchecked } from '#landing/live/messages.ts'
import { setTheme, theme } from '#ui/theme.ts'
import { times } from '#contract/limits.ts'

/** Call once. Replays the events queued by `early-events.js`. */
export function startSite(): void {
  for (const type of ['click', 'submit', 'input']) addEventListener(type, handleEvent)
  const { held = [] } = window as { held?: HTMLElement[] & { live?: boolean } }
  for (const by of held.splice(0)) runAction(by)
  recalculate(document)
  Object.assign(held, { live: true })
  restoreScrollPosition()
  moveSlides()
}

function handleEvent(event: Event) {
  const by = (event.target as Element | null)?.closest<HTMLElement>('[data-act]')
  if (!by) return
  const form = by instanceof HTMLFormElement
  if (event.type === 'submit') event.preventDefault()
  if (event.type === (form ? (by.dataset['act'] === 'calculate' ? 'input' : 'submit') : 'click'))
    runAction(by, event)
}

function runAction(by: HTMLElement, event?: Event) {
  actions[by.dataset['act']!]?.(by, event)
}

const loadAccount = () => import('#landing/live/account.ts')

/** Click and submit handlers of the public pages, by `data-act`. */
export const actions: Readonly<Record<string, (by: HTMLElement, event?: Event) => void>> = {
  theme: toggleTheme,
  previous: (by) => nextSlide(by, -1),
  next: (by) => nextSlide(by, 1),
  pause: pauseSlides,
  language: saveScrollPosition,
  calculate,
  open: (by) => openDialog(by.dataset['opens']!),
  close: (by) => commands() || by.closest('dialog')?.close(),
  again: (by) => by.closest<HTMLElement>('[data-state]')!.setAttribute('data-state', 'asking'),
  exit: () => void loadAccount().then(({ signOutAndLeave }) => signOutAndLeave()),
  validate: (by) =>
    void import('#landing/live/validate.ts')
      .then(({ validateContact }) => validateContact(by as HTMLFormElement))
      .catch(() => showUnchecked(by, true)),
}

/** True if the browser supports invoker commands (`commandfor`). */
const commands = () => 'commandForElement' in HTMLButtonElement.prototype

function openDialog(id: string) {
  if (!commands()) (document.getElementById(id) as HTMLDialogElement).showModal()
}

/** Toggles between the light and dark theme. */
function toggleTheme(): void {
  setTheme(theme() === 'dark' ? 'light' : 'dark')
}

/** Wraps around at both ends. */
function nextSlide(within: Element, step: 1 | -1): void {
  const slides = within.closest('.slides')!
  const dots = [...slides.querySelectorAll<HTMLInputElement>(':scope > .slides-dot')]
  const at = dots.findIndex(({ checked }) => checked)
  dots[(at + step + dots.length) % dots.length]!.checked = true
}

function pauseSlides(by: HTMLElement): void {
  by.setAttribute('aria-pressed', String(by.getAttribute('aria-pressed') !== 'true'))
}

/**
 * Starts the automatic advance. Carousels pause on hover and focus, with reduced motion, and while
 * the pause button is pressed.
 */
function moveSlides(): void {
  setInterval(() => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const slides of document.querySelectorAll('.slides[data-every]')) {
      if (!slides.matches(':hover, :focus-within') && !slides.querySelector('[aria-pressed=true]'))
        nextSlide(slides, 1)
    }
  }, times.slideInterval)
}
