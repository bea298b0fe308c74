/** Who commands many networks guesses no more than who has one, and keeps no owner out. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { throttles } from '#server/schema.ts'
import { addPeople, addPerson, password } from '#tests/support/actors/people.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

let server: TestServer
let evaluated = 0
let count = 0
let name: string
beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  name = `victim${++count}`
  await addPerson(server.database.db, { account: `${name}@example.com`, username: name })
  // What a hash costs is not what this is about.
  evaluated = 0
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation((_hash, typed) => {
    evaluated++
    return Promise.resolve(typed === password)
  })
  // On a busy machine a second passes between two tries, after which one more is evaluated.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.passTime(25 * hour)
})

const [minute, hour] = [60_000, 3_600_000]

const from = (ip: string) => {
  const there = { 'x-forwarded-for': ip }
  const client = () => caller(server, null)
  return {
    signIn: (account: string, typed = 'a wrong guess') =>
      client().call(login.login, { account, password: typed }, there),
    askCode: (account: string) => client().call(login.sendVCode, { account }, there),
    reset: (email: string, vcode: string) =>
      client().call(login.resetPassword, { email, vcode, password }, there),
    register: (username: string, vcode: string) =>
      client().call(
        login.register,
        { username, account: `${username}@example.com`, password, vcode },
        there,
      ),
    isFree: (username: string) => client().call(login.checkUsername, { username }, there),
  }
}
/** Some at a time, in order. */
async function inTurn<T>(times: number, one: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let index = 0; index < times; index += 10)
    done.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, times - index) }, (_, offset) => one(index + offset)),
      )),
    )
  return done
}
const hex = (value: number) => value.toString(16)
/** Each in a /56 of its own. */
const scattered = (site: string, index: number) =>
  `2001:db8:${site}:${hex((index * 257) & 0xffff)}::1`
const pools: [string, (index: number) => string, number][] = [
  ['100 /64s of one /48', (index) => `2001:db8:1:${hex(index)}::1`, 20],
  [
    '100 /64s of one /48, scattered',
    (index) => `2001:db8:2:${hex((index * 40_503) & 0xffff)}::${hex(index + 1)}`,
    20,
  ],
  ['100 /64s of one /56 and the next', (index) => `2001:db8:3:${hex(206 + index)}::1`, 20],
  ['100 addresses of two /24s', (index) => `203.0.${index % 2}.${index % 150}`, 30],
  ['100 unrelated /24s', (index) => `${11 + (index % 100)}.${index % 251}.7.9`, 30],
  ['100 unrelated /48s', (index) => `2a00:${hex(index)}:1::1`, 30],
  [
    '100 unrelated networks of both kinds',
    (index) =>
      index % 2 ? `2a01:${hex(index)}:1::1` : `${101 + (index % 100)}.${index % 250}.1.1`,
    30,
  ],
]

test.each(pools)(
  'of 100 guesses at one name from %s few are evaluated',
  async (_pool, address, most) => {
    const replies = await inTurn(100, (index) => from(address(index)).signIn(name))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(evaluated)
    expect(evaluated).toBeGreaterThanOrEqual(5)
    expect(evaluated).toBeLessThanOrEqual(most)
  },
)

test('a pool of networks that keeps at it for a day has 150 guesses at one name evaluated', async () => {
  for (let round = 0; round < 144; round++) {
    await inTurn(5, (index) =>
      from(`${11 + (round % 100)}.${(round * 5 + index) % 250}.3.3`).signIn(name),
    )
    server.passTime(10 * minute)
  }
  expect(evaluated).toBeGreaterThan(50)
  expect(evaluated).toBeLessThanOrEqual(150)
})

test('during distributed guessing the owner gets in from known networks, or by a mailed code', async () => {
  const [home, hotel] = [from('192.168.7.1'), from('172.20.1.1')]
  expect((await home.signIn(name, password)).success).toBe(true)
  const siege = () => inTurn(60, (index) => from(`${11 + index}.${index}.9.9`).signIn(name))
  await siege()
  expect((await home.signIn(name, password)).success).toBe(true)
  expect(await hotel.signIn(name, password)).toMatchObject({
    status: 429,
    data: { code: 'tooManyTries' },
  })
  expect((await hotel.askCode(name)).success).toBe(true)
  expect((await hotel.reset(name, server.mailbox.codeFor(`${name}@example.com`))).success).toBe(
    true,
  )
  await siege()
  expect((await hotel.signIn(name, password)).success).toBe(true)
  expect((await hotel.signIn(`${name}@example.com`, password)).success).toBe(true)
})

test('an owner from a new network gets in at once while one site tries the name', async () => {
  await inTurn(100, (index) => from(scattered('4', index)).signIn(name))
  expect((await from('172.21.1.1').signIn(name, password)).success).toBe(true)
})

test('while a pool tries a sub-account’s name, its user gets in from the network of the main account', async () => {
  const office = from('192.168.8.1')
  expect((await office.signIn('anna', password)).success).toBe(true)
  await inTurn(60, (index) => from(`${11 + index}.${index}.10.9`).signIn('annasub'))
  expect((await from('172.22.1.1').signIn('annasub', password)).status).toBe(429)
  expect((await office.signIn('annasub', password)).success).toBe(true)
})

test('one noisy client of a network does not hold off its neighbours', async () => {
  for (const [noisy, neighbour] of [
    ['2001:db8:5:1::1', '2001:db8:5:2::1'],
    ['198.51.100.1', '198.51.100.2'],
  ] as const) {
    await inTurn(100, (index) => from(noisy).signIn(`anybody${index}`))
    await inTurn(100, () => from(noisy).signIn(name))
    await inTurn(100, (index) => from(noisy).isFree(`anybody${index}`))
    expect((await from(neighbour).signIn(name, password)).success).toBe(true)
    expect((await from(neighbour).isFree('neighbour')).status).toBe(200)
  }
})

test('a /48 or /24 may fail 80 times a minute in all; known networks in it still get in', async () => {
  for (const address of [
    (index: number) => scattered('6', index),
    (index: number) => `198.51.101.${index % 250}`,
  ]) {
    expect((await from(address(999)).signIn(name, password)).success).toBe(true)
    evaluated = 0
    await inTurn(100, (index) => from(address(index)).signIn(`invented${index}`))
    expect(evaluated).toBe(80)
    expect((await from(address(999)).signIn(name, password)).success).toBe(true)
  }
})

test('guesses that are refused leave no rows, whatever network they come from', async () => {
  const address = (index: number) => scattered('7', index)
  await inTurn(120, (index) => from(address(index)).signIn(name))
  await inTurn(250, (index) => from(address(index)).isFree(`free${index}`))
  const rows = () => server.database.db.$count(throttles)
  const before = await rows()
  await inTurn(40, (index) => from(address(1_000 + index)).signIn(name))
  await inTurn(40, (index) => from(address(2_000 + index)).isFree(`free${index}`))
  expect(await rows()).toBe(before)
})

test('codes asked for and codes guessed from one /48 are counted together', async () => {
  const address = (index: number) => scattered('8', index)
  const replies = await inTurn(210, (index) => {
    if (index % 50 === 0) server.passTime(minute)
    return from(address(index)).askCode(`asked${index}@example.com`)
  })
  expect(replies.filter(({ success }) => success)).toHaveLength(200)
  const guessed = await inTurn(60, (index) =>
    from(address(index)).reset(`asked${index % 200}@example.com`, 'no-code'),
  )
  expect(guessed.filter(({ status }) => status === 200)).toHaveLength(40)
})

test('a pool of networks tries five of one code, two of them elsewhere', async () => {
  await from('11.1.1.1').askCode(name)
  await inTurn(100, (index) => from(`12.${index}.1.1`).reset(name, 'no-code'))
  await inTurn(7, () => from('11.1.1.1').reset(name, 'no-code'))
  const { rows } = await server.database.db.execute<{ tries: number; elsewhere: number }>(
    `select tries, elsewhere from mail_codes where email = '${name}@example.com'`,
  )
  expect(rows).toEqual([{ tries: 5, elsewhere: 2 }])
})

test('names asked for from one /48 or /24 are counted together', async () => {
  for (const address of [
    (index: number) => scattered('9', index),
    (index: number) => `198.51.102.${index % 250}`,
  ]) {
    const replies = await inTurn(260, (index) => from(address(index)).isFree(`free${index}`))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(240)
  }
})

test('accounts registered from one /48 are counted together', async () => {
  vi.spyOn(testCrypto, 'hashPassword').mockImplementation((typed) =>
    Promise.resolve(`hash of ${typed}`),
  )
  const registered = await inTurn(90, async (index) => {
    const account = `farmed${index}`
    if (index % 10 === 0) server.passTime(minute)
    await from(`13.${index}.1.1`).askCode(`${account}@example.com`)
    return from(scattered('a', index)).register(
      account,
      server.mailbox.codeFor(`${account}@example.com`),
    )
  })
  expect(registered.filter(({ success }) => success)).toHaveLength(80)
  expect(registered.filter(({ status }) => status === 429)).toHaveLength(10)
})
