/**
 * kill -9 of a server between what it did and its answer: nothing is lost, and nothing happens
 * twice.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { orders, sandboxBills } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { notifyPath } from '#server/features/orders/payment/notifications.ts'
import { signatureHeader, signer } from '#server/features/orders/payment/sandbox/notify.ts'
import { paymentOf } from '#server/features/orders/payment/sandbox/bills.ts'
import { eq } from 'drizzle-orm'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  statusOf,
} from '#tests/support/actors/order-fixtures.ts'
import type { Moment } from '#tests/support/server/programs/crashing-server.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

/** A small run by default; `ORDER_KILLS=50` is the whole. */
const kills = Number(process.env['ORDER_KILLS'] ?? 2)

let server: TestServer
let buyer: Caller
beforeAll(async () => {
  server = await startServer({}, undefined, { pay: { sandboxSilent: true } })
  await ensureCatalogue(server.database.db)
  buyer = await addBuyer(server)
})
afterAll(() => server.close())

/** Lets a server of its own do something on which it dies. */
async function dyingOn(moment: Moment, what: (address: string) => Promise<unknown>): Promise<void> {
  const mortal = serverProcess(
    { DATABASE_URL: server.database.url, DIE_AT: moment },
    'tests/support/server/programs/crashing-server.ts',
  )
  const address = await mortal.address()
  await expect(what(address)).rejects.toThrow()
  expect(await mortal.end()).toBeNull()
}

const at = (address: string) => caller({ api: `${address}/api`, now: server.now }, buyer.signer)
const payInSandbox = (code: string) => fetch(code, { method: 'POST' })

async function notify(address: string, no: string): Promise<Response> {
  const [bill] = await server.database.db
    .select()
    .from(sandboxBills)
    .where(eq(sandboxBills.orderNo, no))
  const body = JSON.stringify(paymentOf(bill!))
  const headers = { [signatureHeader]: await signer(server.services)(body) }
  return fetch(`${address}${notifyPath}/sandbox`, { method: 'POST', headers, body })
}

test(
  `killed ${kills} times between the commit and the acknowledgement, each order is credited once`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < kills; round++) {
      const order = await placeOrder(buyer)
      await payInSandbox(order.code)
      await dyingOn('acknowledge', (address) => notify(address, order.no))
      expect(await statusOf(buyer, order.id)).toBe('P')
      const again = await Promise.all([1, 2, 3].map(() => notify(server.origin, order.no)))
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await creditCount(server.database.db, order.no)).toBe(1)
      expect(await eventsOf(buyer, order.id)).toEqual(['created', 'paid'])
    }
  },
)

test('killed while an order was opened at the gateway, the next try under the same key finds it', async () => {
  const { db } = server.database
  const input = { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' } as const
  const key = { 'idempotency-key': 'killed while paying' }
  const before = await db.$count(orders)
  await dyingOn('create', (address) => at(address).call(calls.pay, input, key))
  expect(await db.$count(orders)).toBe(before + 1)
  server.passTime(2 * 60_000 + 1_000)
  const { data } = await buyer.call(calls.pay, input, key)
  expect(await db.$count(orders)).toBe(before + 1)
  expect(await db.$count(sandboxBills, eq(sandboxBills.orderNo, data.orderNo))).toBe(1)
  expect(await statusOf(buyer, String(data.orderId))).toBe('W')
})

test('killed while an order was closed at the gateway, it can still be cancelled, or is found to be closed', async () => {
  for (const mend of [calls.cancel, calls.flush]) {
    const order = await placeOrder(buyer)
    await dyingOn('close', (address) => at(address).call(calls.cancel, { id: order.id }))
    expect(await statusOf(buyer, order.id)).toBe('W')
    expect((await buyer.call(mend, { id: order.id })).success).toBe(true)
    expect(await statusOf(buyer, order.id)).toBe(mend === calls.cancel ? 'C' : 'T')
  }
})

test('the ledger adds up after all that', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
