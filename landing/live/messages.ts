/** Sentences that the page brought along, said where they stand when they are true. */

export function say(where: HTMLElement, isTrue: boolean): void {
  where.textContent = isTrue ? where.dataset['said']! : ''
}

/** That a contact could not be checked. */
export const sayUnchecked = (form: HTMLElement, isTrue: boolean): void =>
  say(form.querySelector('.validate-failed')!, isTrue)
