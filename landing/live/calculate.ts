/** Does the sums of the calculator again when a slider is moved, in the sentences that the page brought along. */
import { daysOf, messagesIn, monthOf } from '#landing/price/arithmetic.ts'

export function calculate(by: HTMLElement): void {
  const form = by as HTMLFormElement
  const [length, perDay] = ['length', 'perDay'].map((name) => Number((form.elements.namedItem(name) as HTMLInputElement).value)) as [number, number]
  const numbers = new Intl.NumberFormat(document.documentElement.lang)
  const said = (count: number) => numbers.format(count)
  for (const value of form.querySelectorAll<HTMLElement>('[data-value-of]')) {
    value.textContent = said(value.dataset['valueOf'] === 'length' ? length : perDay)
  }
  for (const sum of form.querySelectorAll<HTMLElement>('[data-sum]')) {
    const characters = Number(sum.dataset['characters'])
    const values: Record<string, Record<string, number>> = {
      messages: { characters, count: messagesIn(characters, length) },
      days: { perDay, days: daysOf(characters, length, perDay) },
      month: { characters: monthOf(length, perDay) },
    }
    const filled = values[sum.dataset['sum']!]!
    sum.textContent = sum.dataset['sentence']!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => said(filled[name]!))
  }
}
