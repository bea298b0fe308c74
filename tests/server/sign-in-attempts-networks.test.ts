/**
 * Password guessing from many networks is limited like guessing from one, and owners still sign in.
 */
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
  // Skips the cost of password hashes.
  evaluated = 0
  vi.spyOn(testCrypto, 'verifyPassword').mockImplementation((_hash, typed) => {
    evaluated++
    return Promise.resolve(typed === password)
  })
  // Stops the clock: otherwise, on a busy machine, the throttle recovers by a second between two
  // attempts. So a reached limit stays reached, and a few requests beyond it show that.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.passTime(25 * hour)
})

const [minute, hour] = [60_000, 3_600_000]
const throttleRows = () => server.database.db.$count(throttles)

const clientAt = (ip: string) => {
  const headers = { 'x-forwarded-for': ip }
  const client = () => caller(server, null)
  return {
    signIn: (account: string, typed = 'a wrong guess') =>
      client().call(login.login, { account, password: typed }, headers),
    askCode: (account: string) => client().call(login.sendVCode, { account }, headers),
    reset: (email: string, vcode: string) =>
      client().call(login.resetPassword, { email, vcode, password }, headers),
    register: (username: string, vcode: string) =>
      client().call(
        login.register,
        { username, account: `${username}@example.com`, password, vcode },
        headers,
      ),
    isFree: (username: string) => client().call(login.checkUsername, { username }, headers),
  }
}
/** Sends requests in batches of ten. */
async function inBatches<T>(times: number, request: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index += 10)
    results.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, times - index) }, (_, offset) => request(index + offset)),
      )),
    )
  return results
}
const hex = (value: number) => value.toString(16)
/** Addresses of a /48, each in a different /56. */
const scattered = (site: string, index: number) =>
  `2001:db8:${site}:${hex((index * 257) & 0xffff)}::1`
const pools: [string, (index: number) => string, number][] = [
  [
    '50 /64s of one /48, scattered',
    (index) => `2001:db8:2:${hex((index * 40_503) & 0xffff)}::${hex(index + 1)}`,
    20,
  ],
  ['50 /64s of one /56 and the next', (index) => `2001:db8:3:${hex(231 + index)}::1`, 20],
  ['50 addresses of two /24s', (index) => `203.0.${index % 2}.${index}`, 30],
  [
    '50 unrelated networks of both kinds',
    (index) => (index % 2 ? `2a01:${hex(index)}:1::1` : `${101 + index}.${index}.1.1`),
    30,
  ],
]

test.each(pools)(
  'of 50 guesses at one name from %s at most 30 are evaluated',
  async (_pool, address, limit) => {
    const replies = await inBatches(50, (index) => clientAt(address(index)).signIn(name))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(evaluated)
    expect(evaluated).toBeGreaterThanOrEqual(5)
    expect(evaluated).toBeLessThanOrEqual(limit)
  },
)

test('guessing one name for a day from many networks has at most 150 guesses evaluated', async () => {
  const guess = (network: number) =>
    clientAt(`${11 + (network % 100)}.${network % 250}.3.3`).signIn(name)
  // As many as are free at once.
  await inBatches(40, guess)
  for (let round = 0; round < 144; round++) {
    await inBatches(2, (index) => guess(40 + round * 2 + index))
    server.passTime(10 * minute)
  }
  expect(evaluated).toBeGreaterThan(50)
  expect(evaluated).toBeLessThanOrEqual(150)
})

test('during distributed guessing the owner signs in from known networks or by a mailed code', async () => {
  const [home, hotel] = [clientAt('192.168.7.1'), clientAt('172.20.1.1')]
  expect((await home.signIn(name, password)).success).toBe(true)
  const guessFromManyNetworks = () =>
    inBatches(40, (index) => clientAt(`${11 + index}.${index}.9.9`).signIn(name))
  await guessFromManyNetworks()
  expect((await home.signIn(name, password)).success).toBe(true)
  expect(await hotel.signIn(name, password)).toMatchObject({
    status: 429,
    data: { code: 'tooManyTries' },
  })
  expect((await hotel.askCode(name)).success).toBe(true)
  expect((await hotel.reset(name, server.mailbox.codeFor(`${name}@example.com`))).success).toBe(
    true,
  )
  await guessFromManyNetworks()
  expect((await hotel.signIn(name, password)).success).toBe(true)
  expect((await hotel.signIn(`${name}@example.com`, password)).success).toBe(true)
})

test('an owner signs in from a new network while one /48 guesses', async () => {
  await inBatches(50, (index) => clientAt(scattered('4', index)).signIn(name))
  expect((await clientAt('172.21.1.1').signIn(name, password)).success).toBe(true)
})

test('during guessing a sub-account signs in from the network of its main account', async () => {
  const office = clientAt('192.168.8.1')
  expect((await office.signIn('anna', password)).success).toBe(true)
  await inBatches(40, (index) => clientAt(`${11 + index}.${index}.10.9`).signIn('annasub'))
  expect((await clientAt('172.22.1.1').signIn('annasub', password)).status).toBe(429)
  expect((await office.signIn('annasub', password)).success).toBe(true)
})

test('one throttled client of a network does not block its neighbours', async () => {
  for (const [throttled, neighbour] of [
    ['2001:db8:5:1::1', '2001:db8:5:2::1'],
    ['198.51.100.1', '198.51.100.2'],
  ] as const) {
    const refused = [
      await inBatches(30, (index) => clientAt(throttled).signIn(`anybody${index}`)),
      await inBatches(20, () => clientAt(throttled).signIn(name)),
      await inBatches(70, (index) => clientAt(throttled).isFree(`anybody${index}`)),
    ].map((replies) => replies.filter(({ status }) => status === 429).length)
    expect(refused).toEqual([10, 20, 10])
    expect((await clientAt(neighbour).signIn(name, password)).success).toBe(true)
    expect((await clientAt(neighbour).isFree('neighbour')).status).toBe(200)
  }
})

test('a /48 or /24 may fail 80 times a minute, then stores no rows; known networks sign in', async () => {
  for (const address of [
    (index: number) => scattered('6', index),
    (index: number) => `198.51.101.${index % 250}`,
  ]) {
    expect((await clientAt(address(999)).signIn(name, password)).success).toBe(true)
    evaluated = 0
    await inBatches(90, (index) => clientAt(address(index)).signIn(`invented${index}`))
    expect(evaluated).toBe(80)
    const before = await throttleRows()
    await inBatches(20, (index) => clientAt(address(100 + index)).signIn(`invented${index}`))
    expect(await throttleRows()).toBe(before)
    expect((await clientAt(address(999)).signIn(name, password)).success).toBe(true)
  }
})

test('requested and guessed codes are limited per /48', async () => {
  const address = (index: number) => scattered('8', index)
  const replies = await inBatches(210, (index) => {
    if (index % 50 === 0) server.passTime(minute)
    return clientAt(address(index)).askCode(`asked${index}@example.com`)
  })
  expect(replies.filter(({ success }) => success)).toHaveLength(200)
  const guessed = await inBatches(50, (index) =>
    clientAt(address(index)).reset(`asked${index % 200}@example.com`, 'no-code'),
  )
  expect(guessed.filter(({ status }) => status === 200)).toHaveLength(40)
})

test('look-ups of user names are limited per /48 or /24, and refused ones store no rows', async () => {
  for (const address of [
    (index: number) => scattered('9', index),
    (index: number) => `198.51.102.${index % 250}`,
  ]) {
    const replies = await inBatches(250, (index) => clientAt(address(index)).isFree(`free${index}`))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(240)
    const before = await throttleRows()
    await inBatches(20, (index) => clientAt(address(300 + index)).isFree(`free${index}`))
    expect(await throttleRows()).toBe(before)
  }
})

test('registrations are limited per /48', async () => {
  vi.spyOn(testCrypto, 'hashPassword').mockImplementation((typed) =>
    Promise.resolve(`hash of ${typed}`),
  )
  const registered = await inBatches(90, async (index) => {
    const account = `farmed${index}`
    if (index % 10 === 0) server.passTime(minute)
    await clientAt(`13.${index}.1.1`).askCode(`${account}@example.com`)
    return clientAt(scattered('a', index)).register(
      account,
      server.mailbox.codeFor(`${account}@example.com`),
    )
  })
  expect(registered.filter(({ success }) => success)).toHaveLength(80)
  expect(registered.filter(({ status }) => status === 429)).toHaveLength(10)
})
