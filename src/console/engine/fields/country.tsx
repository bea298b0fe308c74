/** ISO 3166 two-letter country code, with a searchable picker that lists China first. */
import { localeTag } from '#client/i18n/language.ts'
import type { FieldTypeUi, FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'
import type { Choice } from '#ui/combobox.tsx'
import { countryCodes } from '#contract/countries.ts'
import {
  ListPicker,
  pickerControls,
  type FieldPickerProps,
} from '#console/engine/fields/picker.tsx'

type CountryType = FieldTypeOf<'country'>

export const country: FieldTypeUi<CountryType> = {
  width: () => ({ usual: 110, least: 72 }),
  text: (value) => nameOf(String(value)),
  ...pickerControls(CountryPicker),
}

/** Listed first. Messages override the names of the platform, such as "Hong Kong SAR China". */
const pinnedCodes = ['CN', 'HK', 'MO', 'TW']

let names: Intl.DisplayNames | undefined
let sorted: readonly Choice[] | undefined

function nameOf(code: string): string {
  const overrideKey = `crud.country.names.${code}`
  if (pinnedCodes.includes(code) && hasMessage(overrideKey)) return messageOf(overrideKey)
  names ??= new Intl.DisplayNames(localeTag(), { type: 'region' })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** Sorted once: the language is fixed for the lifetime of the page. */
function countries(): readonly Choice[] {
  if (sorted) return sorted
  const { compare } = new Intl.Collator(localeTag())
  const rank = (code: string) =>
    pinnedCodes.includes(code) ? pinnedCodes.indexOf(code) : pinnedCodes.length
  sorted = countryCodes
    .map((value) => ({ value, text: nameOf(value), hint: value }))
    .toSorted((a, b) => rank(a.value) - rank(b.value) || compare(a.text, b.text))
  return sorted
}

function findCountries(query: string): readonly Choice[] {
  const typed = query.trim().toLowerCase()
  return countries().filter(
    ({ value, text }) => text.toLowerCase().includes(typed) || value.toLowerCase() === typed,
  )
}

function CountryPicker({
  fieldType: _fieldType,
  lookupData: _lookupData,
  formValues: _formValues,
  ...control
}: FieldPickerProps<CountryType>) {
  return (
    <ListPicker
      {...control}
      text={control.chosen ? nameOf(control.chosen) : (control.none ?? '')}
      placeholder={t('crud.country.search')}
      find={(query) => [{ choices: findCountries(query) }]}
    />
  )
}
