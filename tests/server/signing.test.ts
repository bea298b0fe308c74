/** Request signatures: only intact signed headers are accepted. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { sessions } from '#server/schema.ts'
import { caller, signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const berta = await signedIn(server, people.berta)

const minute = 60_000
const getUser = (headers: Record<string, string>) => fetch(`${server.api}/user/get`, { headers })
const fullWidthDigits = (text: string) =>
  [...text].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')

test('a valid signature is accepted repeatedly, with upper or lower case hex', async () => {
  const headers = anna.headers()
  for (let times = 0; times < 3; times++) expect((await getUser(headers)).status).toBe(200)
  expect(
    (await getUser({ ...headers, 'auth-sign': headers['auth-sign']!.toUpperCase() })).status,
  ).toBe(200)
})

const changes: Record<string, (value: string, name: string) => string | undefined> = {
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
const signedHeaderNames = ['auth-token', 'auth-timestamp', 'auth-sign', 'authorization']
test.each(
  signedHeaderNames.flatMap((name) =>
    Object.keys(changes).map((change) => [name, change] as const),
  ),
)('%s %s is refused with 700', async (name, change) => {
  const headers = anna.headers()
  const changed = changes[change]!(headers[name]!, name)
  delete headers[name]
  const response = await getUser(changed === undefined ? headers : { ...headers, [name]: changed })
  expect(response.status).toBe(700)
  expect(await response.json()).toMatchObject({ success: false, data: { code: 'sessionEnded' } })
})

test('a token in lower case and a timestamp in full-width digits are refused', async () => {
  const headers = anna.headers()
  expect(
    (await getUser({ ...headers, 'auth-token': headers['auth-token']!.toLowerCase() })).status,
  ).toBe(700)
  const timestamp = Buffer.from(fullWidthDigits(headers['auth-timestamp']!)).toString('latin1')
  expect((await getUser({ ...headers, 'auth-timestamp': timestamp })).status).toBe(700)
})

test('a repeated header is refused', async () => {
  const headers = new Headers(anna.headers())
  headers.append('auth-token', headers.get('auth-token')!)
  expect((await fetch(`${server.api}/user/get`, { headers })).status).toBe(700)
})

test.each([
  ['five minutes old', -4.9, 200],
  ['older', -5.1, 700],
  ['five minutes ahead', 4.9, 200],
  ['further ahead', 5.1, 700],
])('a signature %s (%s minutes) gets status %i', async (_what, minutes, status) => {
  const shiftedCaller = caller(
    { api: server.api, now: () => server.now() + minutes * minute },
    anna.signer,
  )
  const reply = await shiftedCaller.call(users.get, {})
  expect(reply.status).toBe(status)
  if (status === 700) expect(reply.data).toEqual({ code: 'clockWrong' })
})

test('a clock error is reported to the owner of the token only', async () => {
  const stranger = caller(
    { api: server.api, now: () => 0 + 1_000_000_000_000 },
    { sk: 'guessed', userId: people.anna.userId },
  )
  expect((await stranger.call(users.get, {})).data).toEqual({ code: 'sessionEnded' })
})

test('a session ends after seven idle days, or after thirty days in all', async () => {
  const day = 24 * 60 * minute
  const used = await signedIn(server, people.carl)
  const unused = await signedIn(server, people.carl)
  let passed = 0
  const status = async (actor: Caller) => (await actor.call(users.get, {})).status
  const passDays = (days: number) => {
    passed += days * day
    server.passTime(days * day)
  }
  passDays(6)
  expect(await status(used)).toBe(200)
  passDays(2)
  expect([await status(used), await status(unused)]).toEqual([200, 700])
  for (let times = 0; times < 4; times++) {
    passDays(5)
    expect(await status(used)).toBe(200)
  }
  passDays(2.1)
  expect(await status(used)).toBe(700)
  server.passTime(-passed)
})

test('the last use of a session is stored every few minutes, not on every call', async () => {
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
