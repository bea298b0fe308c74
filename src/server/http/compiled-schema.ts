/** Compiled response schemas: every row of every list response passes through one. */
import * as z from 'zod/mini'

/**
 * Node only: a browser's content security policy may forbid generated code and logs each attempt.
 */
const mayMakeCode = 'process' in globalThis

const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * Returns an equivalent schema whose objects, also inside arrays, use Zod's generated parser.
 * Cached per schema.
 */
export function compiledSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const quick = known.get(schema) ?? (mayMakeCode ? made(schema) : schema)
  known.set(schema, quick)
  return quick
}

function made(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodArray)
    return new z.core.$ZodArray({ ...schema._zod.def, element: made(schema._zod.def.element) })
  if (!(schema instanceof z.core.$ZodObject)) return schema
  const shape = Object.fromEntries(
    Object.entries(schema._zod.def.shape).map(([key, field]) => [key, made(field)]),
  )
  return new z.core.$ZodObjectJIT({ ...schema._zod.def, shape })
}
