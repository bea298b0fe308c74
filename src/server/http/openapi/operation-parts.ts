/** Parts of an operation of the OpenAPI document: parameters and JSON Schemas. */
import { FileInput, FileOutput, type Endpoint } from '#contract/endpoint.ts'
import { fieldTypeRegistry, type FieldType } from '#contract/vocabulary.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** Version of the interfaces, in their OpenAPI documents and to assistants. */
export const interfaceVersion = '1.0.0'

export function toParameters(
  { method, path }: Endpoint,
  { properties = {}, required = [] }: JsonSchema,
): Json[] {
  return Object.entries(properties).flatMap(([name, schema]): Json[] => {
    if (path.includes(`{${name}}`)) return [{ name, in: 'path', required: true, schema }]
    return method === 'GET'
      ? [{ name, in: 'query', required: required.includes(name), schema }]
      : []
  })
}

export const retryAfter = {
  'Retry-After': {
    schema: { type: 'integer', minimum: 0 },
    description: 'Seconds until a retry may succeed.',
  },
}
/** Media type of a file of any format. */
export const fileType = 'application/octet-stream'

/** JSON Schema of a value; `x-meaning` is its field type in the contract. */
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
  additionalProperties?: unknown
  description?: string
  'x-meaning'?: FieldType
}

/** `io` selects the side to describe: request input or response output. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: propertySchema }) => {
      const fieldType = fieldTypeRegistry.get(zodSchema)
      if (fieldType) Object.assign(propertySchema, { 'x-meaning': toDocumentedType(fieldType) })
      if (propertySchema.type === 'integer') dropSafeBounds(propertySchema)
      if (zodSchema === FileInput || zodSchema === FileOutput)
        Object.assign(propertySchema, { type: 'string', contentMediaType: fileType })
    },
  })
  return plain as JsonSchema
}

/** A reference names the path of the list that it points to. */
function toDocumentedType(fieldType: FieldType): object {
  if (fieldType.kind !== 'reference') return fieldType
  const { kind, subject, title, search } = fieldType
  return { kind, path: subject().page.path, title, search }
}

/** Drops the safe-integer bounds, which are implied. */
function dropSafeBounds(propertySchema: { minimum?: number; maximum?: number }): void {
  if (propertySchema.minimum === Number.MIN_SAFE_INTEGER) delete propertySchema.minimum
  if (propertySchema.maximum === Number.MAX_SAFE_INTEGER) delete propertySchema.maximum
}
