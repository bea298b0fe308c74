/** Form values: initial values, validation, and conversion to the endpoint's input. */
import * as z from 'zod/mini'
import { check } from '#contract/issues.ts'
import { validationMessage } from '#locales/validation-message.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import { fieldsHeldByRow, valueAt } from '#console/engine/build-fields.ts'
import type { Form, Item } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { yuan } from '#client/i18n/format.ts'
import { valueKindOf } from '#contract/value-kind.ts'

/** Values of the record, with the schema's defaults for missing ones. */
export function openingValues({ items }: Form, record: Row | undefined): Record<string, unknown> {
  return Object.fromEntries(
    items.map(({ key, initial, prefill }) => [
      key,
      valueAt(record ?? {}, prefill ?? key) ?? initial,
    ]),
  )
}

/**
 * Value of an item as it is sent. Blank input becomes the item's empty value; a new password is
 * trimmed (spec 5.7).
 */
export function sentValue(
  { fieldType, empty }: Pick<Item, 'fieldType' | 'empty'>,
  value: unknown,
): unknown {
  const plain = typeof value === 'string' && kindOf(fieldType).twice ? value.trim() : value
  return plain === undefined || (typeof plain === 'string' && plain.trim() === '') ? empty : plain
}

/**
 * Input of the endpoint: form items, ids and versions from the record, and the choice in the list's
 * aside.
 */
export function sentInput(
  { items, fromRow, fromList, call }: Form,
  values: Row,
  record: Row | undefined,
  chosen: Row = {},
): Row {
  const known = record ? fieldsHeldByRow(call, record) : {}
  const identity = fromRow.filter((key) => known[key] !== undefined).map((key) => [key, known[key]])
  const ofList = fromList.map((key) => [key, chosen[key]])
  const typed = items
    .map((item) => [
      item.key,
      sentValue(item, item.prefill && record ? valueAt(record, item.prefill) : values[item.key]),
    ])
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries([...identity, ...ofList, ...typed])
}

/** Validation error of an item by the contract's schema; undefined if valid. */
export function validationErrorOf(
  item: Pick<Item, 'key' | 'label' | 'fieldType' | 'schema' | 'empty'>,
  value: unknown,
): string | undefined {
  const judged = check(z.object({ [item.key]: item.schema as z.ZodMiniType }), {
    [item.key]: sentValue(item, value),
  })
  const issue = judged.ok ? undefined : judged.issues[0]
  return issue && sentenceFor(item, issue.rule, issue.limit)
}

export function sentenceFor(
  { key, label, schema }: Pick<Item, 'key' | 'label' | 'schema'>,
  rule: string,
  limit?: number,
): string {
  const kind = valueKindOf(schema)
  return validationMessage(
    (words, values) => (hasMessage(words, values) ? messageOf(words, values) : undefined),
    {
      field: key,
      rule,
      kind,
      limit: limit !== undefined && kind === 'amount' ? yuan(limit) : limit,
    },
    messageOf(label),
  )
}
