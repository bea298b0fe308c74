/**
 * The poll job: it finds payments without a notification within a minute, and closes expired
 * orders.
 */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { times } from '#contract/limits.ts'
import {
  findNextPollTime,
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
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { wechat, ali, gateways } = scriptedGateways()
let buyer: Caller
const server = await serverWithCatalogue({ gateways })
afterEach(async () => {
  wechat.failingSteps.clear()
  wechat.delay.ms = 0
  await server.database.db.execute('delete from order_checks')
})

const newBuyer = () => addBuyer(server)

const gatewayStepsOf = (no: string) =>
  wechat.requests.filter((line) => line.endsWith(no)).map((line) => line.split(' ')[0])

/** Runs the poll job for a simulated time or until `isDone`. Returns the simulated milliseconds. */
async function runJobFor(
  ms: number,
  isDone: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<number> {
  const until = server.now() + ms
  const startedAt = server.now()
  for (;;) {
    await pollDueOrders(server.services)
    if (await isDone()) return server.now() - startedAt
    const due = await findNextPollTime(server.database.db)
    const next = due === undefined || due.getTime() > until ? until : due.getTime()
    server.passTime(Math.max(0, next - server.now()))
    if (next === until) {
      await pollDueOrders(server.services)
      return server.now() - startedAt
    }
  }
}

test('a payment without a notification is credited within a minute, whenever it is made', async () => {
  buyer = await newBuyer()
  for (const paidAfter of [0, 4_000, 6_000, 16_000, 36_000, 80_000, 400_000, 850_000]) {
    const order = await placeOrder(buyer)
    await runJobFor(paidAfter)
    wechat.pay(order.no)
    const elapsed = await runJobFor(60_000, async () => (await statusOf(buyer, order.id)) === 'P')
    expect(elapsed, `paid after ${paidAfter} ms`).toBeLessThan(60_000)
    expect(await creditCount(server.database.db, order.no)).toBe(1)
  }
})

test('the gateway is polled at growing intervals, and not after the payment', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const before = wechat.requests.length
  await runJobFor(120_000)
  const requests = wechat.requests.length - before
  expect(requests).toBeGreaterThanOrEqual(4)
  expect(requests).toBeLessThanOrEqual(6)
  wechat.pay(order.no)
  await runJobFor(60_000)
  const stepsAtPayment = gatewayStepsOf(order.no).length
  await runJobFor(30 * 60_000)
  expect(gatewayStepsOf(order.no)).toHaveLength(stepsAtPayment)
  expect(await findNextPollTime(server.database.db)).toBeUndefined()
})

test('an order unpaid for 15 minutes is closed at the gateway, and a new one can be placed', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await runJobFor(times.paymentPeriod - 1_000)
  expect(await statusOf(buyer, order.id)).toBe('W')
  await runJobFor(1_500)
  expect(await statusOf(buyer, order.id)).toBe('T')
  expect(gatewayStepsOf(order.no).at(-1)).toBe('close')
  expect(wechat.books.get(order.no)!.state).toBe('closed')
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut'])
})

test('a payment just before the deadline is credited', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await runJobFor(times.paymentPeriod - 1_000)
  wechat.pay(order.no)
  await runJobFor(1_500)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'paid'])
})

test('closed orders are polled a few times, and a late payment is found', async () => {
  buyer = await newBuyer()
  const [paidLate, cancelled, unpaidOrder] = [
    await placeOrder(buyer),
    await placeOrder(buyer),
    await placeOrder(buyer),
  ]
  await buyer.call(calls.cancel, { id: cancelled.id })
  await runJobFor(times.paymentPeriod + 1_000)
  for (const { no } of [paidLate, cancelled]) wechat.pay(no)
  await runJobFor(2 * 60 * 60_000)
  for (const { id, no } of [paidLate, cancelled]) {
    expect(await statusOf(buyer, id)).toBe('P')
    expect((await eventsOf(buyer, id)).at(-1)).toBe('paidAfterClosing')
    expect(await creditCount(server.database.db, no)).toBe(1)
  }
  await runJobFor(2 * pollIntervals.closed.at(-1)!)
  expect(gatewayStepsOf(unpaidOrder.no).filter((step) => step === 'query').length).toBeGreaterThan(
    pollIntervals.closed.length,
  )
  expect(await statusOf(buyer, unpaidOrder.id)).toBe('T')
  expect(await findNextPollTime(server.database.db)).toBeUndefined()
})

test('a late payment is found although the gateway failed at every poll', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: order.id })
  wechat.pay(order.no)
  wechat.failingSteps.add('query')
  await runJobFor(25 * 60 * 60_000)
  expect(await statusOf(buyer, order.id)).toBe('C')
  wechat.failingSteps.clear()
  await runJobFor(pollIntervals.down)
  expect(await statusOf(buyer, order.id)).toBe('P')
})

test('with the gateway down an order stays open; later its payment is found', async () => {
  buyer = await newBuyer()
  const [paid, unpaid] = [await placeOrder(buyer), await placeOrder(buyer)]
  wechat.pay(paid.no)
  wechat.failingSteps.add('query').add('close')
  await runJobFor(times.paymentPeriod + 120_000)
  expect([await statusOf(buyer, paid.id), await statusOf(buyer, unpaid.id)]).toEqual(['W', 'W'])
  expect(
    server.lines().some((line) => line.includes(paid.no) && line.includes('no response')),
  ).toBe(true)
  wechat.failingSteps.clear()
  await runJobFor(60_000)
  expect([await statusOf(buyer, paid.id), await statusOf(buyer, unpaid.id)]).toEqual(['P', 'T'])
})

test('an order of a removed gateway times out, and its payment is found when the gateway returns', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const setPayChannel = (channel: string) =>
    server.database.db.execute(
      sql`update orders set pay_channel = ${channel} where no = ${order.no}`,
    )
  await setPayChannel('ALI_LIAN')
  wechat.pay(order.no)
  await runJobFor(times.paymentPeriod + 1_000)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut'])
  await runJobFor(25 * 60 * 60_000)
  await setPayChannel('WC_NATIVE')
  await runJobFor(pollIntervals.down)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'timedOut', 'paidAfterClosing'])
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('a leased order is polled by nobody else until the lease ends', async () => {
  buyer = await newBuyer()
  const order = await placeOrder(buyer)
  wechat.pay(order.no)
  server.passTime(6_000)
  const [leased] = await leaseDuePolls(server.database.db, 1, server.services.clock())
  expect(leased!.no).toBe(order.no)
  expect(await pollDueOrders(server.services)).toBe(0)
  expect(await statusOf(buyer, order.id)).toBe('W')
  server.passTime(pollIntervals.lease)
  expect(await pollDueOrders(server.services)).toBe(1)
  expect(await statusOf(buyer, order.id)).toBe('P')
})

test('a hanging gateway does not delay the orders of another', async () => {
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
  expect(placed.filter(({ no }) => gatewayStepsOf(no).includes('query'))).toHaveLength(16)
})

test('the lease takes exactly the requested number of checks under every query plan', async () => {
  buyer = await newBuyer()
  await Promise.all(Array.from({ length: 5 }, () => placeOrder(buyer)))
  server.passTime(6_000)
  const { db } = server.database
  for (const disabledSetting of [
    'enable_hashagg',
    'enable_hashjoin',
    'enable_mergejoin',
    'enable_sort',
    'enable_material',
    'enable_seqscan',
  ]) {
    const leased = await transaction(db, async (tx) => {
      for (const each of [
        'enable_hashagg',
        'enable_hashjoin',
        'enable_mergejoin',
        'enable_material',
        disabledSetting,
      ])
        await tx.execute(sql.raw(`set local ${each} = off`))
      return leaseDuePolls(tx, 2, server.services.clock())
    })
    expect(leased, disabledSetting).toHaveLength(2)
    await db.execute(
      sql`update order_checks set due_at = ${server.services.clock().toISOString()}::timestamptz`,
    )
  }
})

test('concurrent processes poll different orders', async () => {
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
  for (const { no } of placed) expect(gatewayStepsOf(no)).toEqual(['create', 'query'])
  expect(
    (await Promise.all(placed.map(({ no }) => creditCount(server.database.db, no)))).reduce(
      (sum, each) => sum + each,
    ),
  ).toBe(9)
  await neighbour.close()
})

test('the job is woken by an order that another process placed', async () => {
  const job = startPollJob(server.services)
  const neighbour = await startServer({}, server.database, { gateways })
  neighbour.passTime(server.now() - neighbour.now())
  await new Promise((resolve) => setTimeout(resolve, 600))
  const person = await addPerson(server.database.db, {
    account: 'elsewhere@example.com',
    username: 'elsewhere',
  })
  const neighbourBuyer = await signedIn(neighbour, person)
  const order = await placeOrder(neighbourBuyer)
  wechat.pay(order.no)
  await expect
    .poll(() => statusOf(neighbourBuyer, order.id), { timeout: 20_000, interval: 200 })
    .toBe('P')
  expect(gatewayStepsOf(order.no)).toEqual(['create', 'query'])
  await job.stop()
  await neighbour.close()
})

test('after these tests the ledger and payments have no discrepancy', async () => {
  const { db } = server.database
  expect(await discrepancies(db)).toEqual([])
  const { P = 0 } = await orderCounts(db)
  expect(await creditCount(db)).toBe(P)
  expect((await db.execute(sql`select count(*)::int as found from payments`)).rows).toEqual([
    { found: P },
  ])
})
