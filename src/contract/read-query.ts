/** Query strings of GET calls back as inputs; the login page has none to read. */
import * as z from 'zod/mini'
import { bare, shapeOf } from '#contract/query.ts'

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

function asksNumber(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  if (def.type === 'number') return true
  if (schema instanceof z.core.$ZodLiteral)
    return schema._zod.def.values.every((value) => typeof value === 'number')
  return schema instanceof z.core.$ZodUnion && schema._zod.def.options.every(asksNumber)
}
