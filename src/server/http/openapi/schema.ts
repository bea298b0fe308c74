/** Schemas of the contract as JSON Schema, each value with its meaning. */
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

/** `io` tells which side is described: what may be sent, or what is answered. */
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

/** That a number fits into JavaScript's goes without saying. */
function forgetSafeBounds(made: { minimum?: number; maximum?: number }): void {
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
}
