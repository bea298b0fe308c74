/** Messages of public pages: those carried in `data-message` attributes, and short ones. */

export function showEmbeddedMessage(element: HTMLElement): void {
  element.textContent = element.dataset['message']!
}

export function clearMessage(element: HTMLElement): void {
  element.textContent = ''
}

/** Milliseconds. */
const shortMessageDuration = 4_000
let shortMessageTimer: ReturnType<typeof setTimeout> | undefined

/** Shows a text in the live region of the page for a moment. */
export function showShortMessage(text: string): void {
  const area = document.getElementById('message')
  if (!area) return
  clearTimeout(shortMessageTimer)
  area.textContent = text
  shortMessageTimer = setTimeout(() => (area.textContent = ''), shortMessageDuration)
}

/** Element of the message that the contact could not be verified. */
export const failureMessageOf = (form: HTMLElement): HTMLElement =>
  form.querySelector('.validate-failed')!
