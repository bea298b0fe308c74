/** Click and submit handlers of the public pages, by `data-act`. */
import { calculate } from '#landing/live/calculate.ts'
import { keepPlace } from '#landing/live/scroll-position.ts'
import { nextSlide, pauseSlides } from '#landing/live/slides.ts'
import { toggleTheme } from '#landing/live/toggle-theme.ts'
import { sayUnchecked } from '#landing/live/messages.ts'

const loadAccount = () => import('#landing/live/account.ts')

export const acts: Readonly<Record<string, (by: HTMLElement, event?: Event) => void>> = {
  theme: toggleTheme,
  previous: (by) => nextSlide(by, -1),
  next: (by) => nextSlide(by, 1),
  pause: pauseSlides,
  language: keepPlace,
  calculate,
  open: (by) => openDialog(by.dataset['opens']!),
  close: (by) => commands() || by.closest('dialog')?.close(),
  again: (by) => by.closest<HTMLElement>('[data-state]')!.setAttribute('data-state', 'asking'),
  exit: () => void loadAccount().then(({ leave }) => leave()),
  validate: (by) =>
    void import('#landing/live/validate.ts')
      .then(({ validate }) => validate(by as HTMLFormElement))
      .catch(() => sayUnchecked(by, true)),
}

/** True if the browser supports invoker commands (`commandfor`). */
const commands = () => 'commandForElement' in HTMLButtonElement.prototype

function openDialog(id: string) {
  if (!commands()) (document.getElementById(id) as HTMLDialogElement).showModal()
}
