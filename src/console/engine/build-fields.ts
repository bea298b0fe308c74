/** Fields of a row by path, conditions on them, and the columns, filters and sort fields of a list. */
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
 * Field type, completed for a resource: message keys of the words of a flag or of choices, and the row's field with
 * the title of a reference.
 */
export function fieldTypeAt(
  resourceName: string,
  path: string,
  schema: Schema | undefined,
): FieldType {
  const fieldType = fieldTypeOf(schema)
  const fieldName = lastSegment(path)
  if (fieldType.kind === 'flag')
    return {
      ...fieldType,
      labelKeys: [`resources.${resourceName}.values.${fieldName}`, `values.${fieldName}`],
    }
  if (fieldType.kind === 'codes' || (fieldType.kind === 'code' && fieldType.code === undefined))
    return { ...fieldType, labelKey: `resources.${resourceName}.values.${fieldName}` }
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

/** Name of a row's id field; undefined if the rows of the endpoint have none. */
export function idFieldOf(page: Endpoint): string | undefined {
  const row = rowOf(page)
  return (
    row && Object.entries(shapeOf(row)).find(([, schema]) => fieldTypeOf(schema).kind === 'id')?.[0]
  )
}

export function fieldOf(resourceName: string, rowSchema: Schema | undefined, path: string): Field {
  const schema = path
    .split('.')
    .reduce<Schema | undefined>((schema, segment) => schema && shapeOf(schema)[segment], rowSchema)
  return {
    path,
    label: labelOf(resourceName, path),
    fieldType: fieldTypeAt(resourceName, path, schema),
  }
}

/** A nested field is labelled by the last segment of its path. */
export function labelOf(resourceName: string, path: string): MessageKeys {
  const fieldName = lastSegment(path)
  return [`resources.${resourceName}.fields.${fieldName}`, `fields.${fieldName}`]
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
  resourceName: string,
  rowSchema: Schema | undefined,
  config: AnyListConfig['columns'][number],
  toggles: readonly Toggle[],
): Column {
  if (typeof config === 'string')
    return columnOf(resourceName, rowSchema, { field: config }, toggles)
  const { field, cell, when = {}, hiddenByDefault, access, stackUnder, width } = config
  const [key, layout, paths] = columnLayoutOf(rowSchema, config)
  const toggle = toggles.find((candidate) => candidate.field === field)
  const difference = layout === 'pair' ? differenceFieldOf(rowSchema, String(field)) : undefined
  return {
    key,
    label: labelOf(resourceName, key),
    fields: paths.map((path) => fieldOf(resourceName, rowSchema, path)),
    layout,
    when,
    ...(difference === undefined
      ? {}
      : { difference: fieldOf(resourceName, rowSchema, difference) }),
    ...('copy' in config && config.copy ? { copy: true } : {}),
    ...('cut' in config && config.cut ? { cut: config.cut } : {}),
    ...(hiddenByDefault ? { hiddenByDefault } : {}),
    ...(access ? { access } : {}),
    ...(width === undefined
      ? {}
      : { width: typeof width === 'number' ? { usual: width, least: width } : width }),
    ...(stackUnder === undefined ? {} : { stackUnder }),
    ...(toggle ? { toggle } : {}),
    ...(typeof cell === 'function' ? { Cell: cell } : cell ? { cell } : {}),
  }
}

/** Key of a column, its layout and the paths of its fields. */
function columnLayoutOf(
  rowSchema: Schema | undefined,
  { field, cell }: ColumnConfig,
): [key: string, layout: Column['layout'], paths: readonly string[]] {
  if (typeof field !== 'string')
    return [
      field.map((path, index) => (index === 0 ? path : capitalized(path))).join(''),
      'stack',
      field,
    ]
  if (typeof cell === 'object') return [field, 'plain', []]
  const shape = rowSchema ? shapeOf(rowSchema) : {}
  const [before, after] = [`before${field}`, `last${field}`]
  return shape[before] && shape[after]
    ? [field.charAt(0).toLowerCase() + field.slice(1), 'pair', [before, after]]
    : [field, 'plain', [field]]
}

/** `charChangeNum` for the pair `CharNum`: the field with the difference of the two. */
function differenceFieldOf(rowSchema: Schema | undefined, pair: string): string | undefined {
  const name = `${pair.charAt(0).toLowerCase()}${pair.slice(1).replace(/Num$/, '')}ChangeNum`
  return rowSchema && shapeOf(rowSchema)[name] ? name : undefined
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
  resourceName: string,
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
        label: labelOf(resourceName, filterKey),
        fieldType: fieldTypeAt(resourceName, filterKey, query[key]),
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
