/** Arithmetic and sentences of the price calculator. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { countMessages } from '#client/package-texts.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { interpolate, type Lang } from '#locales/messages.ts'

const daysPerMonth = businessLimits.monthly.days

export type Usage = { charactersPerMessage: number; messagesPerDay: number }

/**
 * A result of the calculator, for a package of `characters` at `cents` where it depends on one.
 * `sentence`: its template.
 */
export type Result = {
  output: 'messages' | 'days' | 'cost' | 'month'
  sentence: string
  characters: number
  cents: number
}

/** The text of a result. By default in the language of the page. */
export function resultText(
  { output, sentence, characters, cents }: Result,
  { charactersPerMessage, messagesPerDay }: Usage,
  lang?: Lang,
): string {
  const perDay = charactersPerMessage * messagesPerDay
  const perMonth = daysPerMonth * perDay
  const count = (value: number) => exactCount(value, lang)
  const values = {
    messages: {
      characters: count(characters),
      count: count(countMessages(characters, charactersPerMessage)),
    },
    // Complete days for which the characters suffice.
    days: { days: count(Math.floor(characters / Math.max(1, perDay))) },
    // A month's share of the price, rounded up.
    cost: { cost: yuan(Math.ceil((cents * perMonth) / Math.max(1, characters)), lang) },
    month: { characters: count(perMonth) },
  }
  return interpolate(sentence, values[output])
}

/** Monthly cost in cents for a time package of `minutes`, rounded up. */
export const monthlyCostByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * daysPerMonth * 24 * 60) / Math.max(1, minutes))
