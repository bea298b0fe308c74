/** The client's `call` against the in-process server: normal use, and simulated faults. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WireError, type WireFailure } from '#contract/failure.ts'
import { login } from '#contract/login.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault, type FaultName } from '#mocks/handlers.ts'
import { startMockServer } from '#mocks/node.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser('http://demo.test/home')
const { call } = await import('#client/api/call.ts')
const { signIn } = await import('#client/session/session.ts')
const server = await startMockServer()

beforeAll(async () =>
  signIn(await call(login.login, { account: demoAccounts.demo, password: demoPassword })),
)
afterEach(clearFaults)
afterAll(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

test('a signed-in user reads and changes the demo’s rows', async () => {
  const { total, rows } = await call(subAccounts.page, { pageSize: 20, pageNum: 2 })
  expect([total, rows.length]).toEqual([26, 6])
  await call(subAccounts.create, { account: 'fromtest', password: 'secret1' })
  expect(await call(login.checkUsername, { username: 'FromTest' })).toBe(false)
  const matching = await call(subAccounts.page, { account: 'mtes' })
  await call(subAccounts.remove, { userId: matching.rows[0]!.userId })
  expect((await call(subAccounts.page, { account: 'mtes' })).total).toBe(0)
})

test('a wrong password is refused by the server’s rules', async () => {
  expect(
    await failureOf(call(login.login, { account: demoAccounts.demo, password: 'wrong' })),
  ).toMatchObject({
    kind: 'refused',
    code: 'wrongPassword',
  })
})

test.each<[FaultName, WireFailure]>([
  ['expired', { kind: 'expired', status: 401 }],
  ['disabled', { kind: 'expired', status: 401 }],
  ['refused', { kind: 'refused', code: 'notAllowed', msg: expect.any(String) as string }],
  [
    'changedElsewhere',
    { kind: 'refused', code: 'changedElsewhere', msg: expect.any(String) as string },
  ],
  ['busy', { kind: 'busy', seconds: 7 }],
  ['broken', { kind: 'broken', status: 500 }],
  ['garbled', { kind: 'garbled', reason: 'envelope' }],
  ['unreachable', { kind: 'unreachable', reason: 'network' }],
  ['answerLost', { kind: 'unreachable', reason: 'network' }],
])('the fault “%s” makes a call fail with its kind of failure', async (name, failure) => {
  injectFault(name)
  expect(await failureOf(call(users.get, {}))).toMatchObject(failure)
})

test('the fault “slow” delays a response by two seconds', async () => {
  injectFault('slow', { path: '/loginLog' })
  const startedAt = Date.now()
  expect((await call(loginLog.page, {})).total).toBeGreaterThan(0)
  expect(Date.now() - startedAt).toBeGreaterThan(1_990)
})

test('the fault “answerLost” applies the change before the response is lost', async () => {
  injectFault('answerLost', { path: '/user/update', times: 1 })
  await failureOf(call(users.update, { nickname: 'Lost and found' }))
  expect((await call(users.get, {})).nickname).toBe('Lost and found')
})

test('a fault applies to its path as often as configured', async () => {
  injectFault('broken', { path: '/user/page', times: 2 })
  await call(users.get, {})
  expect(await failureOf(call(subAccounts.page, {}))).toMatchObject({ kind: 'broken' })
  expect(await failureOf(call(subAccounts.page, {}))).toMatchObject({ kind: 'broken' })
  expect((await call(subAccounts.page, {})).rows).toHaveLength(10)
})

/** The failure of a call that is expected to fail. */
async function failureOf(pendingCall: Promise<unknown>): Promise<WireFailure> {
  return pendingCall.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: unknown) =>
      error instanceof WireError ? error.failure : Promise.reject(error as Error),
  )
}
