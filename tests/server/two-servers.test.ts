/** Two server processes on one database behave as one. */
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

let one: TestServer
let other: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
beforeAll(async () => {
  one = await startServer()
  other = await startServer({}, one.database)
  people = await addPeople(one.database.db)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const elsewhere = (who: Caller) => caller(other, who.signer)

test('a session made at one is good at the other, and ends at both', async () => {
  const berta = await signIn(one, 'berta')
  const there = elsewhere(berta)
  expect((await there.call(users.get, {})).data.userId).toBe(people.berta.userId)
  await berta.call(login.logout, {})
  expect((await there.call(users.get, {})).status).toBe(700)
})

test('who is shut out at one is shut out at the other with the very next call', async () => {
  const anna = await signedIn(one, people.anna)
  const there = elsewhere(await signedIn(one, people.sub))
  for (let round = 0; round < 5; round++) {
    await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 1 })
    const session = elsewhere(await signedIn(one, people.sub))
    expect((await session.call(users.get, {})).status).toBe(200)
    await anna.call(subAccounts.changeEnabled, { userId: people.sub.userId, enabled: 0 })
    expect((await session.call(users.get, {})).status).toBe(701)
  }
  expect((await there.call(users.get, {})).status).toBeGreaterThanOrEqual(700)
})

test('one name asked for at both goes to one', async () => {
  const here = await signedIn(one, people.anna)
  const there = elsewhere(here)
  const replies = await Promise.all(
    [here, there, here, there].map((who) =>
      who.call(subAccounts.create, { account: 'contested', password: '123456' }),
    ),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
})

test('a request sent to both under one key is done once, with equal responses', async () => {
  const { userId } = await addPerson(one.database.db, {
    account: 'wished',
    owner: people.anna,
    chars: 700,
  })
  const here = await signedIn(one, people.anna)
  const there = caller(other, (await signedIn(one, people.anna)).signer)
  const before = (await here.call(users.get, {})).data.memberAccount.usableCharNum
  const replies = await Promise.all(
    [here, there, here, there].map((who) =>
      who.call(subAccounts.remove, { userId }, { 'idempotency-key': 'at-both' }),
    ),
  )
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect((await there.call(users.get, {})).data.memberAccount.usableCharNum).toBe(before + 700)
})

test('tries at a password are counted together', async () => {
  const [here, there] = [caller(one, null), caller(other, null)]
  const address = { 'x-forwarded-for': '203.0.113.9' }
  const codes: string[] = []
  // On a busy machine a second passes, after which one more is free.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  for (let round = 0; round < 4; round++) {
    for (const who of [here, there]) {
      const { data } = await who.call(
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
