/** Idempotent calls: one key per user until the outcome is known. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { scriptedServer, ok, apiError, type Reply } from '#tests/support/server/scripted-server.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', `${server.base}/`)
const { idempotentCall, listUnsettledKeys } = await import('#client/api/idempotent-call.ts')
const { signIn } = await import('#client/session/session.ts')

let account = 0
const distribute = (changeCharNum: number) =>
  idempotentCall(subAccounts.distribute, { childUserId: '7', changeCharNum })
/** Idempotency key of the request, whatever the outcome. */
async function keyOf(send: () => Promise<unknown>, reply: Reply): Promise<unknown> {
  server.answer(reply)
  await send().catch(() => undefined)
  return server.requests[0]!.headers['idempotency-key']
}

beforeEach(() => signIn({ sk: 'secret', userId: String(++account) }))
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test.each<[string, Reply]>([
  ['a lost response', (response) => response.destroy()],
  ['a gateway error', { status: 502, body: 'Bad gateway' }],
  ['a malformed response', { body: { done: true } }],
])('a retry after %s has the same key', async (_what, reply) => {
  const first = await keyOf(() => distribute(1), reply)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await keyOf(() => distribute(1), ok(null))).toBe(first)
})

test.each<[string, Reply]>([
  ['success', ok(null)],
  ['a refusal', apiError('余额不足', { code: 'notEnough' })],
  ['a rate limit', { status: 429, body: { success: false, data: null, msg: '' } }],
  ['an expired session', { status: 401, body: { success: false, data: null, msg: '' } }],
])('after %s, the same call has a new key', async (_what, reply) => {
  const first = await keyOf(() => distribute(1), reply)
  expect(await keyOf(() => distribute(1), ok(null))).not.toBe(first)
})

test('while a call is pending, another input and another user have their own keys', async () => {
  const lostResponse: Reply = (response) => response.destroy()
  const first = await keyOf(() => distribute(1), lostResponse)
  const other = await keyOf(() => distribute(2), lostResponse)
  signIn({ sk: 'another', userId: String(++account) })
  expect(new Set([first, other, await keyOf(() => distribute(1), lostResponse)]).size).toBe(3)
})

test('keys to be stored are those of unknown outcomes, without requests that hold a password', async () => {
  const lostResponse: Reply = (response) => response.destroy()
  const stored = () => Object.values(listUnsettledKeys())
  const lost = await keyOf(() => distribute(1), lostResponse)
  const done = await keyOf(() => distribute(2), ok(null))
  const withPassword = await keyOf(
    () => idempotentCall(subAccounts.create, { account: 'anna', password: 'secret-1', enabled: 1 }),
    lostResponse,
  )
  expect(withPassword).toMatch(/^[0-9a-f]{32}$/)
  expect(stored()).toContain(lost)
  expect(stored()).not.toContain(done)
  expect(stored()).not.toContain(withPassword)
})
