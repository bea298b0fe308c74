/** Parses query strings of GET calls; a separate module because the login page needs none. */
import * as z from 'zod/mini'
import { unwrapSchema, shapeOf } from '#contract/query.ts'

/**
 * Reads the keys in the schema and converts numbers. Other values stay text: the caller validates
 * the result by the schema.
 */
export function parseQuery(
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
/** Cached: schemas are constant. */
const keysBySchema = new WeakMap<z.core.$ZodType, QueryKey[]>()

function keysOf(schema: z.core.$ZodType): QueryKey[] {
  const keys =
    keysBySchema.get(schema) ??
    Object.entries(shapeOf(schema)).map(([key, field]) => ({
      key,
      isNumber: isNumeric(unwrapSchema(field)),
    }))
  keysBySchema.set(schema, keys)
  return keys
}

function isNumeric(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  if (def.type === 'number') return true
  if (schema instanceof z.core.$ZodLiteral)
    return schema._zod.def.values.every((value) => typeof value === 'number')
  return schema instanceof z.core.$ZodUnion && schema._zod.def.options.every(isNumeric)
}
