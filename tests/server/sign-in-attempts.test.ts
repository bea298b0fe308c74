/**
 * Guessing of passwords and codes is limited over time and networks, and never locks out the owner.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { limits } from '#contract/limits.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { recordStatements } from '#tests/support/server/database-state.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const [minute, hour] = [60_000, 3_600_000]
const clientAt = (ip: string) => {
  const visitor = caller(server, null)
  const headers = { 'x-forwarded-for': ip }
  return {
    signIn: (account: string, typed = 'a wrong guess') =>
      visitor.call(login.login, { account, password: typed }, headers),
    askCode: (account: string) => visitor.call(login.sendVCode, { account }, headers),
    register: (account: string, vcode: string) =>
      visitor.call(login.register, { username: 'somebody', account, password, vcode }, headers),
    reset: (email: string, vcode: string) =>
      visitor.call(login.resetPassword, { email, vcode, password }, headers),
    isFree: (username: string) => visitor.call(login.checkUsername, { username }, headers),
    openSub: (actor: Caller, account: string) =>
      actor.call(subAccounts.create, { account, password }, headers),
    findEmail: (accountOrEmail: string) =>
      visitor.call(login.findEmail, { accountOrEmail }, headers),
  }
}
const codeOf = ({ data, success }: { data: unknown; success: boolean }) =>
  success ? 'done' : (data as { code: string }).code
/** Maximum number of the moments within a time span, wherever it begins. */
const maxWithin = (span: number, moments: readonly number[]) =>
  Math.max(
    ...moments.map(
      (first) => moments.filter((moment) => moment >= first && moment < first + span).length,
    ),
  )

test('a mailed code is guessed with at most 0.005 % probability in any 24 hours', async () => {
  const sent: number[] = []
  for (let step = 0; step < 150; step++) {
    // One network would reach its own limit before the limit of the mailbox.
    if (codeOf(await clientAt(`192.0.${step}.1`).askCode('victim@example.com')) === 'done')
      sent.push(server.now())
    server.passTime(20 * minute)
  }
  server.passTime(24 * hour)
  expect(codeOf(await clientAt('198.51.100.1').askCode('victim@example.com'))).toBe('done')
  const manyNetworks = Array.from({ length: 40 }, (_, index) => `203.0.113.${index}`)
  for (const ips of [manyNetworks, Array.from({ length: 10 }, () => '198.51.100.1')]) {
    const guesses = await Promise.all(
      ips.map((ip) => clientAt(ip).register('victim@example.com', '000000')),
    )
    expect(guesses.every((reply) => codeOf(reply) === 'invalid')).toBe(true)
  }
  const { rows } = await server.database.db.execute<{ tries: number }>(
    "select tries from mail_codes where email = 'victim@example.com'",
  )
  const codes = maxWithin(24 * hour, sent)
  expect(codes).toBeGreaterThan(1)
  const tries = Math.max(...rows.map((row) => row.tries))
  expect(tries).toBe(5)
  expect((codes * tries) / 10 ** limits.vcode.digits).toBeLessThanOrEqual(0.005 / 100)
})

test('strangers who exhaust the codes of a day leave codes for the networks of the owner', async () => {
  expect(codeOf(await clientAt('10.9.1.1').signIn('berta', password))).toBe('done')
  const requestCode = async (ip: string) => {
    server.passTime(2 * minute)
    return codeOf(await clientAt(ip).askCode('berta'))
  }
  for (let index = 0; index < 8; index++) await requestCode(`192.1.${index}.1`)
  expect(await requestCode('192.1.99.1')).toBe('tooManyRequests')
  const fromKnownNetwork = [
    await requestCode('10.9.1.1'),
    await requestCode('10.9.1.1'),
    await requestCode('10.9.1.1'),
    await requestCode('10.9.1.1'),
    await requestCode('10.9.1.1'),
  ]
  expect(fromKnownNetwork).toEqual(['done', 'done', 'done', 'done', 'tooManyRequests'])
})

test('endless guessing of codes from one network does not prevent a password reset', async () => {
  const stranger = clientAt('192.8.0.1')
  const guessOutcomes: string[] = []
  const resetDuringGuessing = async () => {
    server.passTime(2 * minute)
    expect(codeOf(await clientAt('192.8.1.1').askCode('carl'))).toBe('done')
    for (let times = 0; times < 6; times++)
      guessOutcomes.push(codeOf(await stranger.reset('carl', 'no-code')))
    return codeOf(
      await clientAt('192.8.1.1').reset('carl', server.mailbox.codeFor('carl@example.com')),
    )
  }
  expect([await resetDuringGuessing(), await resetDuringGuessing()]).toEqual(['done', 'done'])
  expect(guessOutcomes.lastIndexOf('invalid')).toBe(9)
  expect(new Set(guessOutcomes.slice(10))).toEqual(new Set(['tooManyRequests']))
})

test.each([
  ['a password reset', 'carl@example.com', 'reset'],
  ['a registration', 'newcomer@example.com', 'register'],
] as const)('strangers who guess and request codes do not prevent %s', async (_, email, action) => {
  server.passTime(24 * hour)
  const submit = (ip: string, code: string) =>
    action === 'reset' ? clientAt(ip).reset(email, code) : clientAt(ip).register(email, code)
  const guessFromManyNetworks = (host: number) =>
    Promise.all(
      Array.from({ length: 12 }, (__, index) => submit(`192.9.${index}.${host}`, '000000')),
    )
  expect(codeOf(await clientAt('192.10.0.1').askCode(email))).toBe('done')
  const ownerCode = server.mailbox.codeFor(email)
  await guessFromManyNetworks(1)
  server.passTime(2 * minute)
  expect(codeOf(await clientAt('192.9.0.1').askCode(email))).toBe('done')
  await guessFromManyNetworks(2)
  const strangerCode = server.mailbox.codeFor(email)
  expect(strangerCode).not.toBe(ownerCode)
  expect(codeOf(await submit('192.10.0.1', strangerCode))).toBe('invalid')
  expect(codeOf(await submit('192.10.0.1', '000000'))).toBe('invalid')
  expect(codeOf(await submit('192.10.0.1', ownerCode))).toBe('done')
  expect(codeOf(await submit('192.9.0.1', strangerCode))).not.toBe('done')
})

test('a code may be used from another network, in at most two attempts', async () => {
  const ask = async () => {
    server.passTime(24 * hour)
    await clientAt('192.11.0.1').askCode('berta')
    return server.mailbox.codeFor('berta@example.com')
  }
  const headers = (code: string) => clientAt('192.11.9.9').reset('berta', code)
  const first = await ask()
  expect([codeOf(await headers('no-code')), codeOf(await headers(first))]).toEqual([
    'invalid',
    'done',
  ])
  const second = await ask()
  expect([
    codeOf(await headers('no-code')),
    codeOf(await headers('no-code')),
    codeOf(await headers(second)),
  ]).toEqual(['invalid', 'invalid', 'invalid'])
  expect(codeOf(await clientAt('192.11.0.1').reset('berta', second))).toBe('done')
})

test('concurrent attempts at several codes are all counted', async () => {
  const email = 'crowd@example.com'
  for (const network of ['c', 'a', 'b']) {
    await clientAt(`2001:db8:c:${network}::1`).askCode(email)
    server.passTime(1.1 * minute)
  }
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      clientAt(`2001:db8:c:${'abc'[index % 3]}::1`).reset(email, 'no-code'),
    ),
  )
  expect(new Set(guesses.map(codeOf))).toEqual(new Set(['invalid', 'tooManyRequests']))
  const { rows } = await server.database.db.execute<{ tries: number; elsewhere: number }>(
    `select tries, elsewhere from mail_codes where email = '${email}'`,
  )
  expect(rows.map(({ tries }) => tries)).toEqual([5, 5, 5])
  for (const { elsewhere } of rows) expect(elsewhere).toBeLessThanOrEqual(2)
})

test('one network has at most 20 passwords evaluated in any minute', async () => {
  const evaluatedAt: number[] = []
  const retryAfterSeconds: number[] = []
  for (let step = 0; step < 8; step++) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        clientAt('192.2.0.1').signIn(`name${step}-${index}`),
      ),
    )
    evaluatedAt.push(
      ...replies.filter((reply) => codeOf(reply) === 'wrongPassword').map(() => server.now()),
    )
    retryAfterSeconds.push(
      ...replies
        .filter((reply) => codeOf(reply) === 'tooManyRequests')
        .map(({ headers }) => Number(headers.get('retry-after'))),
    )
    server.passTime(15_000)
  }
  expect(maxWithin(minute, evaluatedAt)).toBe(20)
  expect(Math.min(...retryAfterSeconds)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...retryAfterSeconds)).toBeLessThanOrEqual(60)
})

test('all addresses of an IPv6 /64 count as one network', async () => {
  const replies = []
  for (let index = 0; index < 21; index++)
    replies.push(
      codeOf(
        await clientAt(`2001:db8:7:1::${index.toString(16)}:${index}`).signIn(`other${index}`),
      ),
    )
  expect(replies.filter((code) => code === 'wrongPassword')).toHaveLength(20)
  expect(replies.at(-1)).toBe('tooManyRequests')
  expect(codeOf(await clientAt('2001:db8:7:2::1').signIn('other0'))).toBe('wrongPassword')
})

test.each([
  [0, 'nothing in the header', '192.3.0.1', false],
  [1, 'only the entry of the proxy', '192.3.0.1, 192.3.9.9', false],
  [2, 'the entry of the outer proxy', '6.6.6.6, 192.3.0.1, 10.0.0.1', true],
])('behind %i proxies, %s is trusted', async (trustedProxies, _what, forged, varies) => {
  const other = await startServer({ trustedProxies })
  const names = Array.from({ length: 22 }, (_, index) => `forged${index}`)
  const codes = []
  for (const [index, account] of names.entries()) {
    const ip = forged.replace('192.3.0.1', `192.3.0.${index}`)
    codes.push(
      codeOf(
        await caller(other, null).call(
          login.login,
          { account, password: 'wrong-guess' },
          { 'x-forwarded-for': ip },
        ),
      ),
    )
  }
  expect(codes.includes('tooManyRequests')).toBe(!varies)
  await other.close()
})

test('during distributed guessing the owner signs in from home and from a new network', async () => {
  // Stops the clock: otherwise, on a busy machine, the throttle recovers by a second between two
  // rounds.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  expect(codeOf(await clientAt('10.9.2.1').signIn('carl', password))).toBe('done')
  const guessFromManyNetworks = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        clientAt(`192.4.${index % 3}.${index}`).signIn('carl'),
      ),
    )
  for (let round = 0; round < 4; round++) await guessFromManyNetworks()
  expect((await guessFromManyNetworks()).every((reply) => codeOf(reply) === 'tooManyTries')).toBe(
    true,
  )
  expect(codeOf(await clientAt('10.9.2.1').signIn('carl', password))).toBe('done')
  for (let round = 0; round < 4; round++) await guessFromManyNetworks()
  expect(codeOf(await clientAt('203.0.114.5').signIn('carl', password))).toBe('done')
})

test('signing in with an unknown name sends the same statements as with a known one', async () => {
  const statements = recordStatements()
  const cost = async (account: string, ip: string) => {
    server.passTime(2 * hour)
    statements.drain()
    expect(codeOf(await clientAt(ip).signIn(account))).toBe('wrongPassword')
    // The events of former acts are published in batches, at any time.
    return statements.drain().filter((statement) => !statement.includes('pg_notify'))
  }
  await cost('warming-up', '192.6.0.9')
  const knownCost = await cost('anna', '192.6.0.1')
  expect(await cost('nobody-at-all', '192.6.0.2')).toEqual(knownCost)
  expect(knownCost.length).toBeGreaterThan(3)
  statements.stop()
})

test('the look-up limit counts every endpoint that reveals whether a name is taken', async () => {
  const anna = await signIn(server, 'anna')
  const requester = clientAt('192.7.0.1')
  const lookUps = [
    (index: number) => requester.isFree(`name${index}`),
    (index: number) => requester.findEmail(`name${index}`),
    (index: number) => requester.askCode(`name${index}`),
    () => requester.register('berta@example.com', '000000'),
    () => requester.openSub(anna, 'bertasub'),
  ]
  const codes: string[] = []
  for (let index = 0; index < 61; index++) codes.push(codeOf(await lookUps[index % 5]!(index)))
  expect(codes.indexOf('tooManyRequests')).toBe(60)
})

test('creating one sub-account after the other is not rate limited', async () => {
  const anna = await signIn(server, 'anna')
  const client = clientAt('192.7.0.2')
  const outcomes: string[] = []
  for (let index = 0; index < 65; index++)
    outcomes.push(codeOf(await client.openSub(anna, `opened${index}`)))
  expect(new Set(outcomes)).toEqual(new Set(['done']))
})
