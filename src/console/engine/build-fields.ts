/** Fields of a row by path, conditions on them, and the columns and filters built from them. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { validate } from '#contract/issues.ts'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import { titleFieldOf } from '#contract/reference.ts'
import { fieldTypeRegistry, type FieldType } from '#contract/vocabulary.ts'
import type { AnyListConfig, Row } from '#console/engine/resource.ts'
import type { MessageKeys, Column, Field, Filter, Toggle } from '#console/engine/page-model.ts'

type Schema = z.core.$ZodType

/** Field type of a schema; defaults to text. */
export const fieldTypeOf = (schema: Schema | undefined): FieldType =>
  (schema && fieldTypeRegistry.get(unwrapSchema(schema))) ?? { kind: 'text' }

/**
 * Field type, completed for a resource: message keys of a flag's labels, and the row's field with
 * the title of a reference.
 */
export function fieldTypeAt(name: string, path: string, schema: Schema | undefined): FieldType {
  const fieldType = fieldTypeOf(schema)
  const fieldName = lastSegment(path)
  if (fieldType.kind === 'flag')
    return {
      ...fieldType,
      labelKeys: [`resources.${name}.values.${fieldName}`, `values.${fieldName}`],
    }
  return fieldType.kind === 'reference'
    ? { ...fieldType, titleField: titleFieldOf(fieldName) }
    : fieldType
}

export const isRequired = (schema: Schema): boolean => !validate(schema, undefined).ok

/** Schema of one row of a list endpoint. */
export function rowOf(page: Endpoint): Schema | undefined {
  const rows = shapeOf(page.output)['rows']
  return rows && 'element' in rows._zod.def ? (rows._zod.def.element as Schema) : undefined
}

export function fieldOf(name: string, row: Schema | undefined, path: string): Field {
  const schema = path
    .split('.')
    .reduce<Schema | undefined>((schema, segment) => schema && shapeOf(schema)[segment], row)
  return { path, label: labelOf(name, path), fieldType: fieldTypeAt(name, path, schema) }
}

/** A nested field is labelled by the last segment of its path. */
export function labelOf(name: string, path: string): MessageKeys {
  const fieldName = lastSegment(path)
  return [`resources.${name}.fields.${fieldName}`, `fields.${fieldName}`]
}

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Value at a dotted path of a row; undefined if the path ends early. */
export function valueAt(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, segment) =>
        typeof value === 'object' && value !== null ? (value as Row)[segment] : undefined,
      row,
    )
}

type ColumnConfig = Exclude<AnyListConfig['columns'][number], string>

export function columnOf(
  name: string,
  row: Schema | undefined,
  config: AnyListConfig['columns'][number],
  toggles: readonly Toggle[],
): Column {
  if (typeof config === 'string') return columnOf(name, row, { field: config }, toggles)
  const { field, cell, when = {}, hiddenByDefault, stackUnder } = config
  const [key, layout, paths] = fieldsOf(row, config)
  const toggle = toggles.find((candidate) => candidate.field === field)
  const difference = layout === 'pair' ? differenceFieldOf(row, String(field)) : undefined
  return {
    key,
    label: labelOf(name, key),
    fields: paths.map((path) => fieldOf(name, row, path)),
    layout,
    when,
    ...(difference === undefined ? {} : { difference: fieldOf(name, row, difference) }),
    ...('copy' in config && config.copy ? { copy: true } : {}),
    ...(hiddenByDefault ? { hiddenByDefault } : {}),
    ...(stackUnder === undefined ? {} : { stackUnder }),
    ...(toggle ? { toggle } : {}),
    ...(typeof cell === 'function' ? { Cell: cell } : cell ? { cell } : {}),
  }
}

/** Key of a column, its layout and the paths of its fields. */
function fieldsOf(
  row: Schema | undefined,
  { field, cell }: ColumnConfig,
): [key: string, layout: Column['layout'], paths: readonly string[]] {
  if (typeof field !== 'string')
    return [
      field.map((path, index) => (index === 0 ? path : capitalized(path))).join(''),
      'stack',
      field,
    ]
  if (typeof cell === 'object') return [field, 'plain', []]
  const shape = row ? shapeOf(row) : {}
  const [before, after] = [`before${field}`, `last${field}`]
  return shape[before] && shape[after]
    ? [field.charAt(0).toLowerCase() + field.slice(1), 'pair', [before, after]]
    : [field, 'plain', [field]]
}

/** `charChangeNum` for the pair `CharNum`: the field with the difference of the two. */
function differenceFieldOf(row: Schema | undefined, pair: string): string | undefined {
  const name = `${pair.charAt(0).toLowerCase()}${pair.slice(1).replace(/Num$/, '')}ChangeNum`
  return row && shapeOf(row)[name] ? name : undefined
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Inputs of an endpoint that the row has under the same name. */
export function inputsFromRow(call: Endpoint, row: Row): Row {
  const inputs = Object.keys(shapeOf(call.input))
  return Object.fromEntries(
    inputs
      .filter((key) => row[key] !== undefined && row[key] !== null)
      .map((key) => [key, row[key]]),
  )
}

/** Query parameters of a list endpoint that are not filters. */
const pagingParameters = ['pageSize', 'pageNum', 'sortBy', 'sortOrder']

/** Fields that a list endpoint can sort by; empty if it has a fixed order. */
export function sortFieldsOf(page: Endpoint): readonly string[] {
  const schema = shapeOf(page.input)['sortBy']
  const def = schema && unwrapSchema(schema)._zod.def
  return def && 'entries' in def ? Object.values(def.entries as Row).map(String) : []
}

/**
 * Filters of a list endpoint's query. A begin and an end parameter form one range. `inAside` is the
 * filter that the component beside the rows sets.
 */
export function filtersOf(
  name: string,
  page: Endpoint,
  defaultRange: AnyListConfig['defaultRange'],
  inAside: string | undefined,
): Filter[] {
  const query = shapeOf(page.input)
  return Object.keys(query).flatMap((key): Filter[] => {
    const rangeKey = key.endsWith('Begin') ? key.slice(0, -'Begin'.length) : undefined
    if (
      pagingParameters.includes(key) ||
      (key.endsWith('End') && query[`${key.slice(0, -'End'.length)}Begin`])
    )
      return []
    const filterKey = rangeKey ?? key
    const days = defaultRange?.[filterKey]
    return [
      {
        key: filterKey,
        label: labelOf(name, filterKey),
        fieldType: fieldTypeAt(name, filterKey, query[key]),
        required: isRequired(query[key]!),
        keys: rangeKey ? ([key, `${rangeKey}End`] as const) : ([key] as const),
        ...(days === undefined ? {} : { defaultRange: days }),
        ...(inAside === filterKey ? { inAside: true as const } : {}),
      },
    ]
  })
}

/** Whether each field of a row or query equals the condition's value or one of its values. */
export function matches(row: Row, when: Row): boolean {
  return Object.entries(when).every(([path, expected]) =>
    (Array.isArray(expected) ? expected : [expected]).includes(valueAt(row, path)),
  )
}
