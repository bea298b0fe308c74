/** Whatever is sent to whatever call, the answer is an envelope and never a failure of the server. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Envelope, RefusalData } from '#contract/envelope.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalCodes } from '#contract/failure.ts'
import { check } from '#contract/issues.ts'
import { shapeOf } from '#contract/query.ts'
import { everyCall, someInput } from '#tests/support/calls.ts'
import { addPeople } from '#tests/support/people.ts'
import { caller, signedIn, startServer, type Caller, type TestServer } from '#tests/support/server.ts'

/** Inputs for each call; `FUZZ_RUNS=400 npx vitest …` for a longer search. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)

let server: TestServer
let callers: Caller[]
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  callers = await Promise.all([people.anna, people.sub, people.carl].map((person) => signedIn(server, person)))
  callers.push(caller(server, null))
})
afterAll(() => server.close())

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
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
  '1e309',
  '-0',
  '007',
  '9'.repeat(40),
  'x'.repeat(5_000),
  '0000-00-00 00:00:00',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
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
  2 ** 53,
  -(2 ** 63),
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 9 },
  Array.from({ length: 600 }, String),
)

function inputFor(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const fine = someInput(endpoint)
  const keys = [...Object.keys(shapeOf(endpoint.input)), 'isAdmin', 'ownerId', 'parentUserId', 'usableCharNum']
  const value = (key: string) => fc.oneof({ arbitrary: fc.constant(fine[key]), weight: 2 }, nasty, fc.string({ unit: 'binary' }), fc.jsonValue())
  return fc.record(Object.fromEntries(keys.map((key) => [key, value(key)])), { requiredKeys: [] })
}

/** Of what is sent, so after encoding: one character may become twelve. Longer ones are refused before they are a request: see `wire.test.ts`. */
const longestAddress = 8_000

// Signing out would end the session that the other calls are made with.
const calls = everyCall.filter(([name]) => name !== 'login.logout')

test.each(calls)('%s', async (_name, endpoint) => {
  const path = endpoint.path.replace(/\{\w+\}/g, 'x')
  await fc.assert(
    fc.asyncProperty(inputFor(endpoint), fc.nat(callers.length - 1), async (input, who) => {
      if (endpoint.method === 'GET') await judge(callers[who]!, 'GET', `${path}?${queryOf(input)}`.slice(0, longestAddress))
      else await judge(callers[who]!, endpoint.method, path, JSON.stringify(input))
    }),
    { numRuns: runs },
  )
})

test('bodies and paths of any kind', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom('{"a":1,"a":2}', '[]', '"x"', '0', 'null', '{', '['.repeat(5_000)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls.map(([, { path }]) => path), '/nothing', '/user/%00', '/user/%zz', '/user//get'),
      text,
      async (path, body) => {
        await judge(callers[0]!, 'POST', path, body)
      },
    ),
    { numRuns: runs * 5 },
  )
})

async function judge(who: Caller, method: string, path: string, body?: string): Promise<void> {
  const response = await fetch(server.api + path, {
    method,
    headers: { ...who.headers(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return await response.body?.cancel()
  const text = await response.text()
  const asked = `${method} ${path} ${body ?? ''} -> ${response.status} ${text}`.slice(0, 2_000)
  expect(response.status < 500 || response.status >= 700, asked).toBe(true)
  const envelope = check(Envelope, JSON.parse(text))
  expect(envelope.ok, asked).toBe(true)
  if (!envelope.ok || envelope.value.success) return
  const refusal = check(RefusalData, envelope.value.data)
  expect(refusal.ok && refusalCodes.includes(refusal.value.code as never), asked).toBe(true)
  expect(envelope.value.msg, asked).not.toBe('')
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) query.append(key, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return query.toString()
}
