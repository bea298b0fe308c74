/** Recalculates the price calculator from its sliders, with message templates from the page. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { interpolate } from '#locales/messages.ts'
import {
  monthlyCostByCharacters,
  daysOfSupply,
  charactersPerMonth,
} from '#landing/price/arithmetic.ts'
import { countMessages } from '#client/package-texts.ts'

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
  for (const output of form.querySelectorAll<HTMLElement>('[data-output]')) {
    const [characters, cents] = [
      Number(output.dataset['characters']),
      Number(output.dataset['cents']),
    ]
    const values: Record<string, Record<string, string>> = {
      messages: {
        characters: exactCount(characters),
        count: exactCount(countMessages(characters, charactersPerMessage)),
      },
      days: { days: exactCount(daysOfSupply(characters, charactersPerMessage, messagesPerDay)) },
      cost: {
        cost: yuan(
          monthlyCostByCharacters(cents, characters, charactersPerMessage, messagesPerDay),
        ),
      },
      month: { characters: exactCount(charactersPerMonth(charactersPerMessage, messagesPerDay)) },
    }
    const placeholders = values[output.dataset['output']!]!
    output.textContent = interpolate(output.dataset['sentence']!, placeholders)
  }
}
