/** Languages that a glossary has terms for. */
import { language } from '#client/i18n/language.ts'
import { languageNameIn } from '#locales/language-names.ts'

type Props = { row: { languagePairs: string } }

export const LanguagePairs = ({ row: { languagePairs } }: Props) => (
  <span title={nameLanguages(languagePairs)}>{nameLanguages(languagePairs)}</span>
)

/** From `en → zh, en → de` to the names of the languages. */
const nameLanguages = (pairs: string): string =>
  pairs.replaceAll(/[\w-]+/g, (code) => languageNameIn(language(), code))
