/** Shows or clears messages embedded in the page's data attributes. */

export function say(where: HTMLElement, isTrue: boolean): void {
  where.textContent = isTrue ? where.dataset['said']! : ''
}

/** Shows that the contact could not be verified. */
export const sayUnchecked = (form: HTMLElement, isTrue: boolean): void =>
  say(form.querySelector('.validate-failed')!, isTrue)
