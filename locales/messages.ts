/** Message lookup in i18next's format: `{{name}}` interpolation, `_one`/`_other` plurals. */

export type MessageTree = { readonly [key: string]: string | MessageTree }
/** Type of a translated message tree: same keys, with optional `_one` forms for `_other` keys. */
export type Messages<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>
} & {
  readonly [K in keyof T as K extends `${infer N}_other` ? `${N}_one` : never]?: string
}
/** Dotted keys of all messages in a tree; plurals without `_other`. */
export type MessageKey<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K extends `${infer N}_other`
      ? N
      : K
    : `${K}.${MessageKey<T[K]>}`
}[keyof T & string]
/** Names of the placeholders in a sentence of literal type. */
export type PlaceholdersIn<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
/** Exactly the values that a sentence of literal type fills in. */
export type ValuesFor<Names extends string> = [Names] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Names, string | number | LocalizedText>>
/** A value whose text depends on the language, such as a title. */
export type LocalizedText = Readonly<Record<Lang, string>>
export type Values = Readonly<Record<string, string | number>>

export type Lang = 'zh' | 'en'

/** Cached: constructing PluralRules takes longer than 100 lookups. */
const plurals: Partial<Record<Lang, Intl.PluralRules>> = {}
const plural = (lang: Lang, count: number) =>
  (plurals[lang] ??= new Intl.PluralRules(lang)).select(count)

/** Message at `key`, or undefined if there is none. */
export function formatMessage(
  words: MessageTree,
  lang: Lang,
  key: string,
  values: Values = {},
): string | undefined {
  const counted =
    typeof values['count'] === 'number'
      ? find(words, `${key}_${plural(lang, values['count'])}`)
      : undefined
  const found = counted ?? find(words, key)
  return found && interpolate(found, values)
}

/** Fills in `{{name}}`; a name without a value stays. */
export const interpolate = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

function find(words: MessageTree, key: string): string | undefined {
  let at: string | MessageTree | undefined = words
  for (const step of key.split('.'))
    at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

/** True if a wait is too long for a countdown in seconds. */
export const isLongWait = (seconds: number): boolean => seconds > 120
