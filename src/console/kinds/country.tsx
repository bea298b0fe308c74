/** A country or region by its two letters, under the platform's own name for it. */
import { localeTag } from '#client/language.ts'
import { optionFilter, optionInput, type Option } from '#console/kinds/options.tsx'
import type { KindModule, MeaningOf } from '#console/kinds/kind.ts'
import { countryCodes } from '#contract/country-codes.ts'

export const country: KindModule<MeaningOf<'country'>> = {
  text: (value) => nameOf(String(value)),
  Filter: optionFilter(countries),
  Input: optionInput(countries),
}

let names: Intl.DisplayNames | undefined
let sorted: readonly Option[] | undefined

function nameOf(code: string): string {
  names ??= new Intl.DisplayNames(localeTag(), { type: 'region' })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** In the order of their names; the language does not change while a page lives. */
function countries(): readonly Option[] {
  if (sorted) return sorted
  const { compare } = new Intl.Collator(localeTag())
  sorted = countryCodes.map((value) => ({ value, text: nameOf(value) })).toSorted((a, b) => compare(a.text, b.text))
  return sorted
}
