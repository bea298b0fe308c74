/**
 * Notifications switched off entirely, in earnest: what is paid at the cashier is credited by the
 * worker within a minute.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { orders as calls } from '#contract/orders.ts'
import { reconciliation } from '#contract/ledger.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { placeOrder, statusOf } from '#tests/support/actors/order-fixtures.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

/**
 * Few orders paid at once by default; `SILENT_ORDERS=300 SILENT_SPREAD=60` pays many in the course
 * of so many seconds.
 */
const many = Number(process.env['SILENT_ORDERS'] ?? 8)
const spread = Number(process.env['SILENT_SPREAD'] ?? 0)

const dataDir = mkdtempSync(join(tmpdir(), 'yq-silent-'))
const server = serverProcess({ DATA_DIR: dataDir, SANDBOX_NOTIFICATIONS: 'off' })
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `${many} orders paid without any notification are credited within a minute each`,
  { timeout: 600_000 },
  async () => {
    const where = { api: `${await server.address()}/api`, now: () => Date.now() }
    const { data } = await caller(where, null).call(login.login, {
      account: 'monthly',
      password: demoPassword,
    })
    const buyer = caller(where, data)
    const before = (await buyer.call(calls.page, { payStatus: 'P' })).data.total
    const began = Date.now()
    const took: number[] = []
    for (let round = 0; round < many; round += 15) {
      await Promise.all(
        Array.from({ length: Math.min(15, many - round) }, async (_, index) => {
          await wait(Math.max(0, began + ((round + index) / many) * spread * 1_000 - Date.now()))
          const order = await placeOrder(buyer, { payChannel: 'WC_LIAN' })
          await wait(Math.random() * spread * 500)
          expect((await fetch(order.code, { method: 'POST' })).status).toBe(200)
          const paidAt = Date.now()
          while ((await statusOf(buyer, order.id)) !== 'P') {
            if (Date.now() - paidAt > 60_000)
              throw new Error(`Order ${order.no} was not credited within a minute.`)
            await wait(250)
          }
          took.push(Date.now() - paidAt)
        }),
      )
    }
    expect(took).toHaveLength(many)
    expect((await buyer.call(calls.page, { payStatus: 'P' })).data.total).toBe(before + many)
    expect((await buyer.call(reconciliation.get, {})).data).toMatchObject({ ok: true, findings: 0 })
    console.log(
      `Credited after ${Math.round(Math.max(...took) / 100) / 10} s at most, ${Math.round(took.reduce((sum, ms) => sum + ms, 0) / many / 100) / 10} s on average.`,
    )
  },
)
