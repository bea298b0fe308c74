/** Two server processes share one database consistently. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { addPeople, addPerson } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let first: TestServer
let second: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
beforeAll(async () => {
  first = await startServer()
  second = await startServer({}, first.database)
  people = await addPeople(first.database.db)
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const onSecond = (actor: Caller) => caller(second, actor.signer)

test('a session is valid at both servers and ends at both', async () => {
  const berta = await signIn(first, 'berta')
  const secondCaller = onSecond(berta)
  expect((await secondCaller.call(users.get, {})).data.userId).toBe(people.berta.userId)
  await berta.call(login.logout, {})
  expect((await secondCaller.call(users.get, {})).status).toBe(700)
})

test('a sub-account disabled at one server is refused by the other at the next call', async () => {
  const anna = await signedIn(first, people.anna)
  const secondCaller = onSecond(await signedIn(first, people.sub))
  for (let round = 0; round < 5; round++) {
    await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 1 })
    const session = onSecond(await signedIn(first, people.sub))
    expect((await session.call(users.get, {})).status).toBe(200)
    await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 0 })
    expect((await session.call(users.get, {})).status).toBe(701)
  }
  expect((await secondCaller.call(users.get, {})).status).toBeGreaterThanOrEqual(700)
})

test('of concurrent creations of one name at both servers one succeeds', async () => {
  const firstCaller = await signedIn(first, people.anna)
  const secondCaller = onSecond(firstCaller)
  const replies = await Promise.all(
    [firstCaller, secondCaller, firstCaller, secondCaller].map((actor) =>
      actor.call(subAccounts.create, { account: 'contested', password: '123456' }),
    ),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
})

test('a request sent to both with one key is applied once, with equal responses', async () => {
  const { userId } = await addPerson(first.database.db, {
    account: 'wished',
    owner: people.anna,
    chars: 700,
  })
  const firstCaller = await signedIn(first, people.anna)
  const secondCaller = caller(second, (await signedIn(first, people.anna)).signer)
  const before = (await firstCaller.call(users.get, {})).data.memberAccount.usableCharNum
  const replies = await Promise.all(
    [firstCaller, secondCaller, firstCaller, secondCaller].map((actor) =>
      actor.call(subAccounts.remove, { userId }, { 'idempotency-key': 'at-both' }),
    ),
  )
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect((await secondCaller.call(users.get, {})).data.memberAccount.usableCharNum).toBe(
    before + 700,
  )
})

test('wrong passwords are counted over both servers', async () => {
  const [firstCaller, secondCaller] = [caller(first, null), caller(second, null)]
  const address = { 'x-forwarded-for': '203.0.113.9' }
  const codes: string[] = []
  // Stops the clock: on a busy machine a second may pass, which allows one more attempt.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  for (let round = 0; round < 4; round++) {
    for (const actor of [firstCaller, secondCaller]) {
      const { data } = await actor.call(
        login.login,
        { account: 'carl', password: 'wrong one' },
        address,
      )
      codes.push((data as unknown as { code: string }).code)
    }
  }
  now.mockRestore()
  expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'wrongPassword'))
  expect(codes[5]).toBe('tooManyTries')
})
