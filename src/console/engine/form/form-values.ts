/** Form values: initial values, validation, and conversion to the endpoint's input. */
import * as z from 'zod/mini'
import { validate } from '#contract/issues.ts'
import { validationMessage } from '#locales/validation-message.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import { inputsFromRow, valueAt } from '#console/engine/build-fields.ts'
import type { Form, Item } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { yuan } from '#client/i18n/format.ts'
import { valueKindOf } from '#contract/value-kind.ts'

/**
 * Values of the record; defaults of the schema for missing ones. A new record refers to what its
 * list is filtered by.
 */
export function initialValuesOf(
  { items, initial: stated }: Form,
  record: Row | undefined,
  listQuery: Row = {},
): Record<string, unknown> {
  const values = record ?? stated?.() ?? {}
  return Object.fromEntries(
    items.map(({ key, initial, prefill, fieldType }) => [
      key,
      valueAt(values, prefill ?? key) ??
        (!record && fieldType.kind === 'reference' ? listQuery[key] : undefined) ??
        initial,
    ]),
  )
}

/**
 * Value of an item as the endpoint takes it. Blank input becomes null where the schema allows it; a
 * new password is trimmed (spec 5.7).
 */
export function toInputValue(
  { fieldType, schema }: Pick<Item, 'fieldType' | 'schema'>,
  value: unknown,
): unknown {
  const trimmed =
    typeof value === 'string' && getFieldTypeUi(fieldType).enteredTwice ? value.trim() : value
  return trimmed === undefined || (typeof trimmed === 'string' && trimmed.trim() === '')
    ? emptyValueOf(schema)
    : trimmed
}

const emptyValueOf = (schema: Item['schema']): null | undefined =>
  validate(schema, null).ok ? null : undefined

/** What the items contribute to the endpoint's input: values that are typed, and none for empty items. */
export const typedInput = (items: readonly Item[], values: Row): Row =>
  Object.fromEntries(
    items
      .filter(({ prefill }) => prefill === undefined)
      .map((item) => [item.key, toInputValue(item, values[item.key])])
      .filter(([, value]) => value !== undefined),
  )

/**
 * What nobody types: ids and versions from the record, read-only items, and the choice in the
 * list's aside.
 */
export function fixedInput(
  { items, fromRow, fromAside, call }: Form,
  record: Row | undefined,
  listQuery: Row = {},
): Row {
  const rowInput = record ? inputsFromRow(call, record) : {}
  const prefilled = items.flatMap(({ key, prefill }) =>
    prefill === undefined ? [] : [[key, valueAt(record ?? {}, prefill)]],
  )
  return Object.fromEntries([
    ...fromRow.filter((key) => rowInput[key] !== undefined).map((key) => [key, rowInput[key]]),
    ...fromAside.map((key) => [key, listQuery[key]]),
    ...prefilled,
  ])
}

/** Validation error of an item by the contract's schema; undefined if valid. */
export function validationErrorOf(
  item: Pick<Item, 'key' | 'label' | 'labelText' | 'fieldType' | 'schema'>,
  value: unknown,
): string | undefined {
  const result = validate(z.object({ [item.key]: item.schema as z.ZodMiniType }), {
    [item.key]: toInputValue(item, value),
  })
  const issue = result.ok ? undefined : result.issues[0]
  return issue && ruleMessage(item, issue)
}

/** Message for a value that breaks a rule of the schema. */
export function ruleMessage(
  { key: field, schema, ...names }: Pick<Item, 'key' | 'label' | 'labelText' | 'schema'>,
  { rule, limit, character }: { rule: string; limit?: number; character?: string },
): string {
  const kind = valueKindOf(schema)
  return validationMessage(
    (key, values) => (hasMessage(key, values) ? messageOf(key, values) : undefined),
    {
      field,
      rule,
      kind,
      character,
      limit: limit !== undefined && kind === 'amount' ? yuan(limit) : limit,
    },
    labelOfItem(names),
  )
}

export const labelOfItem = ({ label, labelText }: Pick<Item, 'label' | 'labelText'>): string =>
  labelText ?? messageOf(label)
