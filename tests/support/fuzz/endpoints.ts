/** Every endpoint of the contract with a valid input. */
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toJsonSchema, type JsonSchema } from '#server/http/openapi/operation-parts.ts'

export type NamedEndpoint = [name: string, endpoint: Endpoint]

export const everyEndpoint: NamedEndpoint[] = Object.entries(contract).flatMap(
  ([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]): NamedEndpoint => [
      `${group}.${name}`,
      endpoint,
    ]),
)

const inputSchemas = new Map<Endpoint['input'], JsonSchema>()

/** Made once per endpoint, since making it takes longer than most requests. */
export function inputSchema({ input }: Endpoint): JsonSchema {
  const schema = inputSchemas.get(input) ?? toJsonSchema(input, 'input')
  inputSchemas.set(input, schema)
  return schema
}

/** Smallest valid input. Its ids do not exist. */
export const minimalInput = (endpoint: Endpoint): Record<string, unknown> =>
  minimalValue(inputSchema(endpoint)) as Record<string, unknown>

function minimalValue(schema: JsonSchema, name = ''): unknown {
  if (schema.properties) {
    const { properties, required = [] } = schema
    const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
    return Object.fromEntries(keys.map((key) => [key, minimalValue(properties[key]!, key)]))
  }
  if (schema['x-meaning']?.kind === 'time') return '2026-01-01 00:00:00'
  if (schema['x-meaning']?.kind === 'language') return 'en'
  if (schema['x-meaning']?.kind === 'id') return '999999'
  if (schema['x-meaning']?.kind === 'link') return 'https://example.com/'
  if (schema.anyOf) return minimalValue(schema.anyOf[0]!, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [minimalValue(schema.items ?? {}, name)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (name === 'month') return '2026-05'
  if (name === 'email' || (name === 'account' && schema.pattern?.includes('@')))
    return 'somebody@example.com'
  if (name.startsWith('quiet')) return '22:00'
  return name === 'clientId' ? 'x'.repeat(16) : 'x'.repeat(Math.max(schema.minLength ?? 1, 6))
}

/**
 * Endpoints other than those that collections generate, which are tested in
 * `tests/server/collections`.
 */
export const handwrittenEndpoints: NamedEndpoint[] = everyEndpoint.filter(([name]) => {
  const [group, call] = name.split('.') as [string, string]
  const collection = (collections as Readonly<Record<string, Collection>>)[group]
  return !collection || Object.hasOwn(collection.config.calls, call)
})
