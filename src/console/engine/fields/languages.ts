/** Language names, search and recently used languages. */
import { language, localeTag } from '#client/i18n/language.ts'
import { browserStore } from '#client/storage.ts'
import { t } from '#console/refine/i18n.ts'
import type { Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'
import type { ChoiceGroup } from '#ui/combobox.tsx'

const storageKey = 'recentLanguages'
const maxRecent = 5
/** Shown while no language has been used yet. */
const commonLanguages = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru', 'ar', 'vi']

/** Name in the language of the page. */
export function languageName({ langCode, chineseName, englishName }: Language): string {
  if (langCode === detectSource) return t('translate.auto')
  return (language() === 'zh' ? chineseName : englishName) || langCode
}

/**
 * Searches languages by code and by name in both languages. Exact matches come first, then prefix
 * matches, then the rest; among the last two, languages with a two-letter ISO 639 code come first,
 * because they are the most requested. Case, accents and character widths are ignored. An empty
 * query returns all by name, with detection on top.
 */
export function searchLanguages(languages: readonly Language[], query: string): Language[] {
  const typed = normalizeForSearch(query.trim())
  if (typed === '') {
    const { compare } = new Intl.Collator(localeTag())
    const detectionFirst = ({ langCode }: Language) => Number(langCode !== detectSource)
    return languages.toSorted(
      (a, b) => detectionFirst(a) - detectionFirst(b) || compare(languageName(a), languageName(b)),
    )
  }
  const searchTextsOf = ({ langCode, chineseName, englishName }: Language) =>
    [langCode, chineseName, englishName].map(normalizeForSearch)
  const matches = languages.filter((candidate) =>
    searchTextsOf(candidate).some((name) => name.includes(typed)),
  )
  const rank = (candidate: Language) => {
    if (searchTextsOf(candidate).includes(typed)) return 0
    return (
      (searchTextsOf(candidate).some((name) => name.startsWith(typed)) ? 1 : 3) +
      (/^..(-|$)/.test(candidate.langCode) ? 0 : 1)
    )
  }
  return matches.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Choices of a picker. Without a query, detection and the languages used last come first, common ones
 * while none has been used.
 */
export function findLanguages(languages: readonly Language[], query: string): ChoiceGroup[] {
  const all = { choices: searchLanguages(languages, query).map(choiceOf) }
  if (query.trim() !== '') return [all]
  const recent = recentLanguages()
  const codes = [detectSource, ...(recent.length > 0 ? recent : commonLanguages)]
  const suggested = codes.flatMap((code) => languages.filter(({ langCode }) => langCode === code))
  if (suggested.length === 0) return [all]
  return [
    {
      title: t(recent.length > 0 ? 'translate.recent' : 'translate.commonLanguages'),
      choices: suggested.map(choiceOf),
    },
    { title: t('translate.allLanguages'), ...all },
  ]
}

const choiceOf = (language: Language) => ({
  value: language.langCode,
  text: languageName(language),
  hint: language.langCode,
})

const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Language codes, most recent first. */
export function recentLanguages(): string[] {
  return (browserStore.get(storageKey) ?? '').split(' ').filter(Boolean)
}

export function rememberLanguages(...codes: string[]): void {
  const targets = codes.filter((code) => code !== detectSource)
  browserStore.set(
    storageKey,
    [...new Set([...targets, ...recentLanguages()])].slice(0, maxRecent).join(' '),
  )
}
