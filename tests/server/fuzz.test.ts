/**
 * Whatever is sent to whatever call, the answer is an envelope and never a failure of the server:
 * 24,000 requests made from the contract. The same ones each time, so that a change is judged by
 * what it changes. `FUZZ=500000` sends others, more of them, and tells how long answers took;
 * `FUZZ_SEED=…`, which a failure names, sends those again.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Envelope, RefusalData, refusalCodes } from '#contract/failure.ts'
import { check } from '#contract/issues.ts'
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
const inputs = Number(FUZZ ?? 24_000)
const seed = Number(FUZZ_SEED ?? (FUZZ ? Date.now() % 1_000_000 : 253_133))
/** Of all, one in twelve is meant for no call. */
const forNobody = Math.ceil(inputs / 12)
const forEach = Math.ceil((inputs - forNobody) / everyEndpoint.length)
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
      `${took.length} requests, p50 ${percentile(took, 50).toFixed(1)} ms, p99 ${percentile(took, 99).toFixed(1)} ms`,
    )
})
const took: number[] = []

test.each(everyEndpoint)('%s', { timeout }, async (_name, endpoint) => {
  const index = everyEndpoint.findIndex(([, other]) => other === endpoint)
  await sendAndJudge(fuzzRequests(endpoint, seed + index, forEach), (path) => `/api${path}`)
})

test('paths, methods and bodies of any kind', { timeout }, async () => {
  const elsewhere = [
    '/pay/notify/alipay',
    '/pay/notify/nobody',
    '/pay/cashier/x',
    '/healthz',
    '/readyz',
    '/nothing',
    '/assets/x.js',
  ]
  const paths = [...everyEndpoint.map(([, { path }]) => `/api${path}`), ...elsewhere]
  await sendAndJudge(fuzzUnknownPaths(paths, seed - 1, forNobody), (path) => path)
})

test('that was as many as there were to be', () => {
  expect(took.length).toBeGreaterThanOrEqual(inputs)
})

/** Each from an address of its own, so that no throttle answers in the place of the call. */
async function sendAndJudge(
  fuzzed: ReturnType<typeof fuzzRequests>,
  pathOf: (path: string) => string,
): Promise<void> {
  const all = fuzzed.map((request, index): SentRequest => {
    const from = {
      'x-forwarded-for': `10.${took.length % 250}.${(index >> 8) & 255}.${index & 255}`,
    }
    return {
      ...request,
      path: pathOf(request.path),
      headers: { ...callers[index % callers.length]!.headers(), ...from, ...request.headers },
    }
  })
  await sendAll(server.port, all, (sent, came) => {
    took.push(came.ms)
    const wrong = wrongWith(sent, came)
    if (wrong)
      expect.fail(
        `${wrong}\nFUZZ=${inputs} FUZZ_SEED=${seed}\n${shown(sent)}\n-> ${came.status} ${came.text.slice(0, 500)}`,
      )
  })
}

function wrongWith(
  { method, path }: SentRequest,
  { status, type, text }: ReceivedResponse,
): string | undefined {
  // No ledger check runs here, so that the server is not ready after a while.
  if (/^\/+readyz/i.test(path) && status === 503) return undefined
  if (status >= 500 && status < 700) return 'The server failed.'
  if (status < 200 || status > 799) return 'No status that the wire knows.'
  if (type.startsWith('text/event-stream') || method === 'HEAD' || method === 'OPTIONS')
    return undefined
  // A gateway wants an acknowledgement of its own kind, and the cashier shows a page.
  if (/^\/+pay\//i.test(path)) return undefined
  const envelope = check(Envelope, parsed(text))
  if (!envelope.ok) return 'No envelope.'
  if (envelope.value.success) return undefined
  const refusal = check(RefusalData, envelope.value.data)
  if (!refusal.ok || !refusalCodes.includes(refusal.value.code as never))
    return 'A refusal that the contract does not know.'
  return envelope.value.msg === '' ? 'A refusal that says nothing.' : undefined
}

const shown = ({ method, path, headers, body = '' }: SentRequest) =>
  `${method} ${path.slice(0, 2_000)}\n${JSON.stringify(headers)}\n${typeof body === 'string' ? body.slice(0, 1_000) : `base64 ${body.toString('base64')}`}`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
