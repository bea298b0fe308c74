/** The API as an OpenAPI document, made from the contract. */
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, requestIdHeader, refusalCodes } from '#contract/failure.ts'
import { expiredStatus, limits } from '#contract/limits.ts'
import { signatureHeaders } from '#contract/signing.ts'
import { notImplemented, type CustomerRoute, type Route } from '#server/http/handler.ts'
import { describeCall, findGroupTitle, listCallFacts } from '#server/http/openapi/call-facts.ts'
import {
  interfaceVersion,
  retryAfter,
  toJsonSchema,
  toParameters,
  type JsonSchema,
} from '#server/http/openapi/operation-parts.ts'
import {
  programDescription,
  programKeyScheme,
  programPaths,
  programResponses,
  programTags,
} from '#server/http/openapi/program-operations.ts'
import { webhookOperations } from '#server/http/openapi/webhook-operations.ts'

type Json = Record<string, unknown>

/** All calls that are documented: of the console, and of programs. */
export type DocumentedRoutes = { customers: readonly CustomerRoute[]; programs: readonly Route[] }

/** `base` is the path prefix of the customers' API, `title` the product's name. */
export function createOpenApiDocument(
  { customers: routes, programs }: DocumentedRoutes,
  { base, title }: { base: string; title: string },
): Json {
  return {
    openapi: '3.1.0',
    info: {
      ...documentInfo(title),
      description: `Statuses ${expiredStatus.expired} and ${expiredStatus.disabled} end a session.`,
    },
    tags: [
      ...[...Map.groupBy(routes, ({ group }) => group)].map(([name]) => ({
        name,
        description: findGroupTitle('en', name),
      })),
      ...programTags(programs),
    ],
    servers: [{ url: base }],
    paths: {
      ...Object.fromEntries(
        [...Map.groupBy(routes, ({ endpoint }) => endpoint.path)].map(([path, calls]) => [
          path,
          toOperations(calls),
        ]),
      ),
      ...programPaths(programs),
    },
    webhooks: webhookOperations(),
    components,
  }
}

/** The calls of programs alone, at the root of the server. `title` is the product's name. */
export function createProgramDocument(programs: readonly Route[], title: string): Json {
  return {
    openapi: '3.1.0',
    info: { ...documentInfo(title), description: programDescription },
    tags: programTags(programs),
    servers: [{ url: '/' }],
    paths: programPaths(programs),
    webhooks: webhookOperations(),
    security: [{ programKey: [] }],
    components: {
      securitySchemes: { programKey: programKeyScheme },
      parameters: { idempotencyKey: components.parameters.idempotencyKey },
      responses: programResponses,
    },
  }
}

const documentInfo = (title: string) => ({
  title,
  version: interfaceVersion,
  contact: { name: title },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
})

function toOperations(routes: readonly CustomerRoute[]): Json {
  return Object.fromEntries(
    [...Map.groupBy(routes, ({ endpoint }) => endpoint.method)].map(([method, calls]) => [
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
  securitySchemes: { ...securitySchemes, programKey: programKeyScheme },
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
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey.max },
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
  responses: { ...errorResponses, ...programResponses },
}
