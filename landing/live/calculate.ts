/** Recalculates the price calculator from its sliders, with message templates from the page. */
import { exactCount } from '#client/i18n/format.ts'
import { resultText, type Result } from '#landing/price/arithmetic.ts'

/**
 * Updates calculators whose sliders changed before this script ran, by the visitor or by form
 * restoration.
 */
export function recalculateChanged(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-act=calculate]')) {
    if (
      [...form.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)
    )
      calculate(form)
  }
}

export function calculate(element: HTMLElement): void {
  const form = element as HTMLFormElement
  const [charactersPerMessage, messagesPerDay] = ['length', 'perDay'].map((name) =>
    Number((form.elements.namedItem(name) as HTMLInputElement).value),
  ) as [number, number]
  for (const value of form.querySelectorAll<HTMLElement>('[data-value-of]')) {
    value.textContent = exactCount(
      value.dataset['valueOf'] === 'length' ? charactersPerMessage : messagesPerDay,
    )
  }
  for (const output of form.querySelectorAll<HTMLElement>('[data-result]'))
    output.textContent = resultText(JSON.parse(output.dataset['result']!) as Result, {
      charactersPerMessage,
      messagesPerDay,
    })
}
