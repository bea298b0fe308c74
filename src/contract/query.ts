/** Serialises inputs of GET calls as query strings; schema introspection. */
import * as z from 'zod/mini'
import { fieldTypeRegistry, type FieldType } from '#contract/vocabulary.ts'

type Scalar = string | number | boolean | null | undefined

/** Omits empty values. */
export function toQuery(input: Readonly<Record<string, Scalar>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.toString()
}

/** The fields of an object schema; empty for other schemas. */
export function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const plain = unwrapSchema(schema)
  return plain instanceof z.core.$ZodObject ? plain._zod.def.shape : {}
}

/** Unwraps `optional`, `nullable`, `nullish` and `_default`, which hide the field type. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  return isWrapped ? unwrapSchema(schema._zod.def.innerType) : schema
}

/** Name of a schema's field type; undefined if it has none. */
export const fieldKindOf = (schema: z.core.$ZodType): FieldType['kind'] | undefined =>
  fieldTypeRegistry.get(unwrapSchema(schema))?.kind

/** Whether a password is among the inputs of a call. */
export const takesSecret = ({ input }: { readonly input: z.core.$ZodType }): boolean =>
  Object.values(shapeOf(input)).some((schema) =>
    ['secret', 'newSecret'].includes(fieldKindOf(schema) ?? ''),
  )
