/**
 * Draws a part anew that somebody may be using: what was chosen, moved, opened or reached in it
 * stays so.
 */
import { recalculate } from '#landing/live/calculate.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** What is no longer there can't be kept. */
export function replaceMarkup(place: HTMLElement, markup: string): void {
  const values = new Map(
    controls(place, 'input:checked, input[type=range], select').map(({ name, value }) => [
      name,
      value,
    ]),
  )
  const open = place.querySelector('dialog[open]')?.id
  const reached = reachable(place).indexOf(document.activeElement as HTMLElement)
  place.innerHTML = markup
  for (const control of controls(place, 'input, select')) restore(control, values.get(control.name))
  recalculate(place)
  if (open) place.querySelector<HTMLDialogElement>(`dialog#${CSS.escape(open)}`)?.showModal()
  if (reached >= 0) reachable(place)[reached]?.focus({ preventScroll: true })
}

function restore(control: Control, value: string | undefined) {
  if (value === undefined) return
  if (control.type === 'radio') control.checked ||= control.value === value
  else if (
    control instanceof HTMLInputElement ||
    [...control.options].some((option) => option.value === value)
  )
    control.value = value
}

const controls = (place: HTMLElement, which: string) => [...place.querySelectorAll<Control>(which)]
const reachable = (place: HTMLElement) => [
  ...place.querySelectorAll<HTMLElement>('a, button, input, select'),
]
