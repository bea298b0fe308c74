/**
 * Mutations of quota: one key each, however often they are sent, from whichever tab, and
 * whatever becomes of the answer.
 */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { times } from '#contract/limits.ts'
import { scriptedServer, ok, apiError, type Reply } from '#tests/support/server/scripted-server.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', `${server.base}/`)
const { discardMutation, mutateOnce, completedSince, pendingMutations } =
  await import('#client/api/idempotent-call.ts')
const { signIn } = await import('#client/session/session.ts')

const input = { childUserId: '7', changeCharNum: 10_000 }
const lost: Reply = (response) => response.destroy()
const broken: Reply = { status: 502, body: 'Bad gateway' }
const give = (seen = Date.now(), what = input) => mutateOnce(subAccounts.distribute, what, seen)
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

beforeEach(() => signIn({ sk: 'secret', userId: '42' }))
afterEach(() => {
  localStorage.removeItem('wishes')
  vi.useRealTimers()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test('a mutation sent twice before its response has one key', async () => {
  server.answer(ok(null))
  await Promise.all([give(), give()])
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test.each([
  ['no answer came', lost],
  ['something in between broke', broken],
])('retried after %s, a mutation keeps its key', async (_, reply) => {
  server.answer(reply)
  await expect(give()).rejects.toThrow()
  expect(pendingMutations()).toMatchObject([{ path: '/user/distribution', input }])
  const [first] = keys()
  server.answer(ok(null))
  await give()
  expect(keys()).toEqual([first])
  expect(pendingMutations()).toEqual([])
})

test('after a refusal a retry has a new key', async () => {
  server.answer(apiError('余额不足', { code: 'notEnough' }))
  await expect(give()).rejects.toMatchObject({ failure: { code: 'notEnough' } })
  expect(pendingMutations()).toEqual([])
  const [first] = keys()
  server.answer(ok(null))
  await give()
  expect(keys()[0]).not.toBe(first)
})

test('a mutation done by another tab since the figures were shown is not repeated', async () => {
  server.answer(ok(null))
  const seen = Date.now() - 1_000
  await give(seen)
  await give(seen)
  expect(new Set(keys()).size).toBe(1)
  expect(completedSince(seen)).toHaveLength(1)
})

test('after a mutation has succeeded, the same may be sent again', async () => {
  server.answer(ok(null))
  await give()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await give(Date.now())
  expect(new Set(keys()).size).toBe(2)
})

test('other amounts, receivers and users are other mutations', async () => {
  server.answer(lost)
  await expect(give()).rejects.toThrow()
  server.answer(ok(null))
  await give(0, { ...input, changeCharNum: 20_000 })
  await give(0, { ...input, childUserId: '8' })
  signIn({ sk: 'other', userId: '43' })
  expect(pendingMutations()).toEqual([])
  await give(0)
  expect(new Set(keys()).size).toBe(3)
})

test('an abandoned mutation is forgotten', async () => {
  server.answer(lost)
  await expect(give()).rejects.toThrow()
  discardMutation(pendingMutations()[0]!)
  expect(pendingMutations()).toEqual([])
})

test('after a day the server knows the key no more, and nor do we', async () => {
  server.answer(lost)
  await expect(give()).rejects.toThrow()
  vi.useFakeTimers({ now: Date.now() + times.idempotency + 1, toFake: ['Date'] })
  expect(pendingMutations()).toEqual([])
})

test.each(['', '{', '7', '[null, 1, {"key": 2}]'])(
  'malformed storage (%s) counts as no mutations',
  (text) => {
    localStorage.setItem('wishes', text)
    expect(pendingMutations()).toEqual([])
  },
)
