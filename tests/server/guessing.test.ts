/**
 * How often anybody can guess: counted over hours and from everywhere, and that nobody's guesses
 * keep the owner out.
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
const from = (ip: string) => {
  const visitor = caller(server, null)
  const there = { 'x-forwarded-for': ip }
  return {
    signIn: (account: string, typed = 'a wrong guess') =>
      visitor.call(login.login, { account, password: typed }, there),
    askCode: (account: string) => visitor.call(login.sendVCode, { account }, there),
    register: (account: string, vcode: string) =>
      visitor.call(login.register, { username: 'somebody', account, password, vcode }, there),
    reset: (email: string, vcode: string) =>
      visitor.call(login.resetPassword, { email, vcode, password }, there),
    isFree: (username: string) => visitor.call(login.checkUsername, { username }, there),
    openSub: (who: Caller, account: string) =>
      who.call(subAccounts.create, { account, password }, there),
    findEmail: (accountOrEmail: string) => visitor.call(login.findEmail, { accountOrEmail }, there),
  }
}
const codeOf = ({ data, success }: { data: unknown; success: boolean }) =>
  success ? 'done' : (data as { code: string }).code
/** The most of these moments that lie within one span of time, wherever it begins. */
const mostWithin = (span: number, moments: readonly number[]) =>
  Math.max(
    ...moments.map(
      (first) => moments.filter((moment) => moment >= first && moment < first + span).length,
    ),
  )

test('a mailed code is guessed with at most 0.005 % probability in any 24 hours', async () => {
  const sent: number[] = []
  for (let step = 0; step < 150; step++) {
    // From one place the whole of a day's codes would be asked for in vain sooner.
    if (codeOf(await from(`192.0.${step}.1`).askCode('victim@example.com')) === 'done')
      sent.push(server.now())
    server.passTime(20 * minute)
  }
  server.passTime(24 * hour)
  expect(codeOf(await from('198.51.100.1').askCode('victim@example.com'))).toBe('done')
  const everywhere = Array.from({ length: 40 }, (_, index) => `203.0.113.${index}`)
  for (const places of [everywhere, Array.from({ length: 10 }, () => '198.51.100.1')]) {
    const tried = await Promise.all(
      places.map((ip) => from(ip).register('victim@example.com', '000000')),
    )
    expect(tried.every((reply) => codeOf(reply) === 'invalid')).toBe(true)
  }
  const { rows } = await server.database.db.execute<{ tries: number }>(
    "select tries from mail_codes where email = 'victim@example.com'",
  )
  const codes = mostWithin(24 * hour, sent)
  expect(codes).toBeGreaterThan(1)
  const tries = Math.max(...rows.map((row) => row.tries))
  expect(tries).toBe(5)
  expect((codes * tries) / 10 ** limits.vcode.digits).toBeLessThanOrEqual(0.005 / 100)
})

test('strangers who use up the day’s codes leave those of who asks from where the account is used', async () => {
  expect(codeOf(await from('10.9.1.1').signIn('berta', password))).toBe('done')
  const ask = async (ip: string) => {
    server.passTime(2 * minute)
    return codeOf(await from(ip).askCode('berta'))
  }
  for (let index = 0; index < 8; index++) await ask(`192.1.${index}.1`)
  expect(await ask('192.1.99.1')).toBe('tooManyRequests')
  const atHome = [
    await ask('10.9.1.1'),
    await ask('10.9.1.1'),
    await ask('10.9.1.1'),
    await ask('10.9.1.1'),
    await ask('10.9.1.1'),
  ]
  expect(atHome).toEqual(['done', 'done', 'done', 'done', 'tooManyRequests'])
})

test('who tries codes from one place without an end does not keep an owner from a new password', async () => {
  const stranger = from('192.8.0.1')
  const ended: string[] = []
  const besieged = async () => {
    server.passTime(2 * minute)
    expect(codeOf(await from('192.8.1.1').askCode('carl'))).toBe('done')
    for (let times = 0; times < 6; times++)
      ended.push(codeOf(await stranger.reset('carl', 'no-code')))
    return codeOf(await from('192.8.1.1').reset('carl', server.mailbox.codeFor('carl@example.com')))
  }
  expect([await besieged(), await besieged()]).toEqual(['done', 'done'])
  expect(ended.lastIndexOf('invalid')).toBe(9)
  expect(new Set(ended.slice(10))).toEqual(new Set(['tooManyRequests']))
})

test.each([
  ['a new password', 'carl@example.com', 'reset'],
  ['an account', 'newcomer@example.com', 'register'],
] as const)(
  'strangers from everywhere, who also ask for codes, do not keep who reads the mailbox from %s',
  async (_, email, how) => {
    server.passTime(24 * hour)
    const use = (ip: string, code: string) =>
      how === 'reset' ? from(ip).reset(email, code) : from(ip).register(email, code)
    const siege = (host: number) =>
      Promise.all(
        Array.from({ length: 12 }, (__, index) => use(`192.9.${index}.${host}`, '000000')),
      )
    expect(codeOf(await from('192.10.0.1').askCode(email))).toBe('done')
    const own = server.mailbox.codeFor(email)
    await siege(1)
    server.passTime(2 * minute)
    expect(codeOf(await from('192.9.0.1').askCode(email))).toBe('done')
    await siege(2)
    const theirs = server.mailbox.codeFor(email)
    expect(theirs).not.toBe(own)
    expect(codeOf(await use('192.10.0.1', theirs))).toBe('invalid')
    expect(codeOf(await use('192.10.0.1', '000000'))).toBe('invalid')
    expect(codeOf(await use('192.10.0.1', own))).toBe('done')
    expect(codeOf(await use('192.9.0.1', theirs))).not.toBe('done')
  },
)

test('who is at another place when the mail comes may type the code there, twice', async () => {
  const ask = async () => {
    server.passTime(24 * hour)
    await from('192.11.0.1').askCode('berta')
    return server.mailbox.codeFor('berta@example.com')
  }
  const there = (code: string) => from('192.11.9.9').reset('berta', code)
  const first = await ask()
  expect([codeOf(await there('no-code')), codeOf(await there(first))]).toEqual(['invalid', 'done'])
  const second = await ask()
  expect([
    codeOf(await there('no-code')),
    codeOf(await there('no-code')),
    codeOf(await there(second)),
  ]).toEqual(['invalid', 'invalid', 'invalid'])
  expect(codeOf(await from('192.11.0.1').reset('berta', second))).toBe('done')
})

test('tries at once of several codes wait for each other and are all counted', async () => {
  const email = 'crowd@example.com'
  for (const place of ['c', 'a', 'b']) {
    await from(`2001:db8:c:${place}::1`).askCode(email)
    server.passTime(1.1 * minute)
  }
  const tried = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      from(`2001:db8:c:${'abc'[index % 3]}::1`).reset(email, 'no-code'),
    ),
  )
  expect(new Set(tried.map(codeOf))).toEqual(new Set(['invalid', 'tooManyRequests']))
  const { rows } = await server.database.db.execute<{ tries: number; elsewhere: number }>(
    `select tries, elsewhere from mail_codes where email = '${email}'`,
  )
  expect(rows.map(({ tries }) => tries)).toEqual([5, 5, 5])
  for (const { elsewhere } of rows) expect(elsewhere).toBeLessThanOrEqual(2)
})

test('one place tries at most 20 passwords in any minute, also where one minute ends and the next begins', async () => {
  const looked: number[] = []
  for (let step = 0; step < 8; step++) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => from('192.2.0.1').signIn(`name${step}-${index}`)),
    )
    looked.push(
      ...replies.filter((reply) => codeOf(reply) === 'wrongPassword').map(() => server.now()),
    )
    server.passTime(15_000)
  }
  expect(mostWithin(minute, looked)).toBe(20)
  const refused = await from('192.2.0.1').signIn('one-more')
  if (!refused.success && codeOf(refused) === 'tooManyRequests')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('all addresses of an IPv6 line are one place, and those of another are another', async () => {
  const replies = []
  for (let index = 0; index < 21; index++)
    replies.push(
      codeOf(await from(`2001:db8:7:1::${index.toString(16)}:${index}`).signIn(`other${index}`)),
    )
  expect(replies.filter((code) => code === 'wrongPassword')).toHaveLength(20)
  expect(replies.at(-1)).toBe('tooManyRequests')
  expect(codeOf(await from('2001:db8:7:2::1').signIn('other0'))).toBe('wrongPassword')
})

test.each([
  [0, 'nothing that a caller writes', '192.3.0.1', false],
  [1, 'what our one proxy wrote, and nothing before it', '192.3.0.1, 192.3.9.9', false],
  [2, 'what the outer of our two proxies wrote', '6.6.6.6, 192.3.0.1, 10.0.0.1', true],
])('behind %i proxies, %s is believed', async (trustedProxies, _what, forged, varies) => {
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

test('during distributed guessing the owner gets in from home and from a network of that day', async () => {
  // On a busy machine a second passes between two rounds, after which one more is evaluated.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  expect(codeOf(await from('10.9.2.1').signIn('carl', password))).toBe('done')
  const siege = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) => from(`192.4.${index % 3}.${index}`).signIn('carl')),
    )
  for (let round = 0; round < 4; round++) await siege()
  expect((await siege()).every((reply) => codeOf(reply) === 'tooManyTries')).toBe(true)
  expect(codeOf(await from('10.9.2.1').signIn('carl', password))).toBe('done')
  for (let round = 0; round < 4; round++) await siege()
  expect(codeOf(await from('203.0.114.5').signIn('carl', password))).toBe('done')
})

test('distributed guessing tries one password per network and day, and one each half minute', async () => {
  const besieged = (round: number) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        from(`192.5.${index % 2}.${round * 20 + index}`).signIn('annaother'),
      ),
    )
  for (let round = 0; round < 3; round++) await besieged(round)
  let tried = 0
  for (let round = 3; round < 12; round++) {
    tried += (await besieged(round)).filter((reply) => codeOf(reply) === 'wrongPassword').length
    server.passTime(30_000)
  }
  expect(tried).toBeLessThanOrEqual(9)
})

test('a name that nobody has costs the same questions to the database as one that somebody has', async () => {
  const statements = recordStatements()
  const cost = async (account: string, ip: string) => {
    server.passTime(2 * hour)
    statements.taken()
    expect(codeOf(await from(ip).signIn(account))).toBe('wrongPassword')
    return statements.taken()
  }
  await cost('warming-up', '192.6.0.9')
  const known = await cost('anna', '192.6.0.1')
  expect(await cost('nobody-at-all', '192.6.0.2')).toEqual(known)
  expect(known.length).toBeGreaterThan(3)
  statements.stop()
})

test('asking which names are taken is counted over all calls that tell it', async () => {
  const anna = await signIn(server, 'anna')
  const asker = from('192.7.0.1')
  const ways = [
    (index: number) => asker.isFree(`name${index}`),
    (index: number) => asker.findEmail(`name${index}`),
    (index: number) => asker.askCode(`name${index}`),
    () => asker.register('berta@example.com', '000000'),
    () => asker.openSub(anna, 'bertasub'),
  ]
  const codes: string[] = []
  for (let index = 0; index < 61; index++) codes.push(codeOf(await ways[index % 5]!(index)))
  expect(codes.indexOf('tooManyRequests')).toBe(60)
})

test('creating one sub-account after the other is not rate limited', async () => {
  const anna = await signIn(server, 'anna')
  const opener = from('192.7.0.2')
  const opened: string[] = []
  for (let index = 0; index < 65; index++)
    opened.push(codeOf(await opener.openSub(anna, `opened${index}`)))
  expect(new Set(opened)).toEqual(new Set(['done']))
})
