/**
 * A server process without payment notifications: the poll job credits each order within a minute.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { reconciliation } from '#contract/ledger.ts'
import { placeOrder, statusOf } from '#tests/support/actors/order-fixtures.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

/**
 * Number of orders, and seconds over which they are spread; a full run is `SILENT_ORDERS=300
 * SILENT_SPREAD=60`.
 */
const orderCount = Number(process.env['SILENT_ORDERS'] ?? 8)
const spreadSeconds = Number(process.env['SILENT_SPREAD'] ?? 0)

const server = serverProcess({ ...(await demoDatabase()), SANDBOX_NOTIFICATIONS: 'off' })
afterAll(() => server.end('SIGTERM'))

test(
  `${orderCount} orders paid without notifications are credited within a minute each`,
  { timeout: 600_000 },
  async () => {
    const target = { api: `${await server.address()}/api`, now: () => Date.now() }
    const buyer = await signInDemo(target, 'monthly')
    const before = (await buyer.call(calls.page, { payStatus: 'P' })).data.total
    const startedAt = Date.now()
    const creditTimes: number[] = []
    for (let round = 0; round < orderCount; round += 15) {
      await Promise.all(
        Array.from({ length: Math.min(15, orderCount - round) }, async (_, index) => {
          await wait(
            Math.max(
              0,
              startedAt + ((round + index) / orderCount) * spreadSeconds * 1_000 - Date.now(),
            ),
          )
          const order = await placeOrder(buyer, { payChannel: 'WC_LIAN' })
          await wait(Math.random() * spreadSeconds * 500)
          expect((await fetch(order.code, { method: 'POST' })).status).toBe(200)
          const paidAt = Date.now()
          while ((await statusOf(buyer, order.id)) !== 'P') {
            if (Date.now() - paidAt > 60_000)
              throw new Error(`Order ${order.no} was not credited within a minute.`)
            await wait(250)
          }
          creditTimes.push(Date.now() - paidAt)
        }),
      )
    }
    expect(creditTimes).toHaveLength(orderCount)
    expect((await buyer.call(calls.page, { payStatus: 'P' })).data.total).toBe(before + orderCount)
    expect((await buyer.call(reconciliation.get, {})).data).toMatchObject({ ok: true, findings: 0 })
    console.log(
      `Credited after ${Math.round(Math.max(...creditTimes) / 100) / 10} s at most, ${Math.round(creditTimes.reduce((sum, ms) => sum + ms, 0) / orderCount / 100) / 10} s on average.`,
    )
  },
)
