/** Inputs of GET calls as query strings, there and back. */
import * as z from 'zod/mini'

type Scalar = string | number | boolean | null | undefined

/** Leaves out what is empty: an empty filter is no filter. */
export function toQuery(input: Readonly<Record<string, Scalar>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.toString()
}

/**
 * Reads the keys the schema names, numbers where it asks for numbers; everything else is left for
 * the schema to judge.
 */
export function fromQuery(
  schema: z.core.$ZodType,
  query: URLSearchParams,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { key, isNumber } of keysOf(schema)) {
    const text = query.get(key)
    if (text === null || text === '') continue
    input[key] = isNumber && /^-?\d{1,16}$/.test(text) ? Number(text) : text
  }
  return input
}

type QueryKey = { key: string; isNumber: boolean }
const known = new WeakMap<z.core.$ZodType, QueryKey[]>()

/** Found out once for each schema. */
function keysOf(schema: z.core.$ZodType): QueryKey[] {
  const keys =
    known.get(schema) ??
    Object.entries(shapeOf(schema)).map(([key, field]) => ({
      key,
      isNumber: asksNumber(bare(field)),
    }))
  known.set(schema, keys)
  return keys
}

/** The fields of an object schema; none for any other. */
export function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const plain = bare(schema)
  return plain instanceof z.core.$ZodObject ? plain._zod.def.shape : {}
}

/** The schema inside `optional`, `nullable`, `nullish` and `_default`, which hide its meaning. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const wrapped =
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  return wrapped ? bare(schema._zod.def.innerType) : schema
}

function asksNumber(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  if (def.type === 'number') return true
  if (schema instanceof z.core.$ZodLiteral)
    return schema._zod.def.values.every((value) => typeof value === 'number')
  return schema instanceof z.core.$ZodUnion && schema._zod.def.options.every(asksNumber)
}
