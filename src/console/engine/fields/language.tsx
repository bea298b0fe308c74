/** Field type for languages, with a searchable picker. */
import { language as pageLanguage } from '#client/i18n/language.ts'
import type { FieldTypeUi, FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { findLanguages, languageName } from '#console/engine/fields/languages.ts'
import {
  ListPicker,
  pickerControls,
  type FieldPickerProps,
} from '#console/engine/fields/picker.tsx'
import { t } from '#console/refine/i18n.ts'
import { translation, type Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'
import { languageNameIn } from '#locales/language-names.ts'

type LanguageType = FieldTypeOf<'language'>

/** Falls back to the platform's language name, then to the code. */
export const language: FieldTypeUi<LanguageType> = {
  width: () => ({ usual: 120, least: 72 }),
  lookup: translation.languages,
  exists: (value, lookupData) =>
    !lookupData || languagesIn(lookupData).some(({ langCode }) => langCode === value),
  text: (value, { lookupData }) => nameOf(String(value), lookupData),
  ...pickerControls(LanguagePicker),
}

function LanguagePicker({
  fieldType,
  lookupData,
  chosen,
  none,
  formValues: _formValues,
  ...control
}: FieldPickerProps<LanguageType>) {
  const offered = languagesIn(lookupData).filter(
    ({ langCode }) => fieldType.detect || langCode !== detectSource,
  )
  return (
    <ListPicker
      {...control}
      chosen={chosen}
      none={none}
      text={chosen ? nameOf(chosen, lookupData) : (none ?? '')}
      placeholder={t('translate.search')}
      find={(query) => findLanguages(offered, query)}
    />
  )
}

function nameOf(code: string, lookupData: unknown): string {
  const listed = languagesIn(lookupData).find(({ langCode }) => langCode === code)
  return listed ? languageName(listed) : languageNameIn(pageLanguage(), code)
}

function languagesIn(lookupData: unknown): Language[] {
  const { sourceList = [], targetList = [] } = (lookupData ?? {}) as {
    sourceList?: Language[]
    targetList?: Language[]
  }
  return [
    ...new Map([...sourceList, ...targetList].map((listed) => [listed.langCode, listed])).values(),
  ]
}
