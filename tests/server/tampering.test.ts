/**
 * The signed headers, spoilt in every way, at every call that asks for them: nobody gets in, and
 * nothing breaks.
 *
 * What section 7 signs is the session and the moment, so these headers prove who asks and when, and
 * not what: an attacker who could change a request could change its body, and one who could read
 * one could ask again within five minutes. Against that stands TLS; and here a call that moves
 * anything takes each signature once, and each idempotent request once under its key.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toQuery } from '#contract/query.ts'
import { authSign, signatureHeaders } from '#contract/signing.ts'
import { spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { flushNotices } from '#server/features/notifications/service.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { sendAll } from '#tests/support/fuzz/send-requests.ts'
import { caller } from '#tests/support/server/server.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import {
  createActors,
  startWithActors,
  type Actors,
} from '#tests/support/actors/access-fixtures.ts'
import { allRows } from '#tests/support/server/database-state.ts'

let cast: Actors
let server: Awaited<ReturnType<typeof startWithActors>>
beforeAll(async () => {
  cast = await createActors()
  server = await startWithActors(cast)
})
afterAll(() => server.close())

type Headers = Record<string, string | string[]>
const { token, timestamp, sign, version } = signatureHeaders
const digits = (text: string) =>
  Buffer.from(
    [...text].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  ).toString('latin1')
const otherCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()

/** What becomes of one header; undefined: it is not sent at all. */
const ways: Record<string, (value: string, name: string) => string | string[] | undefined> = {
  missing: () => undefined,
  empty: () => '',
  'in the other case': otherCase,
  'cut short': (value) => value.slice(0, -1),
  'made longer': (value) => `${value}0`,
  'made longer in front': (value) => `0${value}`,
  twice: (value) => [value, value],
  'in other digits': (value) => digits(value.replace(/\D/g, '') || '1'),
  'with one character changed': (value) => value.slice(0, -1) + (value.endsWith('1') ? '2' : '1'),
  'of another session': (value, name) =>
    name === timestamp ? String(Number(value) + 1) : server.callers['other main'].headers()[name]!,
}
const names = [token, timestamp, sign, 'authorization']
/** A sign is compared in either case, a name of a scheme is one in any case, digits have none. */
const harmless = new Set([`${sign} in the other case`, `${timestamp} in the other case`])

/** Signed rightly by the session's own secret at a moment that is too far away. */
function signedAt(offset: number): Headers {
  const headers = server.callers.main.headers()
  const then = String(server.now() + offset)
  return { ...headers, [timestamp]: then, [sign]: authSign(nodeCrypto.md5, headers[token]!, then) }
}

/**
 * As one that knows how MD5 goes on: the sign of `token + timestamp` made into one of a longer time
 * stamp can't be, for it has 13 digits.
 */
const spoilt = (): [string, Headers][] => [
  ...names.flatMap((name) =>
    Object.entries(ways)
      .filter(([way]) => !harmless.has(`${name} ${way}`))
      .map(([way, change]): [string, Headers] => {
        const { [name]: value, ...others } = server.callers.main.headers()
        const changed = change(value!, name)
        return [`${name} ${way}`, changed === undefined ? others : { ...others, [name]: changed }]
      }),
  ),
  ['stale by 301 s', signedAt(-301_000)],
  ['ahead by 301 s', signedAt(301_000)],
  ['all of a visitor', caller(server, null).headers()],
]

const authenticated = everyEndpoint.filter(([, { access }]) => access !== 'visitor')

test('at every call that asks who one is, whatever is spoilt is answered 700, and nothing is changed', async () => {
  // What is 301 s away must be so when it arrives.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const before = await allRows(server.database.db)
  const wrong: string[] = []
  const all = authenticated.flatMap(([name, endpoint]) =>
    spoilt().map(([what, headers]) => {
      const { method, path } = endpoint
      const input = minimalInput(endpoint)
      const address =
        method === 'GET' ? `/api${path}?${toQuery(input as Record<string, string>)}` : `/api${path}`
      const body = method === 'GET' ? {} : { body: JSON.stringify(input) }
      return {
        what: `${name}: ${what}`,
        method,
        path: address,
        headers: { ...headers, 'content-type': 'application/json' },
        ...body,
      }
    }),
  )
  expect(all.length).toBeGreaterThan(authenticated.length * 38)
  await sendAll(server.port, all, (sent, { status, text }) => {
    const refused =
      status === 700 &&
      text.includes('"success":false') &&
      /"code":"(sessionEnded|clockWrong)"/.test(text)
    if (!refused) wrong.push(`${sent.what}: ${status} ${text}`)
  })
  clock.mockRestore()
  expect(wrong).toEqual([])
  expect(await allRows(server.database.db)).toEqual(before)
})

test('what the version says of itself, and a sign in capitals, shut nobody out', async () => {
  const headers = server.callers.main.headers()
  for (const change of [
    { [version]: '9.9.9' },
    { [version]: '' },
    { [sign]: headers[sign]!.toUpperCase() },
  ])
    expect(
      (await fetch(`${server.api}/user/get`, { headers: { ...headers, ...change } })).status,
    ).toBe(200)
})

test('the exact copy of a call that moves quota, sent 20 times at once, moves it once', async () => {
  const { main } = server.callers
  const characters = async () =>
    (await main.call(subAccounts.get, { userId: cast.people.sub.userId })).data.memberAccount
      .usableCharNum
  const before = await characters()
  const body = JSON.stringify({ childUserId: cast.people.sub.userId, changeCharNum: 7 })
  const copy = {
    method: 'POST',
    path: '/api/user/distribution',
    headers: { ...main.headers(), 'content-type': 'application/json' },
    body,
  }
  const answers: string[] = []
  await sendAll(
    server.port,
    Array.from({ length: 20 }, () => copy),
    (_, { text }) => answers.push(text),
  )
  expect(answers.filter((text) => text.includes('"success":true'))).toHaveLength(1)
  expect(answers.filter((text) => text.includes('"code":"duplicate"'))).toHaveLength(19)
  expect(await characters()).toBe(before + 7)
})

test('a signature that moved something moves nothing else, at whatever call it comes again', async () => {
  const { main } = server.callers
  const rowsNow = async () => {
    await flushNotices(server.services)
    return allRows(server.database.db)
  }
  const before = await rowsNow()
  const headers = main.headers()
  const once = (path: string, input: object) => main.send('POST', path, input, headers)
  expect(
    (await once('/user/distribution', { childUserId: cast.people.sub.userId, changeCharNum: 1 }))
      .success,
  ).toBe(true)
  const moved = await rowsNow()
  expect(moved).not.toEqual(before)
  expect(
    (
      await once('/user/distribution', {
        childUserId: cast.people.sibling.userId,
        changeCharNum: 1,
      })
    ).data,
  ).toEqual({ code: 'duplicate' })
  expect((await once('/user/delChild', { userId: cast.people.sub.userId })).data).toEqual({
    code: 'duplicate',
  })
  expect(await rowsNow()).toEqual(moved)
})

test('who has a session of their own gets nowhere with another’s token, and no token leads to another user', async () => {
  const [mine, theirs] = [server.callers.sub.headers(), server.callers['other main'].headers()]
  const mixed = { ...mine, [token]: theirs[token]!, authorization: theirs['authorization']! }
  expect((await fetch(`${server.api}/workSpace/list`, { headers: mixed })).status).toBe(700)
  const seen = (await server.callers.sub.call(spaces.list, {})).data.map(({ ownerId }) => ownerId)
  expect(seen).toEqual([cast.people.sub.userId])
})
