/** Message lookup: `{{name}}` is filled in, `_one` and `_other` are plural forms (CLDR). */

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
const pluralRules: Partial<Record<Lang, Intl.PluralRules>> = {}
const selectPlural = (lang: Lang, count: number) =>
  (pluralRules[lang] ??= new Intl.PluralRules(lang)).select(count)

/**
 * Message at `key`, or undefined if there is none. With a `count`, its plural form is preferred:
 * `key_one` or `key_other`.
 */
export function formatMessage(
  messages: MessageTree,
  lang: Lang,
  key: string,
  values: Values = {},
): string | undefined {
  const plural =
    typeof values['count'] === 'number'
      ? find(messages, `${key}_${selectPlural(lang, values['count'])}`)
      : undefined
  const message = plural ?? find(messages, key)
  return message && interpolate(message, values)
}

/** Fills in `{{name}}`; a name without a value stays. */
export const interpolate = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

function find(messages: MessageTree, key: string): string | undefined {
  let node: string | MessageTree | undefined = messages
  for (const step of key.split('.'))
    node = typeof node === 'object' && Object.hasOwn(node, step) ? node[step] : undefined
  return typeof node === 'string' ? node : undefined
}

/** True if a wait is too long for a countdown in seconds. */
export const isLongWait = (seconds: number): boolean => seconds > 120
