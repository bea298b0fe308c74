/** Fuzz test of the operators' endpoints: random requests cause no server error. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertSite } from '#server/seed/site.ts'
import {
  everyOperatorEndpoint,
  operatorCaller,
  operatorsOfEachRole,
} from '#tests/support/actors/operators.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { fuzzRequests } from '#tests/support/fuzz/requests.ts'
import { sendAll, type SentRequest } from '#tests/support/fuzz/send-requests.ts'
import { caller, startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

const { FUZZ, FUZZ_SEED } = process.env
const seed = Number(FUZZ_SEED ?? (FUZZ ? Date.now() % 1_000_000 : 253_133))
const forEach = Math.ceil(Number(FUZZ ?? 1_000) / everyOperatorEndpoint.length)

let server: TestServer
let staff: Awaited<ReturnType<typeof operatorsOfEachRole>>
let callers: Caller[]
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
  await insertSite(server.database.db)
  await addPeople(server.database.db)
  staff = await operatorsOfEachRole(server)
})
// A call may end sessions.
beforeEach(async () => {
  const { admin, finance, support } = staff
  callers = await Promise.all(
    [admin, finance, support].map(({ operator }) => operatorCaller(server, operator)),
  )
  callers.push(caller(server, null))
})
afterAll(() => server.close())

let sent = 0
test.each(everyOperatorEndpoint)('%s', { timeout: 90_000 }, async (_name, endpoint) => {
  const index = everyOperatorEndpoint.findIndex(([, other]) => other === endpoint)
  const all = fuzzRequests(endpoint, seed + index, forEach).map((request, at): SentRequest => {
    const headers = {
      ...callers[at % callers.length]!.headers(),
      // Each from its own address, so that no rate limit refuses it.
      'x-forwarded-for': `10.${sent % 250}.${(at >> 8) & 255}.${at & 255}`,
      ...request.headers,
    }
    sent++
    return { ...request, path: `/api${request.path}`, headers }
  })
  await sendAll(server.port, all, ({ method, path, body = '' }, { status, text }) => {
    const isFailure = (status >= 500 && status < 700) || status < 200
    if (isFailure)
      expect.fail(
        `FUZZ_SEED=${seed} ${method} ${path.slice(0, 2_000)}\n${String(body).slice(0, 2_000)}\n-> ${status} ${text.slice(0, 500)}`,
      )
  })
})
