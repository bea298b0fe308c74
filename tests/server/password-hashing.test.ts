/**
 * Hashing for who is signed in never keeps others from signing in, however much of it is asked for.
 */
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
let open: () => void
let hashed = 0
beforeAll(async () => {
  server = await startServer()
  people = await addPeople(server.database.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  anna = await signedIn(server, people.anna)
  hashed = 0
  const gate = new Promise<void>((resolve) => (open = resolve))
  // New passwords, and the one that Anna types for her own, take until the gate opens.
  vi.spyOn(testCrypto, 'hashPassword').mockImplementation(async (typed) => {
    hashed++
    await gate
    return `hash of ${typed}`
  })
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation(async (_hash, typed) => {
    if (typed === 'slow to verify') {
      hashed++
      await gate
    }
    return typed === password
  })
})
afterEach(() => vi.restoreAllMocks())

const times = 70
const bertaSignsIn = () => caller(server, null).call(login.login, { account: 'berta', password })

test('70 passwords for sub-accounts that do not exist, or are another’s, are refused without any hashing', async () => {
  const invented = Array.from({ length: times }, (_, index) =>
    index % 2 ? String(9_000_000 + index) : people.foreignSub.userId,
  )
  const replies = await Promise.all(
    invented.map((userId) =>
      anna.call(subAccounts.resetPassword, { userId, password: 'a new one' }),
    ),
  )
  for (const { data } of replies) expect(data).toMatchObject({ code: 'notFound' })
  expect(hashed).toBe(0)
})

test.each<[string, (index: number) => Promise<{ status: number }>]>([
  [
    'set for a sub-account',
    () =>
      anna.call(subAccounts.resetPassword, { userId: people.sub.userId, password: 'a new one' }),
  ],
  [
    'of new sub-accounts',
    (index) => anna.call(subAccounts.create, { account: `crowd${index}`, password: 'a new one' }),
  ],
  [
    'checked before one’s own is changed',
    () => anna.call(users.changePassword, { oldPassword: 'slow to verify', password: 'a new one' }),
  ],
  [
    'checked before a second step',
    () => anna.call(twoFactor.begin, { password: 'slow to verify' }),
  ],
  [
    'checked before the account is cancelled',
    () => anna.call(users.cancel, { userPassword: 'slow to verify' }),
  ],
])('70 passwords at once %s keep nobody from signing in', async (_what, ask) => {
  const pending = Array.from({ length: times }, (_, index) => ask(index))
  await expect.poll(() => hashed).toBeGreaterThan(0)
  expect((await bertaSignsIn()).success).toBe(true)
  open()
  const replies = await Promise.all(pending)
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(times - 8)
  expect(replies.every(({ status }) => status === 200 || status === 429 || status === 700)).toBe(
    true,
  )
  expect(hashed).toBeLessThanOrEqual(9)
  server.passTime(3_700_000)
})

test('an owner sets 120 passwords of sub-accounts in ten minutes', async () => {
  open()
  const done: number[] = []
  for (let index = 0; index < 125; index++)
    done.push(
      (
        await anna.call(subAccounts.resetPassword, {
          userId: people.sub.userId,
          password: 'a new one',
        })
      ).status,
    )
  expect(done.filter((status) => status === 200)).toHaveLength(120)
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

test('strangers who fill the queue at the door do not keep out who comes from a known network', async () => {
  open()
  const home = { 'x-forwarded-for': '192.168.9.1' }
  const fromHome = () => caller(server, null).call(login.login, { account: 'carl', password }, home)
  expect((await fromHome()).success).toBe(true)
  let letStrangersIn = () => {}
  const door = new Promise<void>((resolve) => (letStrangersIn = resolve))
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation(async (_hash, typed) => {
    if (typed !== password) await door
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
  letStrangersIn()
  await Promise.all(flood)
})
