/** Guessing is slow, wherever it comes from, and the owner gets in all the same. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
})
afterAll(() => server.close())

const second = 1_000
const visitor = () => caller(server, null)
const guess = (from: Caller, account: string) =>
  from.call(login.login, { account, password: 'a wrong guess' })
const codeOf = async (reply: ReturnType<typeof guess>) =>
  ((await reply).data as unknown as { code: string }).code
const waitOf = async (reply: ReturnType<typeof guess>) =>
  Number((await reply).headers.get('retry-after') ?? 0)

test.each(['annasub', 'nobodyatall'])(
  'five wrong tries at “%s” are free, then each wait is twice the one before',
  async (account) => {
    const from = visitor()
    // On a busy machine a second passes, after which one more is free.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (let times = 0; times < 5; times++)
      expect(await codeOf(guess(from, account))).toBe('wrongPassword')
    for (const seconds of [1, 2, 4, 8]) {
      const refused = await guess(from, account)
      expect(refused).toMatchObject({
        status: 429,
        success: false,
        data: { code: 'tooManyTries' },
        msg: `Too many attempts. Please try again in ${seconds} s.`,
      })
      expect(refused.headers.get('retry-after')).toBe(String(seconds))
      server.passTime(seconds * second)
      expect(await codeOf(guess(from, account))).toBe('wrongPassword')
    }
    now.mockRestore()
  },
)

test('a wait of minutes or hours is not given in seconds', async () => {
  const account = 'impatient@example.com'
  for (let times = 0; times < 6; times++) {
    expect((await visitor().call(login.sendVCode, { account })).success).toBe(true)
    server.passTime(61 * second)
  }
  const inChinese = await caller(server, null, 'zh-CN').call(login.sendVCode, { account })
  expect(inChinese).toMatchObject({ status: 429, msg: '请求过于频繁，请24小时后再试' })
  expect(Number(inChinese.headers.get('retry-after'))).toBeGreaterThan(80_000)
  server.passTime(23 * 3_600 * second)
  expect((await visitor().call(login.sendVCode, { account })).msg).toMatch(
    /^Too many requests\. Please try again in 5\d minutes\.$/,
  )
})

test('the right password after the wait is let in, and all is forgotten', async () => {
  const from = visitor()
  for (let times = 0; times < 6; times++) await guess(from, 'berta')
  server.passTime(2 * second)
  expect((await from.call(login.login, { account: 'berta', password })).success).toBe(true)
  for (let times = 0; times < 5; times++)
    expect(await codeOf(guess(from, 'berta'))).toBe('wrongPassword')
})

test('free tries stay free on a server process whose clock is behind', async () => {
  const from = visitor()
  for (const behind of [0, 3, 3, 3, 3]) {
    server.passTime(-behind * second)
    expect(await codeOf(guess(from, 'berta@example.com'))).toBe('wrongPassword')
  }
  server.passTime(12 * second)
})

test('thirty tries at once are no more than five', async () => {
  const from = visitor()
  // As above.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(guess(from, 'carl'))))
  now.mockRestore()
  expect(codes.filter((code) => code === 'wrongPassword').length).toBeLessThanOrEqual(5)
})

test('distributed tries wait up to 15 minutes, known networks do not', async () => {
  const owner = await signIn(server, 'annaother')
  const home = owner.headers()['x-forwarded-for']!
  const fromHome = async () =>
    (
      await visitor().call(
        login.login,
        { account: 'annaother', password },
        { 'x-forwarded-for': home },
      )
    ).success
  expect(await fromHome()).toBe(true)
  // 20 that are free, and the first from each of ten networks.
  for (let times = 0; times < 40; times++) await guess(visitor(), 'annaother')
  const waits: number[] = []
  for (let times = 0; times < 13; times++) {
    const seconds = await waitOf(guess(visitor(), 'annaother'))
    waits.push(seconds)
    server.passTime(seconds * second)
    expect(await codeOf(guess(visitor(), 'annaother'))).toBe('wrongPassword')
  }
  expect(Math.max(...waits)).toBe(900)
  expect(waits.at(-1)).toBeGreaterThan(890)
  const elsewhere = await visitor().call(login.login, { account: 'annaother', password })
  expect(elsewhere).toMatchObject({
    status: 429,
    msg: expect.stringContaining('email code') as string,
  })
  expect(await fromHome()).toBe(true)
})

test('one address may fail twenty times a minute, whatever the names; signing in rightly does not count', async () => {
  const from = visitor()
  for (let times = 0; times < 21; times++)
    expect((await from.call(login.login, { account: 'carl', password })).success).toBe(true)
  for (let times = 0; times < 20; times++)
    expect(await codeOf(guess(from, `name${times}`))).toBe('wrongPassword')
  const refused = await guess(from, 'name-more')
  expect(refused).toMatchObject({ status: 429, data: { code: 'tooManyRequests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  server.passTime(61 * second)
  expect(await codeOf(guess(from, 'name-more'))).toBe('wrongPassword')
})

test('names can be asked for sixty times a minute from one address', async () => {
  const from = visitor()
  const ask = async (username: string) =>
    (await from.call(login.checkUsername, { username })).status
  for (let times = 0; times < 60; times++) expect(await ask(`name${times}`)).toBe(200)
  expect(await ask('one-more')).toBe(429)
  expect((await from.call(login.checkAccount, { account: 'a@b.cn' })).status).toBe(429)
  expect((await visitor().call(login.checkUsername, { username: 'other' })).status).toBe(200)
})

test('with too many passwords to hash, some requests are refused until later, and none fails', async () => {
  const { verifyPassword } = testCrypto
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const slow = vi
    .spyOn(testCrypto, 'verifyPassword')
    .mockImplementation(async (...args) => gate.then(() => verifyPassword(...args)))
  const sent = Array.from({ length: 80 }, (_, index) => guess(visitor(), `crowd${index}`))
  await Promise.race(sent)
  open()
  const replies = await Promise.all(sent)
  slow.mockRestore()
  const codes = replies.map(
    ({ status, data }) => `${status} ${(data as unknown as { code: string }).code}`,
  )
  expect(new Set(codes)).toEqual(new Set(['200 wrongPassword', '429 tooManyRequests']))
})

test('an unknown name is compared with a password as a known one is', async () => {
  const compared = vi.spyOn(testCrypto, 'verifyPassword')
  const costs = []
  for (const account of ['annasub', 'unheardof']) {
    compared.mockClear()
    server.passTime(3_700 * second)
    expect(await codeOf(guess(visitor(), account))).toBe('wrongPassword')
    expect(compared).toHaveBeenCalledTimes(1)
    costs.push(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(compared.mock.calls[0]![0])?.[0])
  }
  compared.mockRestore()
  expect(costs[0]).toBeDefined()
  expect(costs[1]).toBe(costs[0])
})
