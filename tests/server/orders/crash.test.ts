/**
 * A server killed between an action and its response: nothing is lost, and nothing happens twice.
 */
import { expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { orders, sandboxBills } from '#server/schema.ts'
import { notifyPath } from '#server/features/orders/payment/notifications.ts'
import { signatureHeader, createSigner } from '#server/features/orders/payment/sandbox/notify.ts'
import { toPayment } from '#server/features/orders/payment/sandbox/bills.ts'
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
import { caller } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

/** Number of kills; the full run is `ORDER_KILLS=50`. */
const killCount = Number(process.env['ORDER_KILLS'] ?? 2)

const server = await serverWithCatalogue({ pay: { sandboxSilent: true } })
const buyer = await addBuyer(server)

/** Runs the work against a separate server process that dies at the given point. */
async function crashAt(
  crashPoint: Moment,
  work: (address: string) => Promise<unknown>,
): Promise<void> {
  const crashingServer = serverProcess(
    { DATABASE_URL: server.database.url, DIE_AT: crashPoint },
    'tests/support/server/programs/crashing-server.ts',
  )
  const address = await crashingServer.address()
  await expect(work(address)).rejects.toThrow()
  expect(await crashingServer.end()).toBeNull()
}

const callerAt = (address: string) =>
  caller({ api: `${address}/api`, now: server.now }, buyer.signer)
const payInSandbox = (code: string) => fetch(code, { method: 'POST' })

async function notify(address: string, no: string): Promise<Response> {
  const [bill] = await server.database.db
    .select()
    .from(sandboxBills)
    .where(eq(sandboxBills.orderNo, no))
  const body = JSON.stringify(toPayment(bill!))
  const headers = { [signatureHeader]: await createSigner(server.services)(body) }
  return fetch(`${address}${notifyPath}/sandbox`, { method: 'POST', headers, body })
}

test(
  `killed ${killCount} times between the commit and the acknowledgement, each order is credited once`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < killCount; round++) {
      const order = await placeOrder(buyer)
      await payInSandbox(order.code)
      await crashAt('acknowledge', (address) => notify(address, order.no))
      expect(await statusOf(buyer, order.id)).toBe('P')
      const statusesAfter = await Promise.all([1, 2, 3].map(() => notify(server.origin, order.no)))
      expect(statusesAfter.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await creditCount(server.database.db, order.no)).toBe(1)
      expect(await eventsOf(buyer, order.id)).toEqual(['created', 'paid'])
    }
  },
)

test('killed while creating an order at the gateway, a retry with the same key finds it', async () => {
  const { db } = server.database
  const input = { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' } as const
  const key = { 'idempotency-key': 'killed while paying' }
  const before = await db.$count(orders)
  await crashAt('create', (address) => callerAt(address).call(calls.pay, input, key))
  expect(await db.$count(orders)).toBe(before + 1)
  server.passTime(2 * 60_000 + 1_000)
  const { data } = await buyer.call(calls.pay, input, key)
  expect(await db.$count(orders)).toBe(before + 1)
  expect(await db.$count(sandboxBills, eq(sandboxBills.orderNo, data.orderNo))).toBe(1)
  expect(await statusOf(buyer, String(data.orderId))).toBe('W')
})

test('killed while closing an order at the gateway, it can be cancelled or is found closed', async () => {
  for (const endpoint of [calls.cancel, calls.flush]) {
    const order = await placeOrder(buyer)
    await crashAt('close', (address) => callerAt(address).call(calls.cancel, { id: order.id }))
    expect(await statusOf(buyer, order.id)).toBe('W')
    expect((await buyer.call(endpoint, { id: order.id })).success).toBe(true)
    expect(await statusOf(buyer, order.id)).toBe(endpoint === calls.cancel ? 'C' : 'T')
  }
})

test('after these tests the ledger has no discrepancy', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
