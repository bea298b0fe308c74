/** DeepL's language codes and the product's. */
import { languageNameIn } from '#locales/language-names.ts'
import type { LanguageSupport } from '#server/features/translation/index.ts'

/** Codes that are not the product's in another case. */
const productCodes: ReadonlyMap<string, string> = new Map([
  ['en-gb', 'en'],
  ['en-us', 'en'],
  ['pt-br', 'pt'],
  ['es-419', 'es'],
  ['zh-hans', 'zh'],
  ['zh-cn', 'zh'],
  ['zh-hant', 'zh-TW'],
  ['nb', 'no'],
])
/** Variants that channels are told of, by DeepL's code in lower case. */
const variants: ReadonlyMap<string, string> = new Map([
  ['en-gb', 'en-GB'],
  ['es-419', 'es-419'],
])

/** The channel's language of a code, in any case; undefined if the channel has none. */
export function findLanguage(
  code: string,
  languages: readonly string[],
): { code: string; variant?: string | undefined } | undefined {
  const lower = code.toLowerCase()
  const product = productCodes.get(lower) ?? lower
  const found = languages.find((language) => language.toLowerCase() === product.toLowerCase())
  return found === undefined ? undefined : { code: found, variant: variants.get(lower) }
}

const sourceCodes: Readonly<Record<string, string>> = { 'zh-TW': 'ZH', 'pt-PT': 'PT', no: 'NB' }
const targetCodes: Readonly<Record<string, readonly string[]>> = {
  en: ['EN-GB', 'EN-US'],
  pt: ['PT-BR'],
  es: ['ES', 'ES-419'],
  zh: ['ZH', 'ZH-HANS'],
  'zh-TW': ['ZH-HANT'],
  no: ['NB'],
}

/** DeepL's code of a source language. */
export const toSourceCode = (code: string): string => sourceCodes[code] ?? code.toUpperCase()
/** DeepL's codes of a target language: one for each variant. */
const toTargetCodes = (code: string): readonly string[] => targetCodes[code] ?? [code.toUpperCase()]

type ListedLanguage = { code: string; product: string; name: string }

const named = (code: string, product: string): ListedLanguage => ({
  code,
  product,
  name: variantNames[code] ?? languageNameIn('en', product),
})

const variantNames: Readonly<Record<string, string>> = {
  'EN-GB': 'English (British)',
  'EN-US': 'English (American)',
  'PT-BR': 'Portuguese (Brazilian)',
  'PT-PT': 'Portuguese (European)',
  'ES-419': 'Spanish (Latin American)',
  ZH: 'Chinese',
  'ZH-HANS': 'Chinese (simplified)',
  'ZH-HANT': 'Chinese (traditional)',
}

const byName = (a: ListedLanguage, b: ListedLanguage) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.code < b.code ? -1 : 1

/** Source languages of a channel by name; several of the product's may share a code. */
export function listSources({ sources }: LanguageSupport): ListedLanguage[] {
  const listed = new Map<string, ListedLanguage>()
  for (const product of sources) {
    const code = toSourceCode(product)
    if (!listed.has(code)) listed.set(code, named(code, product))
  }
  return [...listed.values()].toSorted(byName)
}

/** Target languages of a channel by name. */
export const listTargets = ({ targets }: LanguageSupport): ListedLanguage[] =>
  targets
    .flatMap((product) => toTargetCodes(product).map((code) => named(code, product)))
    .toSorted(byName)
