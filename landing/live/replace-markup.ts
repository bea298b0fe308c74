/** Replaces the markup of an island and restores its form values, open dialog and focus. */
import { recalculate } from '#landing/live/calculate.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** State of elements missing from the new markup is dropped. */
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
