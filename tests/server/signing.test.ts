/** Nobody gets in by headers that are anything but right. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { sessions } from '#server/schema.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
let anna: Caller
let berta: Caller
beforeAll(async () => {
  server = await startServer()
  people = await addPeople(server.database.db)
  anna = await signedIn(server, people.anna)
  berta = await signedIn(server, people.berta)
})
afterAll(() => server.close())

const minute = 60_000
const ask = (headers: Record<string, string>) => fetch(`${server.api}/user/get`, { headers })
const digits = (text: string) =>
  [...text].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')

test('a right signature is let in, again and again, with its sign in either case', async () => {
  const headers = anna.headers()
  for (let times = 0; times < 3; times++) expect((await ask(headers)).status).toBe(200)
  expect((await ask({ ...headers, 'auth-sign': headers['auth-sign']!.toUpperCase() })).status).toBe(
    200,
  )
})

const ways: Record<string, (value: string, name: string) => string | undefined> = {
  missing: () => undefined,
  empty: () => '',
  'cut short': (value) => value.slice(0, -1),
  'made longer': (value) => `${value}0`,
  doubled: (value) => `${value}, ${value}`,
  'of another session': (value, name) =>
    name === 'auth-timestamp' ? String(Number(value) - 1) : berta.headers()[name],
  'with one character changed': (value) => value.slice(0, -1) + (value.endsWith('1') ? '2' : '1'),
  'with spaces inside': (value) => `${value.slice(0, 4)} ${value.slice(4)}`,
}
const signed = ['auth-token', 'auth-timestamp', 'auth-sign', 'authorization']
test.each(signed.flatMap((name) => Object.keys(ways).map((way) => [name, way] as const)))(
  '%s %s is refused with 700',
  async (name, way) => {
    const headers = anna.headers()
    const changed = ways[way]!(headers[name]!, name)
    delete headers[name]
    const response = await ask(changed === undefined ? headers : { ...headers, [name]: changed })
    expect(response.status).toBe(700)
    expect(await response.json()).toMatchObject({ success: false, data: { code: 'sessionEnded' } })
  },
)

test('a token in lower case and a time in other digits are refused', async () => {
  const headers = anna.headers()
  expect(
    (await ask({ ...headers, 'auth-token': headers['auth-token']!.toLowerCase() })).status,
  ).toBe(700)
  const timestamp = Buffer.from(digits(headers['auth-timestamp']!)).toString('latin1')
  expect((await ask({ ...headers, 'auth-timestamp': timestamp })).status).toBe(700)
})

test('a header sent twice is refused', async () => {
  const headers = new Headers(anna.headers())
  headers.append('auth-token', headers.get('auth-token')!)
  expect((await fetch(`${server.api}/user/get`, { headers })).status).toBe(700)
})

test.each([
  ['five minutes old', -4.9, 200],
  ['older', -5.1, 700],
  ['five minutes ahead', 4.9, 200],
  ['further ahead', 5.1, 700],
])('a signature %s is answered %s: %i', async (_what, minutes, status) => {
  const other = caller({ api: server.api, now: () => server.now() + minutes * minute }, anna.signer)
  const reply = await other.call(users.get, {})
  expect(reply.status).toBe(status)
  if (status === 700) expect(reply.data).toEqual({ code: 'clockWrong' })
})

test('only the owner of a token learns that the clock is wrong', async () => {
  const stranger = caller(
    { api: server.api, now: () => 0 + 1_000_000_000_000 },
    { sk: 'guessed', userId: people.anna.userId },
  )
  expect((await stranger.call(users.get, {})).data).toEqual({ code: 'sessionEnded' })
})

test('a session slides while it is used, and ends after seven days without, or thirty in all', async () => {
  const day = 24 * 60 * minute
  const used = await signedIn(server, people.carl)
  const unused = await signedIn(server, people.carl)
  let passed = 0
  const status = async (who: Caller) => (await who.call(users.get, {})).status
  const wait = (days: number) => {
    passed += days * day
    server.passTime(days * day)
  }
  wait(6)
  expect(await status(used)).toBe(200)
  wait(2)
  expect([await status(used), await status(unused)]).toEqual([200, 700])
  for (let times = 0; times < 4; times++) {
    wait(5)
    expect(await status(used)).toBe(200)
  }
  wait(2.1)
  expect(await status(used)).toBe(700)
  server.passTime(-passed)
})

test('the use of a session is written down now and then, not on every call', async () => {
  const { db } = server.services
  const sub = await signedIn(server, people.sub)
  const usedAt = async () =>
    (
      await db
        .select({ usedAt: sessions.usedAt })
        .from(sessions)
        .where(eq(sessions.userId, people.sub.userId))
    )[0]!.usedAt.getTime()
  const first = await usedAt()
  await sub.call(users.get, {})
  expect(await usedAt()).toBe(first)
  server.passTime(6 * minute)
  await sub.call(users.get, {})
  expect(await usedAt()).not.toBe(first)
})
