/**
 * Tampering with the signed headers of every authenticated endpoint: changed headers are refused.
 *
 * Section 7 signs the session and the timestamp, but not the request itself: an attacker on the
 * network could replace a body, or replay a request within five minutes. TLS prevents that. In
 * addition, an endpoint that changes something accepts each signed request (signature, path and
 * body) once, and each idempotency key once.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toQuery } from '#contract/query.ts'
import { computeAuthSign, signatureHeaders } from '#contract/signing.ts'
import { spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
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

let actors: Actors
let server: Awaited<ReturnType<typeof startWithActors>>
beforeAll(async () => {
  actors = await createActors()
  server = await startWithActors(actors)
})
afterAll(() => server.close())

type Headers = Record<string, string | string[]>
const { token, timestamp, sign, version } = signatureHeaders
const fullWidthDigits = (text: string) =>
  Buffer.from(
    [...text].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  ).toString('latin1')
const otherCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()

/** Changes of one header; undefined omits it. */
const changes: Record<string, (value: string, name: string) => string | string[] | undefined> = {
  missing: () => undefined,
  empty: () => '',
  'in the other case': otherCase,
  'cut short': (value) => value.slice(0, -1),
  'made longer': (value) => `${value}0`,
  'made longer in front': (value) => `0${value}`,
  twice: (value) => [value, value],
  'in other digits': (value) => fullWidthDigits(value.replace(/\D/g, '') || '1'),
  'with one character changed': (value) => value.slice(0, -1) + (value.endsWith('1') ? '2' : '1'),
  'of another session': (value, name) =>
    name === timestamp ? String(Number(value) + 1) : server.callers['other main'].headers()[name]!,
}
const names = [token, timestamp, sign, 'authorization']
/** Changes without effect: signatures are compared in either case, digits have no case. */
const changesWithoutEffect = new Set([
  `${sign} in the other case`,
  `${timestamp} in the other case`,
])

/** Headers with a valid signature of a timestamp shifted by the offset. */
function signedAt(offset: number): Headers {
  const headers = server.callers.main.headers()
  const shiftedTimestamp = String(server.now() + offset)
  return {
    ...headers,
    [timestamp]: shiftedTimestamp,
    [sign]: computeAuthSign(nodeCrypto.md5, headers[token]!, shiftedTimestamp),
  }
}

/**
 * Headers with one change each. Length extension of MD5 is not tested: a timestamp has 13 digits.
 */
const changedHeaders = (): [string, Headers][] => [
  ...names.flatMap((name) =>
    Object.entries(changes)
      .filter(([changeName]) => !changesWithoutEffect.has(`${name} ${changeName}`))
      .map(([changeName, change]): [string, Headers] => {
        const { [name]: value, ...others } = server.callers.main.headers()
        const changed = change(value!, name)
        return [
          `${name} ${changeName}`,
          changed === undefined ? others : { ...others, [name]: changed },
        ]
      }),
  ),
  ['stale by 301 s', signedAt(-301_000)],
  ['ahead by 301 s', signedAt(301_000)],
  ['all of a visitor', caller(server, null).headers()],
]

const authenticated = everyEndpoint.filter(([, { access }]) => access !== 'visitor')

test('every authenticated endpoint refuses changed headers with 700, and nothing is changed', async () => {
  // Stops the clock, so that timestamps 301 s away are still so on arrival.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const before = await allRows(server.database.db)
  const accepted: string[] = []
  const all = authenticated.flatMap(([name, endpoint]) =>
    changedHeaders().map(([change, headers]) => {
      const { method, path } = endpoint
      const input = minimalInput(endpoint)
      const address =
        method === 'GET' ? `/api${path}?${toQuery(input as Record<string, string>)}` : `/api${path}`
      const body = method === 'GET' ? {} : { body: JSON.stringify(input) }
      return {
        what: `${name}: ${change}`,
        method,
        path: address,
        headers: { ...headers, 'content-type': 'application/json' },
        ...body,
      }
    }),
  )
  expect(all.length).toBeGreaterThan(authenticated.length * 38)
  await sendAll(server.port, all, (request, { status, text }) => {
    const refused =
      status === 700 &&
      text.includes('"success":false') &&
      /"code":"(sessionEnded|clockWrong)"/.test(text)
    if (!refused) accepted.push(`${request.what}: ${status} ${text}`)
  })
  clock.mockRestore()
  expect(accepted).toEqual([])
  expect(await allRows(server.database.db)).toEqual(before)
})

test('another client version and a signature in capitals are accepted', async () => {
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

test('twenty concurrent copies of a distribution apply once', async () => {
  const { main } = server.callers
  const characters = async () =>
    (await main.call(subAccounts.get, { userId: actors.people.sub.userId })).data.memberAccount
      .usableCharNum
  const before = await characters()
  const body = JSON.stringify({ childUserId: actors.people.sub.userId, changeCharNum: 7 })
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

test('one signature serves different calls, and none of them twice', async () => {
  const { main } = server.callers
  const rowsNow = () => allRows(server.database.db)
  const headers = main.headers()
  const { sub, sibling } = actors.people
  const sent = [
    ['/user/distribution', { childUserId: sub.userId, changeCharNum: 1 }],
    ['/user/distribution', { childUserId: sub.userId, changeCharNum: 2 }],
    ['/user/distribution', { childUserId: sibling.userId, changeCharNum: 1 }],
    [
      '/user/reclaim',
      { childUserId: sub.userId, changeCharNum: 1, changeVoiceNum: 0, changeImageNum: 0 },
    ],
  ] as const
  const send = ([path, input]: (typeof sent)[number], key?: string) =>
    main.send('POST', path, input, { ...headers, ...(key && { 'idempotency-key': key }) })
  for (const call of sent) expect(await send(call)).toMatchObject({ success: true })
  const afterFirst = await rowsNow()
  for (const call of sent)
    for (const key of [undefined, 'another key'])
      expect((await send(call, key)).data).toEqual({ code: 'duplicate' })
  expect(await rowsNow()).toEqual(afterFirst)
})

test('a token of another session is refused with the caller’s own signature', async () => {
  const [ownHeaders, otherHeaders] = [
    server.callers.sub.headers(),
    server.callers['other main'].headers(),
  ]
  const mixed = {
    ...ownHeaders,
    [token]: otherHeaders[token]!,
    authorization: otherHeaders['authorization']!,
  }
  expect((await fetch(`${server.api}/workSpace/list`, { headers: mixed })).status).toBe(700)
  const ownerIds = (await server.callers.sub.call(spaces.list, {})).data.map(
    ({ ownerId }) => ownerId,
  )
  expect(ownerIds).toEqual([actors.people.sub.userId])
})
