/** Rate limits: one user or account group cannot exhaust the server, and normal use stays below. */
import { afterEach, expect, test, vi } from 'vitest'
import { orders } from '#contract/orders.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { createCallLimits, defaultRates } from '#server/http/limits/call-limits.ts'
import { idempotency, seenSignatures } from '#server/schema.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople({ rates: { ...defaultRates, ordersPerHour: 5 } })
afterEach(() => vi.restoreAllMocks())

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
const stopClock = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now())

test('a user may send 600 calls at once and 50 a second; more get 429, other users none', async () => {
  stopClock()
  const [carl, berta] = [await signedIn(server, people.carl), await signedIn(server, people.berta)]
  const replies = await inBatches(700, () => carl.call(users.get, {}))
  expect(replies.filter(({ success }) => success)).toHaveLength(600)
  const refused = replies.find(({ success }) => !success)!
  expect(refused).toMatchObject({
    status: 429,
    data: { code: 'tooManyRequests' },
    msg: 'Too many requests. Please try again in 1 s.',
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await berta.call(users.get, {})).success).toBe(true)
  server.passTime(1_000)
  const later = await inBatches(60, () => carl.call(users.get, {}))
  expect(later.filter(({ success }) => success)).toHaveLength(50)
})

test('an import takes 100 of the 600 calls, whatever it contains', async () => {
  server.passTime(60_000)
  stopClock()
  const anna = await signedIn(server, people.anna)
  const statuses = []
  for (let count = 0; count < 7; count++)
    statuses.push((await anna.call(contacts.import, { spaceId: '0', rows: [] })).status)
  expect(statuses.slice(0, 6)).not.toContain(429)
  expect(statuses[6]).toBe(429)
})

test('sessions of one user share a call limit, a sub-account has its own', async () => {
  server.passTime(60_000)
  stopClock()
  const [session, otherSession] = [
    await signedIn(server, people.anna),
    await signedIn(server, people.anna),
  ]
  await inBatches(600, () => session.call(users.get, {}))
  expect((await otherSession.call(users.get, {})).status).toBe(429)
  expect((await (await signedIn(server, people.sub)).call(users.get, {})).success).toBe(true)
})

test('refused balance changes store up to 200 keys at once, then at most 24 an hour', async () => {
  server.passTime(24 * 3_600_000)
  const { db } = server.database
  const berta = await signedIn(server, people.berta)
  const [keysBefore, signaturesBefore] = [
    await db.$count(idempotency),
    await db.$count(seenSignatures),
  ]
  const tooMuch = { childUserId: people.foreignSub.userId, changeCharNum: 90_000_000 }
  const refused = []
  for (let round = 0; round < 4; round++) {
    refused.push(
      ...(await inBatches(100, (index) =>
        berta.call(subAccounts.distribute, tooMuch, {
          'idempotency-key': `refused ${round} ${index}`,
        }),
      )),
    )
    server.passTime(12_000)
  }
  for (const { data } of refused) expect(data).toMatchObject({ code: 'notEnough' })
  expect((await db.$count(idempotency)) - keysBefore).toBeLessThanOrEqual(202)
  expect((await db.$count(seenSignatures)) - signaturesBefore).toBeLessThanOrEqual(202)
  const affordable = { ...tooMuch, changeCharNum: 1 }
  expect(
    (await berta.call(subAccounts.distribute, affordable, { 'idempotency-key': 'given' })).success,
  ).toBe(true)
  expect(
    (await berta.call(subAccounts.distribute, affordable, { 'idempotency-key': 'given' })).success,
  ).toBe(true)
})

test('cancelled orders count towards the hourly limit, refused with a sentence in each language', async () => {
  const [zh, en] = [
    await signedIn(server, people.carl, 'zh-CN'),
    await signedIn(server, people.carl),
  ]
  const placeOrder = (caller: typeof en) =>
    caller.call(orders.pay, { memberGroupId: '6', salesNum: 1, payChannel: 'WC_NATIVE' })
  for (let index = 0; index < 5; index++) {
    const { data, success } = await placeOrder(en)
    expect(success).toBe(true)
    expect((await en.call(orders.cancel, { id: data.orderId })).success).toBe(true)
  }
  expect(await placeOrder(en)).toMatchObject({
    status: 200,
    data: { code: 'tooManyOrders' },
    msg: 'You can place at most 5 orders an hour. Please try again later.',
  })
  expect((await placeOrder(zh)).msg).toBe('一小时内最多下5笔订单，请稍后再试')
  server.passTime(3_601_000)
  expect((await placeOrder(en)).success).toBe(true)
})

test('an account group’s call limit grows with its active users, and idle ones are dropped', () => {
  let now = 1_000_000
  const limits = createCallLimits(defaultRates, () => new Date(now))
  const acceptedCalls = (ownerId: string, active: number) => {
    let count = 0
    for (let round = 0; round < 600; round++)
      for (let user = 0; user < active; user++) {
        try {
          limits.consume({ ownerId, userId: `${ownerId}-${user}` }, {})
          count++
        } catch {
          // Refused.
        }
      }
    return count
  }
  expect(acceptedCalls('one', 1)).toBe(600)
  expect(acceptedCalls('few', 4)).toBe(2_400)
  const crowd = acceptedCalls('crowd', 100)
  expect(crowd).toBeGreaterThan(10_000)
  expect(crowd).toBeLessThan(20_000)
  expect(limits.size()).toBe(3)
  now += 120_000
  limits.consume({ ownerId: 'another', userId: 'another' }, {})
  expect(limits.size()).toBe(1)
})

test('visitors’ event streams are limited per network and per process', async () => {
  const limitedServer = await startServer({}, server.database, {
    rates: { ...defaultRates, visitorStreams: { network: 2, process: 10 } },
  })
  const controller = new AbortController()
  const statusFrom = async (ip: string, index: number) => {
    const headers = { 'x-forwarded-for': ip }
    return (
      await fetch(`${limitedServer.api}/notice/openSse/client-of-limits-${index}`, {
        headers,
        signal: controller.signal,
      })
    ).status
  }
  const statuses: number[] = []
  for (let index = 0; index < 12; index++)
    statuses.push(await statusFrom(`2001:db8:1:${(index * 257).toString(16)}::1`, index))
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect([
    await statusFrom('11.1.1.1', 20),
    await statusFrom('12.1.1.1', 21),
    await statusFrom('13.1.1.1', 22),
  ]).toEqual([200, 200, 429])
  controller.abort()
  await limitedServer.close()
})
