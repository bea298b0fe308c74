/** Converts the contract's schemas to JSON Schema with the field type of each value. */
import * as z from 'zod/mini'
import { fieldType, type FieldType } from '#contract/vocabulary.ts'

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: (string | number)[]
  const?: string | number
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  'x-meaning'?: FieldType
}

/** `io` selects the side to describe: request input or response output. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const text = fieldType.get(zodSchema)
      if (text) Object.assign(made, { 'x-meaning': text })
      if (made.type === 'integer') forgetSafeBounds(made)
    },
  })
  return plain as JsonSchema
}

/** Drops the safe-integer bounds, which are implied. */
function forgetSafeBounds(made: { minimum?: number; maximum?: number }): void {
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
}
