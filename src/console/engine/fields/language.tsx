/** Field type for languages, with a searchable picker. */
import { localeTag } from '#client/i18n/language.ts'
import type { KindModule, FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { found as search, languageName } from '#console/engine/fields/languages.ts'
import {
  ListPicker,
  pickerControls,
  type FieldPickerProps,
} from '#console/engine/fields/picker.tsx'
import { t } from '#console/refine/i18n.ts'
import { translation, type Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'

type LanguageType = FieldTypeOf<'language'>

/** Falls back to the platform's language name, then to the code. */
export const language: KindModule<LanguageType> = {
  lookup: translation.languages,
  exists: (value, found) => !found || languagesIn(found).some(({ langCode }) => langCode === value),
  text: (value, { found }) => nameOf(String(value), found),
  ...pickerControls(LanguagePicker),
}

function LanguagePicker({
  fieldType,
  found,
  chosen,
  none,
  others: _others,
  ...control
}: FieldPickerProps<LanguageType>) {
  const offered = languagesIn(found).filter(
    ({ langCode }) => fieldType.detect || langCode !== detectSource,
  )
  return (
    <ListPicker
      {...control}
      chosen={chosen}
      none={none}
      text={chosen ? nameOf(chosen, found) : (none ?? '')}
      placeholder={t('translate.search')}
      find={(query) =>
        search(offered, query).map((one) => ({
          value: one.langCode,
          text: languageName(one),
          hint: one.langCode,
        }))
      }
    />
  )
}

function nameOf(code: string, found: unknown): string {
  const listed = languagesIn(found).find(({ langCode }) => langCode === code)
  return listed ? languageName(listed) : nameByPlatform(code)
}

function languagesIn(found: unknown): Language[] {
  const { sourceList = [], targetList = [] } = (found ?? {}) as {
    sourceList?: Language[]
    targetList?: Language[]
  }
  return [...new Map([...sourceList, ...targetList].map((one) => [one.langCode, one])).values()]
}

let names: Intl.DisplayNames | undefined

function nameByPlatform(code: string): string {
  try {
    names ??= new Intl.DisplayNames(localeTag(), { type: 'language' })
    return names.of(code) ?? code
  } catch {
    return code
  }
}
