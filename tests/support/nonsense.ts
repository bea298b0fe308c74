/** Fuzzed requests derived from the contract, reproducible by seed. */
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { jsonSchema } from '#server/http/openapi/document.ts'
import { edgesOf, oddBody, oddHeaders, oddMethod, oddQuery, oddType, hostileValue } from '#tests/support/nonsense-values.ts'
import { minimalInput } from '#tests/support/calls.ts'
import type { SentRequest } from '#tests/support/many-requests.ts'

type FuzzRequest = Pick<SentRequest, 'method' | 'path' | 'headers' | 'body'>

/** Characters. Longer URLs are rejected before routing: see `wire.test.ts`. */
const longestAddress = 8_000
const json = { 'content-type': 'application/json' }

/**
 * Requests to one endpoint, mostly by its method and path, with invalid input, body, query or
 * headers.
 */
export function fuzzRequests(endpoint: Endpoint, seed: number, count: number): FuzzRequest[] {
  const path = fc
    .constantFrom('x', '1001', '%00', '%zz', '..%2f', '_'.repeat(20))
    .map((part) => endpoint.path.replace(/\{\w+\}/g, part))
  const input = inputFor(endpoint)
  const good = fc.record({ method: fc.constant(endpoint.method), path, headers: oddHeaders })
  const asked = fc
    .tuple(
      good,
      fc.oneof({ arbitrary: input.map(queryOf), weight: 4 }, { arbitrary: oddQuery, weight: 1 }),
    )
    .map(([request, query]) => ({
      ...request,
      path: `${request.path}?${query}`.slice(0, longestAddress),
    }))
  const told = fc
    .tuple(
      good,
      fc.oneof({ arbitrary: input.map(asJson), weight: 8 }, { arbitrary: oddBody, weight: 2 }),
      fc.oneof({ arbitrary: fc.constant(json), weight: 9 }, oddType),
    )
    .map(([request, body, type]) => ({
      ...request,
      body,
      headers: { ...type, ...request.headers },
    }))
  const right = endpoint.method === 'GET' ? asked : told
  return fc.sample(
    fc.oneof(
      { arbitrary: right, weight: 12 },
      fc.tuple(right, oddMethod).map(([request, method]) => ({ ...request, method })),
    ),
    {
      seed,
      numRuns: count,
    },
  )
}

/** Requests to unknown paths and to malformed known paths. */
export function fuzzUnknownPaths(paths: readonly string[], seed: number, count: number): FuzzRequest[] {
  const known = fc.constantFrom(...paths)
  const path = fc.oneof(
    known,
    fc
      .tuple(
        known,
        fc.constantFrom('/', '//', '%00', ';x=1', '/..', '%2f', '.json', '?', '?=', '%'),
      )
      .map(([start, end]) => start + end),
    known.map((told) => told.toUpperCase()),
    known.map((told) => `/${told}`),
    fc.constantFrom(
      '/',
      '/nothing',
      '/user/%00',
      '/user/%zz',
      '/user//get',
      '/../etc/passwd',
      '/%2e%2e/%2e%2e',
      '/__proto__',
      '/constructor/prototype',
    ),
    fc.webPath().map((told) => `/${told}`),
  )
  const request = fc.record({
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE'), oddMethod),
    path,
    headers: fc.tuple(oddType, oddHeaders),
    body: oddBody,
  })
  return fc
    .sample(request, { seed, numRuns: count })
    .map(({ headers, ...rest }) => ({ ...rest, headers: { ...headers[0], ...headers[1] } }))
}

/** Privileged fields for mass assignment attempts. */
const privilegedFields = [
  'isAdmin',
  'ownerId',
  'userId',
  'parentUserId',
  'usableCharNum',
  'version',
  'constructor',
]

function inputFor(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const fine = minimalInput(endpoint)
  const keys = [...new Set([...Object.keys(shapeOf(endpoint.input)), ...privilegedFields])]
  const { properties = {} } = jsonSchema(endpoint.input, 'input')
  const value = (key: string) =>
    fc.oneof(
      { arbitrary: fc.constant(fine[key]), weight: 4 },
      { arbitrary: edgesOf(properties[key]), weight: 3 },
      { arbitrary: hostileValue, weight: 2 },
      fc.string({ unit: 'binary' }),
      fc.jsonValue({ maxDepth: 2 }),
    )
  return fc.record(Object.fromEntries(keys.map((key) => [key, value(key)])), { requiredKeys: [] })
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input))
    query.append(key, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return query.toString()
}

/** `__proto__` as an own key can only be produced in JSON text. */
const asJson = (input: Record<string, unknown>): string =>
  JSON.stringify(input).replace('"isAdmin":', '"__proto__":')
