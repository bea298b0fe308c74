/** Shows or clears messages embedded in the page's data attributes. */

export function showEmbedded(where: HTMLElement, isTrue: boolean): void {
  where.textContent = isTrue ? where.dataset['message']! : ''
}

/** Shows that the contact could not be verified. */
export const showUnchecked = (form: HTMLElement, isTrue: boolean): void =>
  showEmbedded(form.querySelector('.validate-failed')!, isTrue)
