/** Inputs of GET calls as query strings, and what their schemas consist of. */
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
