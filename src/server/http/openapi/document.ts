/** The API as an OpenAPI document, made from the contract. */
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, requestIdHeader, refusalCodes } from '#contract/failure.ts'
import { expiredStatus } from '#contract/limits.ts'
import { signatureHeaders } from '#contract/signing.ts'
import { notImplemented, groupBy, type CustomerRoute } from '#server/http/handler.ts'
import { describeCall, findGroupTitle, listCallFacts } from '#server/http/openapi/call-facts.ts'
import { maxKeyLength } from '#server/http/idempotency.ts'
import * as z from 'zod/mini'
import { fieldTypeRegistry, type FieldType } from '#contract/vocabulary.ts'

type Json = Record<string, unknown>

/** `base` is the path prefix of the API, `title` the product's name. */
export function createOpenApiDocument(
  routes: readonly CustomerRoute[],
  { base, title }: { base: string; title: string },
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: `Statuses ${expiredStatus.expired} and ${expiredStatus.disabled} end a session.`,
      contact: { name: title },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    tags: [...groupBy(routes, ({ group }) => group)].map(([name]) => ({
      name,
      description: findGroupTitle('en', name),
    })),
    servers: [{ url: base }],
    paths: Object.fromEntries(
      [...groupBy(routes, ({ endpoint }) => endpoint.path)].map(([path, calls]) => [
        path,
        toOperations(calls),
      ]),
    ),
    components,
  }
}

function toOperations(routes: readonly CustomerRoute[]): Json {
  return Object.fromEntries(
    [...groupBy(routes, ({ endpoint }) => endpoint.method)].map(([method, calls]) => [
      method.toLowerCase(),
      toOperation(calls),
    ]),
  )
}

/** Calls that share a path and method become one operation whose body is a union. */
function toOperation(routes: readonly CustomerRoute[]): Json {
  const [{ endpoint, group, name }] = routes as [CustomerRoute]
  const inputs = routes.map((route) => toJsonSchema(route.endpoint.input, 'input'))
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: routes.map((route) => describeCall('en', route)).join(' '),
    description: [...new Set(routes.flatMap((route) => listCallFacts(route, 'en')))]
      .map((fact) => `- ${fact}`)
      .join('\n'),
    security:
      endpoint.access === 'visitor'
        ? []
        : [Object.fromEntries(Object.keys(securitySchemes).map((scheme) => [scheme, []]))],
    parameters: [
      ...toParameters(endpoint, inputs[0]!),
      { $ref: '#/components/parameters/language' },
      ...idempotencyParameters(endpoint),
    ],
    ...(endpoint.method === 'GET'
      ? {}
      : { requestBody: { required: true, content: jsonContent(oneOf(inputs)) } }),
    responses: {
      200: toResponse(endpoint),
      ...Object.fromEntries(
        Object.keys(errorResponses).map((name) => [
          name,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
    ...toExtensionFields(routes),
  }
}

function toExtensionFields(routes: readonly CustomerRoute[]): Json {
  const [{ endpoint, handler }] = routes as [CustomerRoute]
  const needs = routes.flatMap((route) =>
    route.endpoint.needs
      ? [{ call: `${route.group}.${route.name}`, needs: route.endpoint.needs }]
      : [],
  )
  return {
    'x-access': endpoint.access,
    ...(endpoint.spec ? { 'x-spec': endpoint.spec } : { 'x-extension': true }),
    ...(needs.length > 0 ? { 'x-needs': needs } : {}),
    ...(endpoint.mutatesBalance ? { 'x-moves': true } : {}),
    ...(handler === notImplemented ? { 'x-not-served': true } : {}),
  }
}

function toParameters(
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

const idempotencyParameters = ({ once }: Endpoint): Json[] =>
  once ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []

function toResponse({ output, responseType }: Endpoint): Json {
  const data = toJsonSchema(output, 'output')
  if (responseType === 'stream')
    return {
      description: 'Server-sent events; the data of each is JSON.',
      content: { 'text/event-stream': { schema: data } },
    }
  return {
    description: 'Done, or refused with success false.',
    content: jsonContent({ anyOf: [envelopeSchema({ const: true }, data), refusalReference] }),
    headers,
  }
}

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } })
const oneOf = (schemas: JsonSchema[]) => (schemas.length === 1 ? schemas[0] : { anyOf: schemas })
const envelopeSchema = (success: Json, data: unknown) => ({
  type: 'object',
  required: ['success', 'data', 'msg'],
  properties: { success: { type: 'boolean', ...success }, data, msg: { type: 'string' } },
})

const refusalReference = { $ref: '#/components/schemas/refusal' }
const headers = {
  [requestIdHeader]: {
    schema: { type: 'string' },
    description: 'Names the request in the server’s log.',
  },
}
const apiKeyScheme = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

const securitySchemes = {
  bearer: apiKeyScheme('Authorization', '`Bearer ` and the token'),
  token: apiKeyScheme(signatureHeaders.token, 'upper-case MD5 of sk and userId'),
  timestamp: apiKeyScheme(signatureHeaders.timestamp, 'Unix milliseconds'),
  sign: apiKeyScheme(signatureHeaders.sign, 'lower-case MD5 of the token and the timestamp'),
}

const retryAfter = {
  'Retry-After': {
    schema: { type: 'integer', minimum: 0 },
    description: 'Seconds until a retry may succeed.',
  },
}
const errorResponse = (description: string, furtherHeaders: Json = {}) => ({
  description,
  content: jsonContent(refusalReference),
  headers: { ...headers, ...furtherHeaders },
})
/** By their key in `responses`. `default` stands for the statuses of ended sessions. */
const errorResponses = {
  '4XX': errorResponse(
    'Unreadable (400), no such path (404), another method (405), too large (413), or too many requests (429).',
    retryAfter,
  ),
  '5XX': errorResponse(
    'The server failed (500), or can’t answer now (503): the same call may be repeated.',
    retryAfter,
  ),
  default: errorResponse(
    `The session ended (${expiredStatus.expired}), or the account is disabled (${expiredStatus.disabled}).`,
  ),
}

const components = {
  securitySchemes,
  parameters: {
    language: {
      name: 'Accept-Language',
      in: 'header',
      schema: { enum: ['zh-CN', 'en-US'] },
      description: 'The language of msg; Chinese when absent.',
    },
    idempotencyKey: {
      name: idempotencyHeader,
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
      description: 'Names one change: the same key again repeats the first response for a day.',
    },
  },
  schemas: {
    refusal: envelopeSchema(
      { const: false },
      {
        type: 'object',
        required: ['code'],
        properties: {
          code: { enum: refusalCodes },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    ),
  },
  responses: errorResponses,
}

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
