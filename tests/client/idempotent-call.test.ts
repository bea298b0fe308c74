/**
 * What is to be done once goes under one key until its fate is known, and never under somebody
 * else's.
 */
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { scriptedServer, ok, apiError, type Reply } from '#tests/support/server/scripted-server.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', `${server.base}/`)
const { idempotentCall } = await import('#client/api/idempotent-call.ts')
const { signIn } = await import('#client/session/session.ts')

let account = 0
const give = (changeCharNum: number) =>
  idempotentCall(subAccounts.distribute, { childUserId: '7', changeCharNum })
/** The key under which it was sent, whatever came of it. */
async function keyOf(work: () => Promise<unknown>, reply: Reply): Promise<unknown> {
  server.answer(reply)
  await work().catch(() => undefined)
  return server.requests[0]!.headers['idempotency-key']
}

beforeEach(() => signIn({ sk: 'secret', userId: String(++account) }))
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test.each<[string, Reply]>([
  ['no answer came', (response) => response.destroy()],
  ['something in between broke', { status: 502, body: 'Bad gateway' }],
  ['the answer made no sense', { body: { done: true } }],
])('tried again after %s, it goes under the same key', async (_what, reply) => {
  const first = await keyOf(() => give(1), reply)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await keyOf(() => give(1), ok(null))).toBe(first)
})

test.each<[string, Reply]>([
  ['it was done', ok(null)],
  ['it was refused', apiError('余额不足', { code: 'notEnough' })],
  ['too many were sent', { status: 429, body: { success: false, data: null, msg: '' } }],
  ['the session had ended', { status: 401, body: { success: false, data: null, msg: '' } }],
])('when %s, the same again is something new', async (_what, reply) => {
  const first = await keyOf(() => give(1), reply)
  expect(await keyOf(() => give(1), ok(null))).not.toBe(first)
})

test('while its fate is open, another input and another user have keys of their own', async () => {
  const lost: Reply = (response) => response.destroy()
  const first = await keyOf(() => give(1), lost)
  const other = await keyOf(() => give(2), lost)
  signIn({ sk: 'another', userId: String(++account) })
  expect(new Set([first, other, await keyOf(() => give(1), lost)]).size).toBe(3)
})
