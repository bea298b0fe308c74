/** A server with scripted gateways, and owners with paid orders, titles and requests for fapiao. */
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { mails, refunds } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addTitle, askFapiao, companyTitle, fapiaoOf } from '#tests/support/actors/fapiaos.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { placeOrder, scriptedGateways } from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { startServer, type Caller } from '#tests/support/server/server.ts'

/** Checks the ledger at the end. */
export async function fapiaoFixture(settings: Parameters<typeof startServer>[0] = {}) {
  const { wechat, gateways } = scriptedGateways()
  const server = await startServer(settings, undefined, { gateways })
  const staff = await newOperator(server, 'finance')
  await ensureCatalogue(server.database.db)
  afterAll(async () => {
    expect(await discrepancies(server.database.db)).toEqual([])
    await server.close()
  })
  async function paidOrder(caller: Caller, salesNum = 1) {
    const { id, no } = await placeOrder(caller, { salesNum })
    const payment = wechat.pay(no)
    expect((await wechat.notify(server.origin, payment)).status).toBe(200)
    return { id, no, payment }
  }

  /** An owner with paid orders of 99 yuan each, and a title. */
  async function buyerWith(orderCount = 1) {
    const { main, asMain, asSubs, subs } = await addAccountGroup(server, { quota: [{}, {}] })
    const bought = []
    for (let count = 0; count < orderCount; count++) bought.push(await paidOrder(asMain))
    return { main, asMain, asSubs, subs, bought, titleId: await addTitle(asMain) }
  }

  /** With a request for all of the orders. */
  async function requested(orderCount = 1) {
    const buyer = await buyerWith(orderCount)
    const { data, msg } = await askFapiao(buyer.asMain, buyer.titleId)
    expect(data, msg).toBeTruthy()
    return { ...buyer, key: { ownerId: buyer.main.ownerId, id: data.id } }
  }

  const stateOf = async (caller: Caller, id: string | number) => (await fapiaoOf(caller, id)).state

  async function refundOf(
    no: string,
    payment: Parameters<typeof wechat.refund>[0],
    cents?: number,
  ) {
    const refund = wechat.refund(payment, cents === undefined ? {} : { amountCents: cents })
    expect((await wechat.notifyRefund(server.origin, refund)).status).toBe(200)
    const [row] = await server.database.db
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderNo, no), eq(refunds.refundNo, refund.refundNo)))
    return String(row!.id)
  }
  const settle = async (id: string) => {
    const { data, msg } = await staff.call(refundCalls.settle, { id, waive: 1 })
    expect(data, msg).toEqual({ outcome: 'done' })
  }

  /** To the address of the requests. */
  const lastMail = async () => {
    const [mail] = await server.database.db
      .select()
      .from(mails)
      .where(eq(mails.to, companyTitle.email))
      .orderBy(desc(mails.id))
      .limit(1)
    return mail!
  }

  return { server, staff, lastMail, buyerWith, requested, stateOf, refundOf, settle }
}
