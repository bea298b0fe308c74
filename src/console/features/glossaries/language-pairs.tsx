/** Languages that a glossary has terms for. */
import { platformLanguageName } from '#console/engine/fields/languages.ts'

type Props = { row: { languagePairs: string } }

export const LanguagePairs = ({ row: { languagePairs } }: Props) => (
  <span title={nameLanguages(languagePairs)}>{nameLanguages(languagePairs)}</span>
)

/** From `en → zh, en → de` to the names of the languages. */
const nameLanguages = (pairs: string): string =>
  pairs.replaceAll(/[\w-]+/g, (code) => platformLanguageName(code))
