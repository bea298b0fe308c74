/** Languages to choose from: what they are called, how they are found, and which were used last. */
import { language, localeTag } from '#client/i18n/language.ts'
import { browserStore } from '#client/storage.ts'
import { t } from '#console/refine/i18n.ts'
import { detectSource, type Language } from '#contract/translation.ts'

const storedAs = 'recentLanguages'
const remembered = 5
/** For whoever has used none yet. */
export const usual = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru', 'ar', 'vi']

/** In the language of the page. */
export function languageName({ langCode, chineseName, englishName }: Language): string {
  if (langCode === detectSource) return t('translate.auto')
  return (language() === 'zh' ? chineseName : englishName) || langCode
}

/**
 * Those whose name, in either language, or code holds what is typed; one that is it comes first,
 * then those that begin with it. All, by their names, when nothing is typed; detection on top.
 * Accents and widths make no difference: who looks for Māori types maori. ISO 639 gives codes of
 * two letters to the languages most people look for, so these come before their rarer relatives.
 */
export function found(languages: readonly Language[], query: string): Language[] {
  const typed = folded(query.trim())
  if (typed === '') {
    const { compare } = new Intl.Collator(localeTag())
    const onTop = ({ langCode }: Language) => Number(langCode !== detectSource)
    return languages.toSorted(
      (a, b) => onTop(a) - onTop(b) || compare(languageName(a), languageName(b)),
    )
  }
  const names = ({ langCode, chineseName, englishName }: Language) =>
    [langCode, chineseName, englishName].map(folded)
  const matching = languages.filter((one) => names(one).some((name) => name.includes(typed)))
  const rank = (one: Language) => {
    if (names(one).includes(typed)) return 0
    return (
      (names(one).some((name) => name.startsWith(typed)) ? 1 : 3) +
      (/^..(-|$)/.test(one.langCode) ? 0 : 1)
    )
  }
  return matching.toSorted((a, b) => rank(a) - rank(b))
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Codes, the last used first. */
export function recentLanguages(): string[] {
  return (browserStore.get(storedAs) ?? '').split(' ').filter(Boolean)
}

export function rememberLanguages(...codes: string[]): void {
  const expected = codes.filter((code) => code !== detectSource)
  browserStore.set(
    storedAs,
    [...new Set([...expected, ...recentLanguages()])].slice(0, remembered).join(' '),
  )
}
