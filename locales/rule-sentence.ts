/** Says what is wrong with an input: `rules.<field>.<rule>`, or else `rules.<rule>`, with the field's name and the number filled in. */
import type { Values } from '#locales/words.ts'

export type Find = (key: string, values?: Values) => string | undefined
export type Wrong = { field: string; rule: string; limit?: number | undefined }

/** `label` is the field's name when `fields.<field>` is not what the user sees. A path of fields goes by its last step. */
export function ruleSentence(find: Find, { field, rule, limit }: Wrong, label?: string): string {
  const name = field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field
  const values = { field: label ?? find(`fields.${name}`) ?? name, limit: limit ?? '' }
  return find(`rules.${name}.${rule}`, values) ?? find(`rules.${rule}`, values) ?? rule
}
