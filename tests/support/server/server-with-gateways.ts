/** Server with scripted payment gateways and the catalogue for one test file. */
import { afterAll, expect } from 'vitest'
import type { AppSettings } from '#server/platform/config/settings.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  charPackage,
  scriptedGateways,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { startServer } from '#tests/support/server/server.ts'

/** Call at the top of the file. After the last test the ledger must add up. */
export async function serverWithGateways(settings: Partial<AppSettings> = {}) {
  const { gateways, wechat, ali } = scriptedGateways()
  const server = await startServer(settings, undefined, { gateways })
  await ensureCatalogue(server.database.db)
  afterAll(async () => {
    expect(await discrepancies(server.database.db)).toEqual([])
    await server.close()
  })

  /** Notifies a payment of the amount of package 2, by default for an unknown order. */
  async function unmatchedPayment(
    orderNo = `X${Math.random()}`,
    over: { amountCents?: number } = {},
  ) {
    const payment = wechat.pay(orderNo, { amountCents: charPackage.cents, ...over })
    expect((await wechat.notify(server.origin, payment)).status).toBe(500)
    const [row] = await unmatchedPaymentsOf(server.database.db, orderNo)
    return { id: String(row!.id), payment }
  }
  return { server, wechat, ali, unmatchedPayment }
}
