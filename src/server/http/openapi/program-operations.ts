/** The calls of programs in the OpenAPI document: at the root, by key, in the shapes of other APIs. */
import type { Route } from '#server/http/handler.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { findExample } from '#server/http/openapi/program-examples.ts'
import {
  fileType,
  retryAfter,
  toJsonSchema,
  toParameters,
  type JsonSchema,
} from '#server/http/openapi/operation-parts.ts'
import {
  describeProgramCall,
  findProgramLead,
  listProgramFacts,
} from '#server/http/openapi/program-facts.ts'

type Json = Record<string, unknown>

export const programDescription =
  'Translation for programs, by API key, in the shapes of DeepL’s and OpenAI’s APIs.'

export const programTags = (routes: readonly Route[]): Json[] =>
  [...Map.groupBy(routes, ({ group }) => group).keys()].map((name) => ({
    name,
    description: findProgramLead('en', name),
  }))

export const programPaths = (routes: readonly Route[]): Json =>
  Object.fromEntries(
    [...Map.groupBy(routes, ({ endpoint }) => endpoint.path)].map(([path, calls]) => [
      path,
      {
        servers: [{ url: '/' }],
        ...Object.fromEntries(
          calls.map((route) => [route.endpoint.method.toLowerCase(), toOperation(route)]),
        ),
      },
    ]),
  )

function toOperation(route: Route): Json {
  const { group, name, endpoint } = route
  const input = toJsonSchema(endpoint.input, 'input')
  const example = findExample(group, name)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: describeProgramCall('en', route),
    description: listProgramFacts('en', route)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    security: [{ programKey: [] }],
    parameters: [
      ...toParameters(endpoint, input),
      ...(endpoint.once || endpoint.mutatesBalance
        ? [{ $ref: '#/components/parameters/idempotencyKey' }]
        : []),
    ],
    ...(hasNoBody(endpoint)
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              bodyTypesOf(route).map((type) => [
                type,
                {
                  schema: withoutPathFields(endpoint, input),
                  ...exampleOf(withoutPathValues(endpoint, example?.input)),
                },
              ]),
            ),
          },
        }),
    responses: {
      [endpoint.status ?? 200]:
        endpoint.status === 204
          ? { description: 'Done.' }
          : {
              description: 'The result.',
              content: {
                [outputType(endpoint)]: {
                  schema: toJsonSchema(endpoint.output, 'output'),
                  ...exampleOf(example?.output),
                },
              },
            },
      '4XX': { $ref: `#/components/responses/${shapeOfGroup(group)}Refusal` },
      '5XX': { $ref: `#/components/responses/${shapeOfGroup(group)}Failure` },
    },
    'x-scope': endpoint.scope ?? null,
    ...(endpoint.mutatesBalance ? { 'x-moves': true } : {}),
  }
}

const shapeOfGroup = (group: string) => (group === 'openai' ? 'openai' : 'deepl')
const hasNoBody = ({ method }: Endpoint) => method === 'GET' || method === 'DELETE'

function bodyTypesOf({ group, endpoint }: Route): string[] {
  if (endpoint.bodyType === 'multipart') return ['multipart/form-data']
  return shapeOfGroup(group) === 'deepl'
    ? ['application/json', 'application/x-www-form-urlencoded']
    : ['application/json']
}

const outputType = ({ output, responseType }: Endpoint) =>
  responseType === 'file'
    ? fileType
    : output._zod.def.type === 'string'
      ? 'text/tab-separated-values'
      : 'application/json'

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example })

/** Fields of the path are no fields of the body. */
const isFieldOfBody =
  ({ path }: Endpoint) =>
  (name: string) =>
    !path.includes(`{${name}}`)

const withoutPathValues = (endpoint: Endpoint, input: unknown): unknown =>
  input &&
  Object.fromEntries(Object.entries(input).filter(([name]) => isFieldOfBody(endpoint)(name)))

function withoutPathFields(endpoint: Endpoint, schema: JsonSchema): JsonSchema {
  const isInBody = isFieldOfBody(endpoint)
  const { properties = {}, required = [] } = schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isInBody(name))),
    required: required.filter(isInBody),
  }
}

const errorSchemas: Record<string, Json> = {
  deepl: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' }, detail: { type: 'string' } },
  },
  openai: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type', 'param', 'code'],
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          param: { type: ['string', 'null'] },
          code: { type: ['string', 'null'] },
        },
      },
    },
  },
}

const errorResponse = (description: string, schema: unknown) => ({
  description,
  content: { 'application/json': { schema } },
  headers: retryAfter,
})

export const programResponses: Json = Object.fromEntries(
  Object.entries(errorSchemas).flatMap(([group, schema]) => [
    [
      `${group}Refusal`,
      errorResponse(
        group === 'deepl'
          ? 'Invalid (400), key refused (403), no such path (404), too large (413), URL too long (414), too many requests (429), or quota used up (456).'
          : 'Invalid (400), key unknown (401) or refused (403), no such model (404), too large (413), too many requests or quota used up (429).',
        schema,
      ),
    ],
    [
      `${group}Failure`,
      errorResponse(
        'The server failed (500), can’t answer now (503), or the channel is busy (529): the same call may be repeated.',
        schema,
      ),
    ],
  ]),
)

export const programKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`DeepL-Auth-Key ` or `Bearer `, and the API key',
}
