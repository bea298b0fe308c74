/**
 * Says what is wrong with an input: the most particular sentence there is, with the field's label
 * and the number filled in.
 */
import type { Values } from '#locales/words.ts'

export type Find = (key: string, values?: Values) => string | undefined
export type Wrong = {
  field: string
  rule: string
  limit?: number | undefined
  /** What the value is where it is no text, which is said in other words: “choose”, not “type”. */
  kind?: 'choice' | 'number' | 'list' | undefined
  /** The call, such as `orders.cancel`: what `id` is called depends on it. */
  call?: string | undefined
}

/**
 * Looks for `rules.<field>.<rule>`, `rules.<kind>.<rule>` and `rules.<rule>`, and for the label
 * under `labels.<group>.<call>.<field>`, `labels.<group>.<field>` and `fields.<field>`. `label` is
 * the field's name where the form shows another. A path of fields goes by its last name.
 */
export function ruleSentence(
  find: Find,
  { field, rule, limit, kind, call }: Wrong,
  label?: string,
): string {
  const name = field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field
  const found =
    label ??
    find(`labels.${call}.${name}`) ??
    find(`labels.${call?.split('.')[0]}.${name}`) ??
    find(`fields.${name}`)
  const values = { field: found ?? name, limit: limit ?? '' }
  return (
    find(`rules.${name}.${rule}`, values) ??
    find(`rules.${kind}.${rule}`, values) ??
    find(`rules.${rule}`, values) ??
    rule
  )
}
