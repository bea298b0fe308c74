/**
 * Many orders, each notified repeatedly and concurrently, while others are cancelled, expire and
 * are polled.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { times } from '#contract/limits.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { createRandom } from '#server/seed/simulation.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import type { Payment } from '#server/features/orders/payment/gateway.ts'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import {
  placeOrder,
  creditCount,
  orderCounts,
  charPackage,
  scriptedGateways,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

/** Number of orders; the full run is `STORM_ORDERS=500 FORGED=5000`. */
const orderCount = Number(process.env['STORM_ORDERS'] ?? 60)
const forgeryCount = Number(process.env['FORGED'] ?? 300)
const seed = Number(process.env['STORM_SEED'] ?? Date.now() % 1_000_000)

const { wechat, ali, gateways } = scriptedGateways()
const random = createRandom(seed)
const buyers: Caller[] = []
let servers: TestServer[]
beforeAll(async () => {
  const worker = await startServer({}, undefined, { gateways })
  servers = [worker, await startServer({}, worker.database, { gateways })]
  const { db } = worker.database
  await ensureCatalogue(db)
  for (let index = 0; index < Math.ceil(orderCount / 15); index++)
    buyers.push(await addBuyer(worker))
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

type PlacedOrder = Awaited<ReturnType<typeof placeOrder>> & {
  buyer: Caller
  gateway: typeof wechat
}
const passTime = (ms: number) => servers.forEach((server) => server.passTime(ms))
const origin = () => random.pick(servers).origin

async function placeMany(count: number): Promise<PlacedOrder[]> {
  const placed: PlacedOrder[] = []
  for (let index = 0; index < count; index++) {
    const caller = buyers[index % buyers.length]!
    const payChannel = random.pick(['WC_NATIVE', 'WC_LIAN', 'ALI_NATIVE'] as const)
    placed.push({
      ...(await placeOrder(caller, { payChannel })),
      buyer: caller,
      gateway: payChannel === 'ALI_NATIVE' ? ali : wechat,
    })
  }
  return placed
}

/** Runs all tasks in order, `width` at a time. */
async function runConcurrently(tasks: readonly (() => Promise<void>)[], width = 40): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < tasks.length) await tasks[next++]!()
  }
  await Promise.all(Array.from({ length: width }, worker))
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, by: random.next() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ item }) => item)

test(
  `${orderCount} orders, each notified up to twelve times, are credited once each (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const { db } = servers[0]!.database
    const timedOut = await placeMany(Math.round(orderCount * 0.2))
    passTime(times.paymentPeriod + 1_000)
    await Promise.all(servers.map(({ services }) => pollDueOrders(services)))
    expect(await orderCounts(db)).toEqual({ T: timedOut.length })
    const placed = [...timedOut, ...(await placeMany(orderCount - timedOut.length))]
    const cancelled = placed.slice(timedOut.length, timedOut.length + Math.round(orderCount * 0.2))
    const statuses: number[] = []
    const notifications = placed.flatMap(({ no, gateway }) => {
      const payment = gateway.pay(no)
      return Array.from(
        { length: random.integer(1, 12) },
        () => async () => void statuses.push((await gateway.notify(origin(), payment)).status),
      )
    })
    const otherCalls = [
      ...cancelled.map(
        ({ id, buyer: caller }) =>
          async () =>
            void (await caller.call(calls.cancel, { id })),
      ),
      ...placed.slice(0, orderCount / 5).map(
        ({ id, buyer: caller }) =>
          async () =>
            void (await caller.call(calls.flush, { id })),
      ),
      ...servers.map(
        ({ services }) =>
          async () =>
            void (await pollDueOrders(services)),
      ),
    ]
    const startedAt = performance.now()
    await runConcurrently(shuffled([...notifications, ...otherCalls]))
    const ms = Math.round(performance.now() - startedAt)
    expect(statuses).toEqual(notifications.map(() => 200))
    expect(await creditCount(db)).toBe(orderCount)
    expect(await orderCounts(db)).toEqual({ P: orderCount })
    const { rows } = await db.execute(
      sql`select sum(chars)::int8 as chars, sum(recharged_cents)::int8 as cents from balances`,
    )
    expect(rows).toEqual([
      {
        chars: String(orderCount * charPackage.chars),
        cents: String(orderCount * charPackage.cents),
      },
    ])
    expect(
      (await db.execute(sql`select count(*)::int as found from unmatched_payments`)).rows,
    ).toEqual([{ found: 0 }])
    expect(await discrepancies(db)).toEqual([])
    console.log(
      `${notifications.length} notifications of ${orderCount} orders among ${otherCalls.length} other calls took ${ms} ms.`,
    )
  },
)

test(`${forgeryCount} forged notifications credit nothing`, { timeout: 600_000 }, async () => {
  const { db } = servers[0]!.database
  const [victim, other] = await placeMany(2)
  const before = [await creditCount(db), await orderCounts(db)]
  const genuine: Payment = {
    orderNo: victim!.no,
    gatewayNo: 'F1',
    amountCents: charPackage.cents,
    paidAt: new Date(),
  }
  const changes: Record<string, unknown>[] = [
    {},
    { amountCents: charPackage.cents + 1 },
    { orderNo: other!.no },
    { gatewayNo: 'F2' },
    { merchant: 'shop-2' },
    { event: 'paid', paidAt: '2099-01-01T00:00:00Z' },
    { orderNo: `${victim!.no}'; --` },
    { amountCents: -charPackage.cents },
    { amountCents: '9900' },
  ]
  const hex = () => Array.from({ length: 64 }, () => random.integer(0, 15).toString(16)).join('')
  const signatures = [
    hex,
    () => '',
    () => 'undefined',
    () => hex().toUpperCase(),
    () => hex().slice(1),
    () => '0'.repeat(64),
  ]
  const statuses: number[] = []
  const tasks = Array.from({ length: forgeryCount }, (_, index) => async () => {
    const { gateway } = random.chance(0.5) ? victim! : other!
    const reply = await gateway.notify(
      origin(),
      genuine,
      changes[index % changes.length],
      signatures[index % signatures.length]!(),
    )
    statuses.push(reply.status)
  })
  await runConcurrently(tasks)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect([await creditCount(db), await orderCounts(db)]).toEqual(before)
  expect(
    (await db.execute(sql`select count(*)::int as found from unmatched_payments`)).rows,
  ).toEqual([{ found: 0 }])
})
