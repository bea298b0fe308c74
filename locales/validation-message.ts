/** Message of a validation error: the most specific one available, with label and limit. */
import type { Values } from '#locales/messages.ts'

export type FindMessage = (key: string, values?: Values) => string | undefined
export type ValidationIssue = {
  field: string
  rule: string
  limit?: number | undefined
  /** Type of a non-text value, for another wording such as “choose” instead of “type”. */
  kind?: 'choice' | 'number' | 'list' | undefined
  /** Endpoint such as `orders.cancel`, which determines the label of `id`. */
  call?: string | undefined
}

/**
 * Looks up `rules.<field>.<rule>`, `rules.<kind>.<rule>`, then `rules.<rule>`; and the label under
 * `labels.<group>.<call>.<field>`, `labels.<group>.<field>`, then `fields.<field>`. `label`
 * overrides the label. Of a field path only the last segment counts.
 */
export function validationMessage(
  find: FindMessage,
  { field, rule, limit, kind, call }: ValidationIssue,
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
