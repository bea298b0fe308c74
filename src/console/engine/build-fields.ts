/** Fields of a row by path, conditions on them, and the columns and filters built from them. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { check } from '#contract/issues.ts'
import { bare, shapeOf } from '#contract/query.ts'
import { fieldType, type FieldType } from '#contract/vocabulary.ts'
import type {
  Calls,
  UntypedColumn,
  UntypedListConfig,
  UntypedColumnOptions,
  Row,
} from '#console/engine/resource.ts'
import type { MessageKeys, Column, Field, Filter, Toggle } from '#console/engine/page-model.ts'

type Schema = z.core.$ZodType

/** Field type of a schema; defaults to text. */
export const fieldTypeOf = (schema: Schema | undefined): FieldType =>
  (schema && fieldType.get(bare(schema))) ?? { kind: 'text' }

export const isRequired = (schema: Schema): boolean => !check(schema, undefined).ok

/** Schema of one row of a list endpoint. */
export function rowOf(page: Endpoint): Schema | undefined {
  const rows = shapeOf(page.output)['rows']
  return rows && 'element' in rows._zod.def ? (rows._zod.def.element as Schema) : undefined
}

export function fieldOf(name: string, row: Schema | undefined, path: string): Field {
  const schema = path
    .split('.')
    .reduce<Schema | undefined>((at, step) => at && shapeOf(at)[step], row)
  return { path, label: labelOf(name, path), means: fieldTypeOf(schema) }
}

/** A nested field is labelled by the last step of its path. */
export function labelOf(name: string, path: string): MessageKeys {
  const last = lastStep(path)
  return [`resources.${name}.fields.${last}`, `fields.${last}`]
}

export const lastStep = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Value at a dotted path of a row; undefined if the path ends early. */
export function valueAt(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, step) => (typeof at === 'object' && at !== null ? (at as Row)[step] : undefined),
      row,
    )
}

export function columnOf(
  name: string,
  row: Schema | undefined,
  calls: Calls,
  config: UntypedColumn,
): Column {
  const of = (
    key: string,
    layout: Column['layout'],
    paths: readonly string[],
    { when = {}, hiddenByDefault, stackUnder }: UntypedColumnOptions = {},
  ): Column => ({
    key,
    label: labelOf(name, key),
    fields: paths.map((path) => fieldOf(name, row, path)),
    layout,
    when,
    ...(hiddenByDefault ? { hiddenByDefault } : {}),
    ...(stackUnder === undefined ? {} : { stackUnder }),
  })
  if (typeof config === 'string') return of(config, 'plain', [config])
  if ('pair' in config) {
    const key = config.pair.charAt(0).toLowerCase() + config.pair.slice(1)
    const column = of(key, 'pair', [`before${config.pair}`, `last${config.pair}`], config)
    return config.by === undefined ? column : { ...column, by: fieldOf(name, row, config.by) }
  }
  if ('stack' in config)
    return of(config.label ?? config.stack[0] ?? '', 'stack', config.stack, config)
  if ('cell' in config) return { ...of(config.key, 'plain', []), cell: config.cell }
  if (!('toggle' in config)) {
    const { copy, Cell } = config
    return {
      ...of(config.field, 'plain', [config.field], config),
      ...(copy ? { copy } : {}),
      ...(Cell ? { Cell } : {}),
    }
  }
  const call = calls[config.toggle]
  const column = of(config.field, 'plain', [config.field])
  return call
    ? {
        ...column,
        toggle: toggleOf(name, call, config.toggle, config.field, config.confirm ?? false),
      }
    : column
}

function toggleOf(
  name: string,
  call: Endpoint,
  called: string,
  field: string,
  confirm: boolean,
): Toggle {
  return {
    call,
    field,
    confirm,
    mapInput: (row, to) => ({ ...fieldsHeldByRow(call, row), [field]: to }),
    messages: (to) => {
      const way = to === 1 ? 'on' : 'off'
      return {
        action: [`resources.${name}.actions.${called}.${way}`],
        confirm: [`resources.${name}.confirm.${called}.${way}`],
        done: [`resources.${name}.done.${called}.${way}`, 'pages.done.default'],
      }
    },
  }
}

/** Inputs of an endpoint that the row has under the same name. */
export function fieldsHeldByRow(call: Endpoint, row: Row): Row {
  const asked = Object.keys(shapeOf(call.input))
  return Object.fromEntries(
    asked
      .filter((key) => row[key] !== undefined && row[key] !== null)
      .map((key) => [key, row[key]]),
  )
}

/** Query parameters of a list endpoint that are not filters. */
const pageKeys = ['pageSize', 'pageNum', 'sortBy', 'sortOrder']

/** Fields that a list endpoint can sort by; empty if it has a fixed order. */
export function sortFieldsOf(page: Endpoint): readonly string[] {
  const schema = shapeOf(page.input)['sortBy']
  const def = schema && bare(schema)._zod.def
  return def && 'entries' in def ? Object.values(def.entries as Row).map(String) : []
}

/**
 * Filters of a list endpoint's query, restricted to `filters` if given. A begin and an end
 * parameter form one range.
 */
export function filtersOf(
  name: string,
  page: Endpoint,
  { filters, defaultRange, aside }: Pick<UntypedListConfig, 'filters' | 'defaultRange' | 'aside'>,
): Filter[] {
  const query = shapeOf(page.input)
  const offered = Object.keys(query).flatMap((key): Filter[] => {
    const begun = key.endsWith('Begin') ? key.slice(0, -'Begin'.length) : undefined
    if (
      pageKeys.includes(key) ||
      (key.endsWith('End') && query[`${key.slice(0, -'End'.length)}Begin`])
    )
      return []
    const named = begun ?? key
    const days = defaultRange?.[named]
    const keys = begun ? ([key, `${begun}End`] as const) : ([key] as const)
    const base = {
      key: named,
      label: labelOf(name, named),
      means: fieldTypeOf(query[key]),
      required: isRequired(query[key]!),
      keys,
    }
    return [
      {
        ...base,
        ...(days === undefined ? {} : { defaultRange: days }),
        ...(aside?.chooses === named ? { inAside: true as const } : {}),
      },
    ]
  })
  return filters ? filters.flatMap((named) => offered.filter(({ key }) => key === named)) : offered
}

/** Whether each field of a row or query equals the condition's value or one of its values. */
export function matches(row: Row, when: Row): boolean {
  return Object.entries(when).every(([path, expected]) =>
    (Array.isArray(expected) ? expected : [expected]).includes(valueAt(row, path)),
  )
}
