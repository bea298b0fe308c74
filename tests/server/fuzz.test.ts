/**
 * Fuzz test: 4,000 requests derived from the contract get an envelope and no server error. The
 * default seed is fixed. `FUZZ=500000` sends other and more requests and prints response times;
 * `FUZZ_SEED=…`, printed on failure, repeats a run.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Envelope, RefusalData, refusalCodes } from '#contract/failure.ts'
import { validate } from '#contract/issues.ts'
import { everyEndpoint } from '#tests/support/fuzz/endpoints.ts'
import {
  percentile,
  sendAll,
  type ReceivedResponse,
  type SentRequest,
} from '#tests/support/fuzz/send-requests.ts'
import { fuzzRequests, fuzzUnknownPaths } from '#tests/support/fuzz/requests.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { snapshotSessions } from '#tests/support/server/database-state.ts'

const { FUZZ, FUZZ_SEED } = process.env
const inputs = Number(FUZZ ?? 4_000)
const seed = Number(FUZZ_SEED ?? (FUZZ ? Date.now() % 1_000_000 : 253_133))
/** One request in twelve is for unknown paths. */
const unknownPathCount = Math.ceil(inputs / 12)
const requestsPerEndpoint = Math.ceil((inputs - unknownPathCount) / everyEndpoint.length)
const timeout = 90_000 + inputs

let server: TestServer
let callers: Caller[]
let signInAgain: () => Promise<void>
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  callers = await Promise.all(
    [people.anna, people.sub, people.carl].map((person) => signedIn(server, person)),
  )
  callers.push(caller(server, null))
  signInAgain = await snapshotSessions(server.database.db)
})
beforeEach(() => signInAgain())
afterAll(async () => {
  await server.close()
  if (FUZZ)
    console.log(
      `${durations.length} requests, p50 ${percentile(durations, 50).toFixed(1)} ms, p99 ${percentile(durations, 99).toFixed(1)} ms`,
    )
})
const durations: number[] = []

test.each(everyEndpoint)(
  '%s answers random requests in the envelope, with known error codes',
  { timeout },
  async (_name, endpoint) => {
    const index = everyEndpoint.findIndex(([, other]) => other === endpoint)
    await sendAndCheck(
      fuzzRequests(endpoint, seed + index, requestsPerEndpoint),
      (path) => `/api${path}`,
    )
  },
)

test(
  'arbitrary paths, methods and bodies are answered in the envelope, with known error codes',
  { timeout },
  async () => {
    const otherPaths = [
      '/pay/notify/alipay',
      '/pay/notify/nobody',
      '/pay/cashier/x',
      '/healthz',
      '/readyz',
      '/nothing',
      '/assets/x.js',
    ]
    const paths = [...everyEndpoint.map(([, { path }]) => `/api${path}`), ...otherPaths]
    await sendAndCheck(fuzzUnknownPaths(paths, seed - 1, unknownPathCount), (path) => path)
  },
)

test('all requests were sent', () => {
  expect(durations.length).toBeGreaterThanOrEqual(inputs)
})

/**
 * Sends requests, each from its own client address so that no rate limit applies, and fails on a
 * wrong response.
 */
async function sendAndCheck(
  fuzzed: ReturnType<typeof fuzzRequests>,
  pathOf: (path: string) => string,
): Promise<void> {
  const all = fuzzed.map((request, index): SentRequest => {
    const address = {
      'x-forwarded-for': `10.${durations.length % 250}.${(index >> 8) & 255}.${index & 255}`,
    }
    return {
      ...request,
      path: pathOf(request.path),
      headers: { ...callers[index % callers.length]!.headers(), ...address, ...request.headers },
    }
  })
  await sendAll(server.port, all, (sent, response) => {
    durations.push(response.ms)
    const problem = problemOf(sent, response)
    if (problem)
      expect.fail(
        `${problem}\nFUZZ=${inputs} FUZZ_SEED=${seed}\n${describeRequest(sent)}\n-> ${response.status} ${response.text.slice(0, 500)}`,
      )
  })
}

function problemOf(
  { method, path }: SentRequest,
  { status, type, text }: ReceivedResponse,
): string | undefined {
  // No reconciliation runs in this test, so the server is not ready after a while.
  if (/^\/+readyz/i.test(path) && status === 503) return undefined
  if (status >= 500 && status < 700) return 'The server failed.'
  if (status < 200 || status > 799) return 'No status that the wire knows.'
  if (type.startsWith('text/event-stream') || method === 'HEAD' || method === 'OPTIONS')
    return undefined
  if (type === 'application/pdf') return undefined
  // Responses to gateways have their own format, and the cashier is a page.
  if (/^\/+pay\//i.test(path)) return undefined
  const envelope = validate(Envelope, parseJson(text))
  if (!envelope.ok) return 'No envelope.'
  if (envelope.value.success) return undefined
  const refusal = validate(RefusalData, envelope.value.data)
  if (!refusal.ok || !refusalCodes.includes(refusal.value.code as never))
    return 'A refusal that the contract does not know.'
  return envelope.value.msg === '' ? 'A refusal that says nothing.' : undefined
}

const describeRequest = ({ method, path, headers, body = '' }: SentRequest) =>
  `${method} ${path.slice(0, 2_000)}\n${JSON.stringify(headers)}\n${typeof body === 'string' ? body.slice(0, 1_000) : `base64 ${body.toString('base64')}`}`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
