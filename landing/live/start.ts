/** Starts the public pages: one delegated listener for all controls, and the carousels. */
import { acts } from '#landing/live/actions.ts'
import { recalculate } from '#landing/live/calculate.ts'
import { moveSlides } from '#landing/live/slides.ts'
import { restorePlace } from '#landing/live/scroll-position.ts'

/** Call once. Replays the events queued by `early-events.js`. */
export function startSite(): void {
  for (const type of ['click', 'submit', 'input']) addEventListener(type, hear)
  const { held = [] } = window as { held?: HTMLElement[] & { live?: boolean } }
  for (const by of held.splice(0)) act(by)
  recalculate(document)
  Object.assign(held, { live: true })
  restorePlace()
  moveSlides()
}

function hear(event: Event) {
  const by = (event.target as Element | null)?.closest<HTMLElement>('[data-act]')
  if (!by) return
  const form = by instanceof HTMLFormElement
  if (event.type === 'submit') event.preventDefault()
  if (event.type === (form ? (by.dataset['act'] === 'calculate' ? 'input' : 'submit') : 'click'))
    act(by, event)
}

function act(by: HTMLElement, event?: Event) {
  acts[by.dataset['act']!]?.(by, event)
}
