/** Creates columns from fields of the contract, and converts values between both. */
import { boolean, date, text, type PgColumn, type PgTextBuilderInitial } from 'drizzle-orm/pg-core'
import { sql, type $Type, type NotNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { fieldKindOf } from '#contract/query.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import { id, moment, quantity } from './columns.ts'
import { toTimestamp, clampToYear1, wireTime } from './time.ts'

type Fields = Readonly<Record<string, z.core.$ZodType>>
type Builder = PgTextBuilderInitial<'', [string, ...string[]]>
/**
 * The type of a column is determined by the field at run time; its values have the type of the
 * field.
 */
type FieldColumns<F extends Fields> = {
  [K in keyof F]: null extends z.output<F[K]>
    ? $Type<Builder, NonNullable<z.output<F[K]>>>
    : NotNull<$Type<Builder, NonNullable<z.output<F[K]>>>>
}

export const createFieldColumns = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, createColumn(schema)]),
  ) as unknown as FieldColumns<F>

function createColumn(schema: z.core.$ZodType) {
  const column = createColumnOfKind(fieldKindOf(schema))
  if ('defaultValue' in schema._zod.def) {
    const value = schema._zod.def.defaultValue
    return column.notNull().default((fieldKindOf(schema) === 'flag' ? value === 1 : value) as never)
  }
  return isNullable(schema) ? column : column.notNull()
}

/** Whether a row may lack the field. */
export const isNullable = (schema: z.core.$ZodType): boolean =>
  schema._zod.optin === 'optional' && !('defaultValue' in schema._zod.def)

const createColumnOfKind = (kind: FieldType['kind'] | undefined) =>
  kind === undefined ? text() : columnTypes[kind]()

const columnTypes = {
  flag: () => boolean(),
  count: quantity,
  cents: quantity,
  quota: quantity,
  time: moment,
  date: () => date({ mode: 'string' }),
  tags: () => text().array(),
  codes: () => text().array(),
  references: text,
  id,
  person: id,
  reference: id,
  text,
  longText: text,
  email: text,
  link: text,
  picture: text,
  code: text,
  channel: text,
  country: text,
  language: text,
  localized: text,
  version: text,
  secret: text,
  newSecret: text,
  vcode: text,
} as const satisfies Readonly<Record<FieldType['kind'], unknown>>

/** Selects columns in the format of the API. */
export const selectWireColumns = <F extends Fields, C extends Readonly<Record<keyof F, PgColumn>>>(
  fields: F,
  columns: C,
  zone: string,
): Pick<C, Extract<keyof F, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => {
      const [kind, column] = [fieldKindOf(schema), columns[key as keyof F]]
      if (kind === 'flag') return [key, sql`${column}::int`]
      return [key, kind === 'time' ? wireTime(column, zone) : column]
    }),
  ) as never

/** Converts a value of the API to that of its column. */
export function toStoredValue(kind: FieldType['kind'] | undefined, value: unknown, zone: string) {
  if (value === undefined || value === null) return null
  switch (kind) {
    case 'flag':
      return Number(value) === 1
    case 'time':
      return toTimestamp(clampToYear1(String(value)), zone)
    case 'tags':
      return [...new Set(value as string[])]
    case 'id':
    case 'person':
    case 'channel':
    case 'reference':
      return String(value)
    default:
      return value
  }
}

/** Fields left out are cleared, because a form sends all of its values. */
export const toStoredFields = (
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  zone: string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => {
      const value = toStoredValue(fieldKindOf(schema), input[key], zone)
      const isEmpty = Array.isArray(value) && value.length === 0 && isNullable(schema)
      return [key, isEmpty ? null : value]
    }),
  )
