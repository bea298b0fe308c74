/**
 * Nothing depends on a notification: the worker finds money within a minute, and closes what was
 * not paid in time.
 */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { times } from '#contract/limits.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  nextPollAt,
  pollIntervals,
  leaseDuePolls,
} from '#server/features/orders/payment/poll-schedule.ts'
import { pollDueOrders, startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  orderCounts,
  scriptedGateways,
  statusOf,
} from '#tests/support/actors/order-fixtures.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

const { wechat, ali, gateways } = scriptedGateways()
let server: TestServer
let buyer: Caller
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways })
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())
afterEach(async () => {
  wechat.failingSteps.clear()
  wechat.delay.ms = 0
  await server.database.db.execute('delete from order_checks')
})

const newBuyer = () => addBuyer(server)

const asksAbout = (no: string) =>
  wechat.requests.filter((line) => line.endsWith(no)).map((line) => line.split(' ')[0])

/**
 * Lets the worker do what is due within a time, as if it slept in between; tells how many
 * milliseconds were slept.
 */
async function work(
  ms: number,
  done: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<number> {
  const until = server.now() + ms
  const began = server.now()
  for (;;) {
    await pollDueOrders(server.services)
    if (await done()) return server.now() - began
    const due = await nextPollAt(server.database.db)
    const next = due === undefined || due.getTime() > until ? until : due.getTime()
    server.passTime(Math.max(0, next - server.now()))
    if (next === until) {
      await pollDueOrders(server.services)
      return server.now() - began
    }
  }
}

test('whenever an order is paid without a notification, it is credited within a minute', async () => {
  buyer = await newBuyer()
  for (const paidAfter of [0, 4_000, 6_000, 16_000, 36_000, 80_000, 400_000, 850_000]) {
    const order = await placeOrder(buyer)
    await work(paidAfter)
    wechat.pay(order.no)
    const slept = await work(60_000, async () => (await statusOf(buyer, order.id)) === 'P')
    expect(slept, `paid after ${paidAfter} ms`).toBeLessThan(60_000)
    expect(await creditCount(server.database.db, order.no)).toBe(1)
  }
})

test('the gateway is asked at growing distances, and not at all once the order is paid', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const before = wechat.requests.length
  await work(120_000)
  const requests = wechat.requests.length - before
  expect(requests).toBeGreaterThanOrEqual(4)
  expect(requests).toBeLessThanOrEqual(6)
  wechat.pay(order.no)
  await work(60_000)
  const known = asksAbout(order.no).length
  await work(30 * 60_000)
  expect(asksAbout(order.no)).toHaveLength(known)
  expect(await nextPollAt(server.database.db)).toBeUndefined()
})

test('an order unpaid for 15 minutes is closed at the gateway, and a new one can be placed', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await work(times.orderUnpaid - 1_000)
  expect(await statusOf(buyer, order.id)).toBe('W')
  await work(1_500)
  expect(await statusOf(buyer, order.id)).toBe('T')
  expect(asksAbout(order.no).at(-1)).toBe('close')
  expect(wechat.books.get(order.no)!.state).toBe('closed')
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut'])
})

test('money that was quicker than the closing is credited', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await work(times.orderUnpaid - 1_000)
  wechat.pay(order.no)
  await work(1_500)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'paid'])
})

test('closed orders are polled a few times, so that a late payment is found without notification', async () => {
  buyer = await newBuyer()
  const [late, cancelled, quiet] = [
    await placeOrder(buyer),
    await placeOrder(buyer),
    await placeOrder(buyer),
  ]
  await buyer.call(calls.cancel, { id: cancelled.id })
  await work(times.orderUnpaid + 1_000)
  for (const { no } of [late, cancelled]) wechat.pay(no)
  await work(2 * 60 * 60_000)
  for (const { id, no } of [late, cancelled]) {
    expect(await statusOf(buyer, id)).toBe('P')
    expect((await eventsOf(buyer, id)).at(-1)).toBe('paidAfterClosing')
    expect(await creditCount(server.database.db, no)).toBe(1)
  }
  await work(2 * pollIntervals.closed.at(-1)!)
  expect(asksAbout(quiet.no).filter((step) => step === 'query').length).toBeGreaterThan(
    pollIntervals.closed.length,
  )
  expect(await statusOf(buyer, quiet.id)).toBe('T')
  expect(await nextPollAt(server.database.db)).toBeUndefined()
})

test('late money is found though the gateway was down whenever it was to be asked', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: order.id })
  wechat.pay(order.no)
  wechat.failingSteps.add('query')
  await work(25 * 60 * 60_000)
  expect(await statusOf(buyer, order.id)).toBe('C')
  wechat.failingSteps.clear()
  await work(pollIntervals.down)
  expect(await statusOf(buyer, order.id)).toBe('P')
})

test('a gateway that is down leaves the order, is asked again, and the money is found when it is back', async () => {
  buyer = await newBuyer()
  const [paid, unpaid] = [await placeOrder(buyer), await placeOrder(buyer)]
  wechat.pay(paid.no)
  wechat.failingSteps.add('query').add('close')
  await work(times.orderUnpaid + 120_000)
  expect([await statusOf(buyer, paid.id), await statusOf(buyer, unpaid.id)]).toEqual(['W', 'W'])
  expect(
    server.lines().some((line) => line.includes(paid.no) && line.includes('nobody there')),
  ).toBe(true)
  wechat.failingSteps.clear()
  await work(60_000)
  expect([await statusOf(buyer, paid.id), await statusOf(buyer, unpaid.id)]).toEqual(['P', 'T'])
})

test('an order of a removed gateway times out, and its payment is found when the gateway returns', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const through = (channel: string) =>
    server.database.db.execute(
      sql`update orders set pay_channel = ${channel} where no = ${order.no}`,
    )
  await through('ALI_LIAN')
  wechat.pay(order.no)
  await work(times.orderUnpaid + 1_000)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut'])
  await work(25 * 60 * 60_000)
  await through('WC_NATIVE')
  await work(pollIntervals.down)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut', 'paidAfterClosing'])
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('a gateway that never answers holds up nobody else for long, and the order is asked about again', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  wechat.pay(order.no)
  server.passTime(6_000)
  const [taken] = await leaseDuePolls(server.database.db, 1, server.services.clock())
  expect(taken!.no).toBe(order.no)
  expect(await pollDueOrders(server.services)).toBe(0)
  expect(await statusOf(buyer, order.id)).toBe('W')
  server.passTime(pollIntervals.lease)
  expect(await pollDueOrders(server.services)).toBe(1)
  expect(await statusOf(buyer, order.id)).toBe('P')
})

test('a vendor that hangs does not keep the orders of another from being asked about', async () => {
  buyer = await newBuyer()
  const placed = await Promise.all(Array.from({ length: 19 }, () => placeOrder(buyer)))
  server.passTime(2_000)
  const other = await placeOrder(buyer, { payChannel: 'ALI_NATIVE' })
  ali.pay(other.no)
  server.passTime(6_000)
  wechat.delay.ms = 3_100
  wechat.failingSteps.add('query')
  await pollDueOrders(server.services)
  expect(await statusOf(buyer, other.id)).toBe('P')
  expect(placed.filter(({ no }) => asksAbout(no).includes('query'))).toHaveLength(16)
})

test('no more checks are taken than wanted, whichever way PostgreSQL chooses to look for them', async () => {
  buyer = await newBuyer()
  await Promise.all(Array.from({ length: 5 }, () => placeOrder(buyer)))
  server.passTime(6_000)
  const { db } = server.database
  for (const avoided of [
    'enable_hashagg',
    'enable_hashjoin',
    'enable_mergejoin',
    'enable_sort',
    'enable_material',
    'enable_seqscan',
  ]) {
    const taken = await transaction(db, async (tx) => {
      for (const each of [
        'enable_hashagg',
        'enable_hashjoin',
        'enable_mergejoin',
        'enable_material',
        avoided,
      ])
        await tx.execute(sql.raw(`set local ${each} = off`))
      return leaseDuePolls(tx, 2, server.services.clock())
    })
    expect(taken.length, avoided).toBeLessThanOrEqual(2)
    await db.execute(
      sql`update order_checks set due_at = ${server.services.clock().toISOString()}::timestamptz`,
    )
  }
})

test('of several processes each asks about other orders', async () => {
  const neighbour = await startServer({}, server.database, { gateways })
  buyer = await newBuyer()
  const placed = await Promise.all(Array.from({ length: 18 }, () => placeOrder(buyer)))
  for (const { no } of placed.slice(0, 9)) wechat.pay(no)
  server.passTime(6_000)
  neighbour.passTime(server.now() - neighbour.now())
  wechat.delay.ms = 50
  const counts = await Promise.all(
    [server, neighbour, server, neighbour].map(({ services }) => pollDueOrders(services)),
  )
  expect(counts.reduce((sum, each) => sum + each)).toBe(18)
  expect(counts.filter((each) => each > 0).length).toBeGreaterThan(1)
  for (const { no } of placed) expect(asksAbout(no)).toEqual(['create', 'query'])
  expect(
    (await Promise.all(placed.map(({ no }) => creditCount(server.database.db, no)))).reduce(
      (sum, each) => sum + each,
    ),
  ).toBe(9)
  await neighbour.close()
})

test('the worker sleeps until something is due, and hears of new orders from every process', async () => {
  const job = startPollJob(server.services)
  const neighbour = await startServer({}, server.database, { gateways })
  neighbour.passTime(server.now() - neighbour.now())
  await new Promise((resolve) => setTimeout(resolve, 600))
  const person = await addPerson(server.database.db, {
    account: 'elsewhere@example.com',
    username: 'elsewhere',
  })
  const there = await signedIn(neighbour, person)
  const order = await placeOrder(there)
  wechat.pay(order.no)
  await expect.poll(() => statusOf(there, order.id), { timeout: 20_000, interval: 200 }).toBe('P')
  expect(asksAbout(order.no)).toEqual(['create', 'query'])
  await job.stop()
  await neighbour.close()
})

test('the ledger adds up after all that', async () => {
  const { db } = server.database
  expect(await discrepancies(db)).toEqual([])
  const { P = 0 } = await orderCounts(db)
  expect(await creditCount(db)).toBe(P)
  expect((await db.execute(sql`select count(*)::int as found from payments`)).rows).toEqual([
    { found: P },
  ])
})
