/** Shows or clears messages that the prerendered page carries in `data-message` attributes. */

export function showEmbeddedMessage(element: HTMLElement, isShown: boolean): void {
  element.textContent = isShown ? element.dataset['message']! : ''
}

/** Shows that the contact could not be verified. */
export const showValidationFailure = (form: HTMLElement, isShown: boolean): void =>
  showEmbeddedMessage(form.querySelector('.validate-failed')!, isShown)
