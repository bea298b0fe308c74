/** Throttling of password guesses by growing waits that do not lock out the owner. */
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

const secondMs = 1_000
const visitor = () => caller(server, null)
const guess = (client: Caller, account: string) =>
  client.call(login.login, { account, password: 'a wrong guess' })
const codeOf = async (reply: ReturnType<typeof guess>) =>
  ((await reply).data as unknown as { code: string }).code
const waitOf = async (reply: ReturnType<typeof guess>) =>
  Number((await reply).headers.get('retry-after') ?? 0)

test.each(['annasub', 'nobodyatall'])(
  'five wrong passwords for “%s” are free, then each wait doubles',
  async (account) => {
    const client = visitor()
    // Stops the clock: on a busy machine a second may pass, which allows one more attempt.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (let times = 0; times < 5; times++)
      expect(await codeOf(guess(client, account))).toBe('wrongPassword')
    for (const seconds of [1, 2, 4, 8]) {
      const refused = await guess(client, account)
      expect(refused).toMatchObject({
        status: 429,
        success: false,
        data: { code: 'tooManyTries' },
        msg: `Too many attempts. Please try again in ${seconds} s.`,
      })
      expect(refused.headers.get('retry-after')).toBe(String(seconds))
      server.passTime(seconds * secondMs)
      expect(await codeOf(guess(client, account))).toBe('wrongPassword')
    }
    now.mockRestore()
  },
)

test('a long wait is given in minutes or hours', async () => {
  const account = 'impatient@example.com'
  for (let times = 0; times < 6; times++) {
    expect((await visitor().call(login.sendVCode, { account })).success).toBe(true)
    server.passTime(61 * secondMs)
  }
  const inChinese = await caller(server, null, 'zh-CN').call(login.sendVCode, { account })
  expect(inChinese).toMatchObject({ status: 429, msg: '请求过于频繁，请24小时后再试' })
  expect(Number(inChinese.headers.get('retry-after'))).toBeGreaterThan(80_000)
  server.passTime(23 * 3_600 * secondMs)
  expect((await visitor().call(login.sendVCode, { account })).msg).toMatch(
    /^Too many requests\. Please try again in 5\d minutes\.$/,
  )
})

test('the right password after the wait succeeds and resets the throttle', async () => {
  const client = visitor()
  for (let times = 0; times < 6; times++) await guess(client, 'berta')
  server.passTime(2 * secondMs)
  expect((await client.call(login.login, { account: 'berta', password })).success).toBe(true)
  for (let times = 0; times < 5; times++)
    expect(await codeOf(guess(client, 'berta'))).toBe('wrongPassword')
})

test('free attempts stay free on a server process whose clock is behind', async () => {
  const client = visitor()
  for (const secondsBehind of [0, 3, 3, 3, 3]) {
    server.passTime(-secondsBehind * secondMs)
    expect(await codeOf(guess(client, 'berta@example.com'))).toBe('wrongPassword')
  }
  server.passTime(12 * secondMs)
})

test('of thirty concurrent guesses at most five are evaluated', async () => {
  const client = visitor()
  // Stops the clock, as above.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(guess(client, 'carl'))))
  now.mockRestore()
  const evaluated = codes.filter((code) => code === 'wrongPassword').length
  expect(evaluated).toBeGreaterThan(0)
  expect(evaluated).toBeLessThanOrEqual(5)
})

test('distributed guesses wait up to 15 minutes, known networks do not', async () => {
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
  // The 20 free attempts, and the first from each of ten networks.
  for (let times = 0; times < 40; times++) await guess(visitor(), 'annaother')
  const waits: number[] = []
  for (let times = 0; times < 13; times++) {
    const seconds = await waitOf(guess(visitor(), 'annaother'))
    waits.push(seconds)
    server.passTime(seconds * secondMs)
    expect(await codeOf(guess(visitor(), 'annaother'))).toBe('wrongPassword')
  }
  expect(Math.max(...waits)).toBe(900)
  expect(waits.at(-1)).toBeGreaterThan(890)
  const fromOtherNetwork = await visitor().call(login.login, { account: 'annaother', password })
  expect(fromOtherNetwork).toMatchObject({
    status: 429,
    msg: expect.stringContaining('email code') as string,
  })
  expect(await fromHome()).toBe(true)
})

test('one address may fail twenty times a minute over all names; successful sign-ins do not count', async () => {
  const client = visitor()
  for (let times = 0; times < 21; times++)
    expect((await client.call(login.login, { account: 'carl', password })).success).toBe(true)
  for (let times = 0; times < 20; times++)
    expect(await codeOf(guess(client, `name${times}`))).toBe('wrongPassword')
  const refused = await guess(client, 'name-more')
  expect(refused).toMatchObject({ status: 429, data: { code: 'tooManyRequests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  server.passTime(61 * secondMs)
  expect(await codeOf(guess(client, 'name-more'))).toBe('wrongPassword')
})

test('one address may look up sixty names a minute', async () => {
  const client = visitor()
  const lookUp = async (username: string) =>
    (await client.call(login.checkUsername, { username })).status
  for (let times = 0; times < 60; times++) expect(await lookUp(`name${times}`)).toBe(200)
  expect(await lookUp('one-more')).toBe(429)
  expect((await client.call(login.checkAccount, { account: 'a@b.cn' })).status).toBe(429)
  expect((await visitor().call(login.checkUsername, { username: 'other' })).status).toBe(200)
})

test('with too many passwords to hash, some requests get 429 and none fails', async () => {
  const { verifyPassword } = testCrypto
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => (openGate = resolve))
  const slowVerify = vi
    .spyOn(testCrypto, 'verifyPassword')
    .mockImplementation(async (...args) => gate.then(() => verifyPassword(...args)))
  const requests = Array.from({ length: 80 }, (_, index) => guess(visitor(), `crowd${index}`))
  await Promise.race(requests)
  openGate()
  const replies = await Promise.all(requests)
  slowVerify.mockRestore()
  const codes = replies.map(
    ({ status, data }) => `${status} ${(data as unknown as { code: string }).code}`,
  )
  expect(new Set(codes)).toEqual(new Set(['200 wrongPassword', '429 tooManyRequests']))
})

test('signing in with an unknown name costs one password hash, like a known one', async () => {
  const verifySpy = vi.spyOn(testCrypto, 'verifyPassword')
  const costs = []
  for (const account of ['annasub', 'unheardof']) {
    verifySpy.mockClear()
    server.passTime(3_700 * secondMs)
    expect(await codeOf(guess(visitor(), account))).toBe('wrongPassword')
    expect(verifySpy).toHaveBeenCalledTimes(1)
    costs.push(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(verifySpy.mock.calls[0]![0])?.[0])
  }
  verifySpy.mockRestore()
  expect(costs[0]).toBeDefined()
  expect(costs[1]).toBe(costs[0])
})
