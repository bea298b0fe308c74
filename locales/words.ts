/**
 * Reads a sentence out of a tree of words, in i18next's own format: `{{name}}` is filled in,
 * `count` picks `_one` or `_other`.
 */

export type Tree = { readonly [key: string]: string | Tree }
/**
 * Another language of the same words: same keys, other sentences; where a sentence counts
 * (`_other`), a form for one may be added.
 */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> } & {
  readonly [K in keyof T as K extends `${infer N}_other` ? `${N}_one` : never]?: string
}
/** `a.b.c` for every sentence of a tree; a counting sentence by its name without `_other`. */
export type Key<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K extends `${infer N}_other`
      ? N
      : K
    : `${K}.${Key<T[K]>}`
}[keyof T & string]
export type Values = Readonly<Record<string, string | number>>

export type Lang = 'zh' | 'en'

/** Made when first needed, and kept: making one takes longer than reading a hundred sentences. */
const plurals: Partial<Record<Lang, Intl.PluralRules>> = {}
const plural = (lang: Lang, count: number) =>
  (plurals[lang] ??= new Intl.PluralRules(lang)).select(count)

/** The sentence under `key`; undefined when there is none. */
export function sentence(
  words: Tree,
  lang: Lang,
  key: string,
  values: Values = {},
): string | undefined {
  const counted =
    typeof values['count'] === 'number'
      ? find(words, `${key}_${plural(lang, values['count'])}`)
      : undefined
  const found = counted ?? find(words, key)
  return found?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function find(words: Tree, key: string): string | undefined {
  let at: string | Tree | undefined = words
  for (const step of key.split('.'))
    at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}
