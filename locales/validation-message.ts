/** Message of a validation error: the most specific one available, with label and limit. */
import type { Values } from '#locales/messages.ts'

export type FindMessage = (key: string, values?: Values) => string | undefined
export type ValidationIssue = {
  field: string
  rule: string
  /** As the message shows it. */
  limit?: number | string | undefined
  /** A character that is refused, such as U+202E. */
  character?: string | undefined
  /** Type of a non-text value, for another wording such as “choose” instead of “type”. */
  kind?: string | undefined
}

/**
 * Looks up `rules.<field>.<rule>`, `rules.kinds.<kind>.<rule>`, then `rules.<rule>`. A kind such as
 * an amount comes before the name, since the messages by name are about texts, numbers and lists.
 * `label` overrides the label.
 */
export function validationMessage(
  find: FindMessage,
  { field, rule, limit, character, kind }: ValidationIssue,
  label?: string,
): string {
  const name = lastName(field)
  const values = {
    field: label ?? find(`fields.${name}`) ?? name,
    limit: limit ?? '',
    character: character ?? '',
  }
  const ofName = find(`rules.${name}.${rule}`, values)
  const ofKind = find(`rules.kinds.${kind}.${rule}`, values)
  const isKindPreferred = kind !== undefined && kind !== 'number' && kind !== 'list'
  return (
    (isKindPreferred ? (ofKind ?? ofName) : (ofName ?? ofKind)) ??
    find(`rules.${rule}`, values) ??
    rule
  )
}

/** Of a path such as `rows.0.title` only the last name counts. */
export const lastName = (field: string): string =>
  field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field
