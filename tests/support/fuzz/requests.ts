/** Fuzzed requests derived from the contract, reproducible by seed. */
import fc from 'fast-check'
import type { JsonSchema } from '#server/http/openapi/operation-parts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { inputSchema, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import type { SentRequest } from '#tests/support/fuzz/send-requests.ts'

type FuzzRequest = Pick<SentRequest, 'method' | 'path' | 'headers' | 'body'>

/** In characters. Longer URLs are rejected before routing: see `wire.test.ts`. */
const maxPathLength = 8_000
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
  const target = fc.record({ method: fc.constant(endpoint.method), path, headers: oddHeaders })
  const getRequests = fc
    .tuple(
      target,
      fc.oneof({ arbitrary: input.map(queryOf), weight: 4 }, { arbitrary: oddQuery, weight: 1 }),
    )
    .map(([request, query]) => ({
      ...request,
      path: `${request.path}?${query}`.slice(0, maxPathLength),
    }))
  const postRequests = fc
    .tuple(
      target,
      fc.oneof({ arbitrary: input.map(asJson), weight: 8 }, { arbitrary: oddBody, weight: 2 }),
      fc.oneof({ arbitrary: fc.constant(json), weight: 9 }, oddType),
    )
    .map(([request, body, type]) => ({
      ...request,
      body,
      headers: { ...type, ...request.headers },
    }))
  const validMethod = endpoint.method === 'GET' ? getRequests : postRequests
  return fc.sample(
    fc.oneof(
      { arbitrary: validMethod, weight: 12 },
      fc.tuple(validMethod, oddMethod).map(([request, method]) => ({ ...request, method })),
    ),
    {
      seed,
      numRuns: count,
    },
  )
}

/** Requests to unknown paths and to malformed known paths. */
export function fuzzUnknownPaths(
  paths: readonly string[],
  seed: number,
  count: number,
): FuzzRequest[] {
  const knownPath = fc.constantFrom(...paths)
  const path = fc.oneof(
    knownPath,
    fc
      .tuple(
        knownPath,
        fc.constantFrom('/', '//', '%00', ';x=1', '/..', '%2f', '.json', '?', '?=', '%'),
      )
      .map(([start, end]) => start + end),
    knownPath.map((text) => text.toUpperCase()),
    knownPath.map((text) => `/${text}`),
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
    fc.webPath().map((text) => `/${text}`),
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
  const validInput = minimalInput(endpoint)
  const keys = [...new Set([...Object.keys(shapeOf(endpoint.input)), ...privilegedFields])]
  const { properties = {} } = inputSchema(endpoint)
  const value = (key: string) =>
    fc.oneof(
      { arbitrary: fc.constant(validInput[key]), weight: 4 },
      { arbitrary: boundaryValues(properties[key]), weight: 3 },
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

/** Invalid and hostile values, bodies, queries and headers for fuzzing. */
const hostileValue = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eabc',
  'İ',
  '👨‍👩‍👧',
  '%',
  '_',
  '\\',
  "'; drop table users; --",
  '<script>',
  '{{7*7}}',
  '../../etc/passwd',
  'a\r\nx: y',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '007',
  '0x10',
  '１２３',
  '9'.repeat(40),
  'x'.repeat(5_000),
  '9007199254740993',
  '0000-00-00 00:00:00',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '2026-02-30 00:00:00',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  -1,
  0,
  0.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  2 ** 64,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 9 },
  { $ne: null },
  { toString: 1 },
  Array.from({ length: 600 }, String),
  { __proto__x: { isAdmin: true } },
)

/** Boundary values, valid and invalid, for a schema. */
function boundaryValues(schema: JsonSchema | undefined): fc.Arbitrary<unknown> {
  const inner = schema?.anyOf?.find((choice) => choice['x-meaning']) ?? schema
  if (inner?.type === 'array') return fc.array(boundaryValues(inner.items), { maxLength: 3 })
  if (inner?.enum)
    return fc.constantFrom<unknown>(...inner.enum, String(inner.enum[0]).toLowerCase(), 0)
  const kind = inner?.['x-meaning']?.kind ?? (inner?.type === 'integer' ? 'count' : 'text')
  if (kind === 'time') return fc.constantFrom(...edgeTimes)
  if (kind === 'id' || kind === 'channel')
    return fc.constantFrom<unknown>(
      '1',
      '1000',
      '1003',
      1003,
      '01003',
      ' 1003',
      '0',
      '-1',
      '9223372036854775807',
      '9'.repeat(18),
      2 ** 53,
    )
  if (kind === 'text' || kind === 'secret' || kind === 'newSecret') {
    const { minLength = 0, maxLength = 100 } = inner ?? {}
    return fc
      .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
      .map((length) => 'a'.repeat(Math.max(0, length)))
  }
  return fc.constantFrom<unknown>(
    0,
    1,
    -1,
    inner?.minimum ?? 0,
    inner?.maximum ?? 2 ** 53 - 1,
    (inner?.maximum ?? 2 ** 53 - 1) + 1,
    1.5,
    '1',
  )
}

const days = [
  '0000-01-01',
  '0001-01-01',
  '1970-01-01',
  '2026-02-28',
  '2026-02-29',
  '2028-02-29',
  '2026-12-31',
  '2027-01-01',
  '9999-12-31',
]
const edgeTimes = days.flatMap((day) => [`${day} 00:00:00`, `${day} 23:59:59`, day])

const oddQuery = fc.constantFrom(
  '%',
  '%zz=1',
  'a=%E0%A4',
  '%00=%00',
  '=',
  '&&&',
  '?',
  'pageSize=1&pageSize=2',
  'pageSize[]=1',
  'pageSize[a]=1',
  '__proto__[x]=1',
  'id=1&id=2',
  '+',
  '%2b%2b',
  'pageNum=1e3',
  'pageNum=%EF%BC%91',
  `x=${'%61'.repeat(2_000)}`,
  '&'.repeat(3_000),
  'pageSize=10&pageNum=9007199254740991',
  'userId=1001;ownerId=1',
)

const nested = (open: string, close: string, times: number) =>
  open.repeat(times) + close.repeat(times)
const oddBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom<string | Buffer>(
    '',
    '{',
    '}',
    '[]',
    '"x"',
    '0',
    'null',
    'NaN',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"a":1}',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"a":\u0000}',
    '{"__proto__":{"isAdmin":true}}',
    '{"userId":1e999}',
    '{"userId":1,"userId":2}',
    nested('[', ']', 20_000),
    nested('{"a":', '}', 15_000),
    '['.repeat(50_000),
    `"${'x'.repeat(1_000_000)}"`,
    'a=1&b=2',
    Buffer.from([0xff, 0xfe, 0x7b, 0]),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('{"a":"x"}', 'utf16le'),
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]),
  ),
  fc.json(),
  fc.string({ unit: 'binary' }),
)

const oddType = fc.constantFrom<Record<string, string>>(
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    ',',
  ].map((type) => ({ 'content-type': type })),
  {},
)

const oddHeaders = fc.oneof(
  { arbitrary: fc.constant<Record<string, string>>({}), weight: 6 },
  fc.constantFrom<Record<string, string>>(
    ...['', 'x', '\u00ff', 'k'.repeat(255), 'k'.repeat(256), "'; --", ' '].map((key) => ({
      'idempotency-key': key,
    })),
    ...['', '*', 'xx;q=9', 'zh'.repeat(2_000), ';;;,,,', '\u00e9'].map((lang) => ({
      'accept-language': lang,
    })),
    ...[
      '',
      ',,,',
      '::ffff:1.2.3.4',
      '999.999.999.999',
      'x'.repeat(3_000),
      'fe80::1%eth0',
      '"_hidden"',
    ].map((ip) => ({ 'x-forwarded-for': ip })),
    ...['gzip', 'br, *;q=0', 'nonsense'].flatMap((coding) => [
      { 'content-encoding': coding },
      { 'accept-encoding': coding },
    ]),
    ...['', '-1', '9'.repeat(30), '1.2.3', 'x.y', '0.0'].map((id) => ({ 'last-event-id': id })),
    ...['nobody', '[', 'a b', 'localhost:99999', ''].map((host) => ({ host })),
    ...['null', 'https://evil.example.com', 'file://'].map((origin) => ({ origin })),
    ...['bytes=0-1', 'bytes=-'].map((range) => ({ range })),
    { expect: '100-continue' },
    { 'x-http-method-override': 'DELETE' },
    { cookie: 'a=b; '.repeat(500) },
    { 'auth-token': 'x', 'auth-sign': 'x', 'auth-timestamp': 'x' },
    { authorization: 'Basic AAAA' },
    { 'x-wire-status': '200' },
  ),
)

const oddMethod = fc.constantFrom(
  'PUT',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'DELETE',
  'POST',
  'GET',
  'PROPFIND',
  'PURGE',
  'QUERY',
)
