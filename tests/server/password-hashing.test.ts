/** Password hashing for signed-in users is limited, so that others can still sign in. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
let anna: Caller
let openGate: () => void
let hashCount = 0
beforeAll(async () => {
  server = await startServer()
  people = await addPeople(server.database.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  anna = await signedIn(server, people.anna)
  hashCount = 0
  const gate = new Promise<void>((resolve) => (openGate = resolve))
  // Hashing new passwords and verifying `slow to verify` waits until the test opens the gate.
  vi.spyOn(testCrypto, 'hashPassword').mockImplementation(async (typed) => {
    hashCount++
    await gate
    return `hash of ${typed}`
  })
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation(async (_hash, typed) => {
    if (typed === 'slow to verify') {
      hashCount++
      await gate
    }
    return typed === password
  })
})
afterEach(() => vi.restoreAllMocks())

const concurrentCount = 70
const bertaSignsIn = () => caller(server, null).call(login.login, { account: 'berta', password })

test('70 passwords for unknown or foreign sub-accounts are refused without hashing', async () => {
  const unknownIds = Array.from({ length: concurrentCount }, (_, index) =>
    index % 2 ? String(9_000_000 + index) : people.foreignSub.userId,
  )
  const replies = await Promise.all(
    unknownIds.map((userId) =>
      anna.call(subAccounts.resetPassword, { userId, password: 'a new one' }),
    ),
  )
  for (const { data } of replies) expect(data).toMatchObject({ code: 'notFound' })
  expect(hashCount).toBe(0)
})

test.each<[string, (index: number) => Promise<{ status: number }>]>([
  [
    'set for a sub-account',
    () =>
      anna.call(subAccounts.resetPassword, { userId: people.sub.userId, password: 'a new one' }),
  ],
  [
    'set for new sub-accounts',
    (index) => anna.call(subAccounts.create, { account: `crowd${index}`, password: 'a new one' }),
  ],
  [
    'verified for a password change',
    () => anna.call(users.changePassword, { oldPassword: 'slow to verify', password: 'a new one' }),
  ],
  [
    'verified for two-factor setup',
    () => anna.call(twoFactor.begin, { password: 'slow to verify' }),
  ],
  [
    'verified for a cancellation',
    () => anna.call(users.cancel, { userPassword: 'slow to verify' }),
  ],
])('while 70 concurrent passwords are %s, another user can sign in', async (_what, sendRequest) => {
  const pending = Array.from({ length: concurrentCount }, (_, index) => sendRequest(index))
  await expect.poll(() => hashCount).toBeGreaterThan(0)
  expect((await bertaSignsIn()).success).toBe(true)
  openGate()
  const replies = await Promise.all(pending)
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(
    concurrentCount - 8,
  )
  expect(replies.every(({ status }) => status === 200 || status === 429 || status === 700)).toBe(
    true,
  )
  expect(hashCount).toBeLessThanOrEqual(9)
  server.passTime(3_700_000)
})

test('an owner may set 120 passwords of sub-accounts in ten minutes', async () => {
  openGate()
  const statuses: number[] = []
  for (let index = 0; index < 125; index++)
    statuses.push(
      (
        await anna.call(subAccounts.resetPassword, {
          userId: people.sub.userId,
          password: 'a new one',
        })
      ).status,
    )
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  server.passTime(601_000)
  expect(
    (
      await anna.call(subAccounts.resetPassword, {
        userId: people.sub.userId,
        password: 'a new one',
      })
    ).success,
  ).toBe(true)
})

test('when strangers fill the hashing queue, a known network can still sign in', async () => {
  openGate()
  const home = { 'x-forwarded-for': '192.168.9.1' }
  const fromHome = () => caller(server, null).call(login.login, { account: 'carl', password }, home)
  expect((await fromHome()).success).toBe(true)
  let releaseStrangers = () => {}
  const strangersReleased = new Promise<void>((resolve) => (releaseStrangers = resolve))
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation(async (_hash, typed) => {
    if (typed !== password) await strangersReleased
    return typed === password
  })
  const flood = Array.from({ length: 80 }, (_, index) =>
    caller(server, null).call(login.login, { account: `flood${index}`, password: 'any other' }),
  )
  await Promise.race(flood)
  expect(
    (await caller(server, null).call(login.login, { account: 'berta', password })).status,
  ).toBe(429)
  expect((await fromHome()).success).toBe(true)
  releaseStrangers()
  await Promise.all(flood)
})
