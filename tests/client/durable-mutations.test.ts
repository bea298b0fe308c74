/** Durable mutations: one idempotency key per mutation, across retries and tabs. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { times } from '#contract/limits.ts'
import { scriptedServer, ok, apiError, type Reply } from '#tests/support/server/scripted-server.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', `${server.base}/`)
const { discardMutation, idempotentCall, mutationsKey, listCompletedSince, listPendingMutations } =
  await import('#client/api/idempotent-call.ts')
const { signIn } = await import('#client/session/session.ts')

const input = { childUserId: '7', changeCharNum: 10_000 }
const lostResponse: Reply = (response) => response.destroy()
const gatewayError: Reply = { status: 502, body: 'Bad gateway' }
const distribute = (shownAt = Date.now(), values = input) =>
  idempotentCall(subAccounts.distribute, values, { durableSince: shownAt })
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

beforeEach(() => signIn({ sk: 'secret', userId: '42' }))
afterEach(() => {
  localStorage.removeItem(mutationsKey)
  vi.useRealTimers()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test('a mutation sent twice before its response has one key', async () => {
  server.answer(ok(null))
  await Promise.all([distribute(), distribute()])
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test.each([
  ['a lost response', lostResponse],
  ['a gateway error', gatewayError],
])('retried after %s, a mutation keeps its key', async (_, reply) => {
  server.answer(reply)
  await expect(distribute()).rejects.toThrow()
  expect(listPendingMutations()).toMatchObject([{ path: '/user/distribution', input }])
  const [first] = keys()
  server.answer(ok(null))
  await distribute()
  expect(keys()).toEqual([first])
  expect(listPendingMutations()).toEqual([])
})

test('after a refusal a retry has a new key', async () => {
  server.answer(apiError('余额不足', { code: 'notEnough' }))
  await expect(distribute()).rejects.toMatchObject({ failure: { code: 'notEnough' } })
  expect(listPendingMutations()).toEqual([])
  const [first] = keys()
  server.answer(ok(null))
  await distribute()
  expect(keys()[0]).not.toBe(first)
})

test('a mutation done by another tab since the balances were shown is not repeated', async () => {
  server.answer(ok(null))
  const shownAt = Date.now() - 1_000
  await distribute(shownAt)
  await distribute(shownAt)
  expect(new Set(keys()).size).toBe(1)
  expect(listCompletedSince(shownAt)).toHaveLength(1)
})

test('of a completed mutation this browser keeps no input, and still knows it', async () => {
  const before = Date.now() - 1
  server.answer(ok(null))
  await distribute()
  expect(localStorage.getItem(mutationsKey)).not.toContain('10000')
  const [first] = keys()
  server.answer(ok(null))
  await distribute(before)
  expect(keys()).toEqual([first])
  server.answer(ok(null))
  await distribute(before, { ...input, changeCharNum: 20_000 })
  expect(keys()).not.toEqual([first])
})

test('after success the same mutation can be sent again with a new key', async () => {
  server.answer(ok(null))
  await distribute()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await distribute(Date.now())
  expect(new Set(keys()).size).toBe(2)
})

test('another amount, receiver or user is another mutation', async () => {
  server.answer(lostResponse)
  await expect(distribute()).rejects.toThrow()
  server.answer(ok(null))
  await distribute(0, { ...input, changeCharNum: 20_000 })
  await distribute(0, { ...input, childUserId: '8' })
  signIn({ sk: 'other', userId: '43' })
  expect(listPendingMutations()).toEqual([])
  await distribute(0)
  expect(new Set(keys()).size).toBe(3)
})

test('a discarded mutation is no longer pending', async () => {
  server.answer(lostResponse)
  await expect(distribute()).rejects.toThrow()
  discardMutation(listPendingMutations()[0]!)
  expect(listPendingMutations()).toEqual([])
})

test('a pending mutation expires with the server’s key after a day', async () => {
  server.answer(lostResponse)
  await expect(distribute()).rejects.toThrow()
  vi.useFakeTimers({ now: Date.now() + times.idempotencyKeyLifetime + 1, toFake: ['Date'] })
  expect(listPendingMutations()).toEqual([])
})

test.each(['', '{', '7', '[null, 1, {"key": 2}]'])(
  'malformed storage (%s) counts as no mutations',
  (text) => {
    localStorage.setItem(mutationsKey, text)
    expect(listPendingMutations()).toEqual([])
  },
)
