/** Schemas of answers made into code: every row of every list goes through one. */
import * as z from 'zod/mini'

/**
 * A page in a browser may forbid making code at run time, and says so on its console when it is
 * tried.
 */
const mayMakeCode = 'process' in globalThis

const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * The same schema, quicker: objects, also inside lists, are taken apart by code made for them, once
 * for each schema.
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
