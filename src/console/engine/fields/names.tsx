/** Localised names: translation channels, languages, and rows with a name in both languages. */
import { localName } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import { optionFilter, optionInput } from '#console/engine/fields/options.tsx'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import { channels, type Channel } from '#contract/packages.ts'
import { translation, type Language } from '#contract/translation.ts'

/** The English name is in another field of the row. */
export const localized: KindModule<MeaningOf<'localized'>> = {
  text: (value, { means, row }) =>
    localName({
      name: String(value),
      enName: typeof row[means.en] === 'string' ? (row[means.en] as string) : null,
    }),
}

/** A channel that no longer exists is shown as unknown (spec 2.32). */
export const channel: KindModule<MeaningOf<'channel'>> = {
  lookup: channels.list,
  text: (value, { found }) => {
    if (!found) return String(value)
    const known = (found as Channel[]).find(({ id }) => String(id) === String(value))
    return known ? localName(known) : t('pages.unknownChannel')
  },
  Filter: optionFilter((_, found) => channelOptions(found)),
  Input: optionInput((_, found) => channelOptions(found)),
}

/** Falls back to the platform's language name, then to the code. */
export const language: KindModule<MeaningOf<'language'>> = {
  lookup: translation.languages,
  text: (value, { found }) => {
    const listed = languagesIn(found).find(({ langCode }) => langCode === value)
    return listed ? languageName(listed) : nameByPlatform(String(value))
  },
  Filter: optionFilter((_, found) => languageOptions(found)),
  Input: optionInput((_, found) => languageOptions(found)),
}

const channelOptions = (found: unknown) =>
  ((found ?? []) as Channel[]).map((one) => ({ value: String(one.id), text: localName(one) }))
const languageOptions = (found: unknown) =>
  languagesIn(found).map((one) => ({ value: one.langCode, text: languageName(one) }))
const languageName = ({ chineseName, englishName }: Language) =>
  localName({ name: chineseName, enName: englishName })

function languagesIn(found: unknown): Language[] {
  const { sourceList = [], targetList = [] } = (found ?? {}) as {
    sourceList?: Language[]
    targetList?: Language[]
  }
  return [...new Map([...sourceList, ...targetList].map((one) => [one.langCode, one])).values()]
}

let languageNames: Intl.DisplayNames | undefined

function nameByPlatform(code: string): string {
  try {
    languageNames ??= new Intl.DisplayNames(localeTag(), { type: 'language' })
    return languageNames.of(code) ?? code
  } catch {
    return code
  }
}
