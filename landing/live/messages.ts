/** Shows and clears messages that the prerendered page carries in `data-message` attributes. */

export function showEmbeddedMessage(element: HTMLElement): void {
  element.textContent = element.dataset['message']!
}

export function clearMessage(element: HTMLElement): void {
  element.textContent = ''
}

/** Element of the message that the contact could not be verified. */
export const failureMessageOf = (form: HTMLElement): HTMLElement =>
  form.querySelector('.validate-failed')!
