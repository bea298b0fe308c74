/** Buying once more what was bought last: one order from several tabs and devices, and reasons to choose instead. */
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { notices } from '#contract/notices.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { times } from '#contract/limits.ts'
import { orders as calls } from '#contract/orders.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { memberGroups, orders, refunds, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import {
  charPackage,
  placeOrder,
  scriptedGateways,
  statusOf,
} from '#tests/support/actors/order-fixtures.ts'
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'

const { gateways, wechat } = scriptedGateways()
const server = await startServer({}, undefined, { gateways })
const other = await startServer({}, server.database, { gateways })
await ensureCatalogue(server.database.db)
const { db } = server.database
afterAll(async () => {
  await other.close()
  await server.close()
})

async function buyerOf(salesNum = 2) {
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  const { no } = await placeOrder(group.asMain, { salesNum })
  await wechat.notify(server.origin, wechat.pay(no))
  return group
}
const readLast = async (caller: Caller) => (await caller.call(calls.lastBought, {})).data
const waiting = (ownerId: string) =>
  db.$count(orders, and(eq(orders.ownerId, ownerId), eq(orders.payStatus, 'W')))

/** What the page does: the pending order, or a new one under the key. */
async function payLast(caller: Caller) {
  const { pending, memberGroupId, salesNum, payChannel, key } = await readLast(caller)
  const { data } = pending
    ? await caller.call(calls.payAgain, { id: pending.id })
    : await caller.call(
        calls.pay,
        { memberGroupId: memberGroupId!, salesNum: salesNum!, payChannel: payChannel! },
        { 'idempotency-key': key! },
      )
  return data.orderNo
}

test('the package, quantity and channel of the last payment are offered at today’s price', async () => {
  const { asMain } = await buyerOf()
  expect(await readLast(asMain)).toMatchObject({
    memberGroupId: charPackage.memberGroupId,
    salesNum: 2,
    payChannel: 'WC_NATIVE',
    amount: 2 * charPackage.cents,
  })
})

test('two devices and two servers that open the link at once place one order, and reuse it later', async () => {
  const { main, asMain } = await buyerOf()
  const [phone, elsewhere] = [await signedIn(server, main), await signedIn(other, main)]
  const numbers = await Promise.all([asMain, phone, elsewhere, asMain].map(payLast))
  expect(new Set(numbers).size).toBe(1)
  expect(await payLast(elsewhere)).toBe(numbers[0])
  expect(await waiting(main.ownerId)).toBe(1)
})

test('an order that can hardly be paid in time any more is not reused', async () => {
  const { main, asMain } = await buyerOf()
  const first = await payLast(asMain)
  server.passTime(times.paymentPeriod - 60_000)
  expect((await readLast(asMain)).pending ?? null).toBeNull()
  expect(await payLast(asMain)).not.toBe(first)
  expect(await waiting(main.ownerId)).toBe(2)
})

test('what is refused at the hourly limit is placed by the same link and key when the limit allows it', async () => {
  const rates = { ...unlimitedRates, ordersPerHour: 1 }
  const limited = await startServer({}, server.database, { gateways, rates })
  const { main } = await buyerOf()
  const buyer = await signedIn(limited, main)
  const pay = async () => {
    const { memberGroupId, salesNum, payChannel, key } = await readLast(buyer)
    const input = {
      memberGroupId: memberGroupId!,
      salesNum: salesNum!,
      payChannel: payChannel!,
    }
    return { key, reply: await buyer.call(calls.pay, input, { 'idempotency-key': key! }) }
  }
  const refused = await pay()
  expect(refused.reply).toMatchObject({ status: 200, success: false })
  expect(await waiting(main.ownerId)).toBe(0)
  limited.passTime(server.now() - limited.now() + 3_700_000)
  const { key, reply } = await pay()
  expect(key).toBe(refused.key)
  expect(reply).toMatchObject({ success: true })
  const input = {
    memberGroupId: charPackage.memberGroupId,
    salesNum: 2,
    payChannel: 'WC_NATIVE' as const,
  }
  const again = await buyer.call(calls.pay, input, { 'idempotency-key': key! })
  expect(again.data.orderNo).toBe(reply.data.orderNo)
  expect(await waiting(main.ownerId)).toBe(1)
  await limited.close()
})

test('an order of another quantity that waits is not taken for it', async () => {
  const { asMain } = await buyerOf()
  const { no } = await placeOrder(asMain, { salesNum: 1 })
  expect(await payLast(asMain)).not.toBe(no)
})

test('somebody who has bought nothing, or whose package is no longer sold or converts quota, chooses', async () => {
  const { asMain: newcomer } = await addAccountGroup(server, { quota: [{}] })
  expect(await readLast(newcomer)).toEqual({ problem: 'none' })
  const { main, asMain } = await buyerOf()
  const isMain = and(eq(users.ownerId, main.ownerId), eq(users.userId, main.userId))
  await db.update(users).set({ channelId: '2' }).where(isMain)
  expect(await readLast(asMain)).toEqual({
    problem: 'converts',
    memberGroupId: charPackage.memberGroupId,
  })
  const isPackage = eq(memberGroups.id, charPackage.memberGroupId)
  await db.update(memberGroups).set({ onSale: false }).where(isPackage)
  expect(await readLast(asMain)).toEqual({ problem: 'notOnSale' })
  await db.update(memberGroups).set({ onSale: true }).where(isPackage)
})

test('an order whose money went back is not the one to buy again', async () => {
  const { asMain, main } = await buyerOf(1)
  const { no: refundedNo } = await placeOrder(asMain, { salesNum: 3 })
  await wechat.notify(server.origin, wechat.pay(refundedNo))
  expect(await readLast(asMain)).toMatchObject({ salesNum: 3 })
  const [order] = await db.select().from(orders).where(eq(orders.no, refundedNo))
  const now = new Date(server.now())
  const refund = {
    gateway: 'wechat',
    gatewayNo: order!.gatewayNo!,
    orderNo: refundedNo,
    ownerId: main.ownerId,
    orderId: order!.id,
    amountCents: order!.amountCents,
    reportedCents: order!.amountCents,
    vendorState: 'success' as const,
    refundedAt: now,
    at: now,
  }
  await db.insert(refunds).values({ ...refund, refundNo: `void${refundedNo}`, state: 'void' })
  expect(await readLast(asMain)).toMatchObject({ salesNum: 3 })
  await db.insert(refunds).values({ ...refund, refundNo: refundedNo, state: 'open' })
  expect(await readLast(asMain)).toMatchObject({ salesNum: 1 })
})

test('without a channel that shows a code there is a choice', async () => {
  const only = new Map([['ALI_NATIVE', gateways.get('ALI_NATIVE')!]]) as typeof gateways
  const formsOnly = await startServer({}, server.database, { gateways: only })
  const { main } = await buyerOf()
  expect(await readLast(await signedIn(formsOnly, main))).toEqual({
    problem: 'noPayChannel',
    memberGroupId: charPackage.memberGroupId,
  })
  await formsOnly.close()
})

test('an order that times out after its package was paid by another one is no failed payment', async () => {
  const { asMain } = await buyerOf()
  const late = await placeOrder(asMain)
  const { no } = await placeOrder(asMain)
  await wechat.notify(server.origin, wechat.pay(no))
  const unpaid = await buyerOf()
  const abandoned = await placeOrder(unpaid.asMain)
  server.passTime(times.paymentPeriod + 60_000)
  for (const [caller, id] of [
    [asMain, late.id],
    [unpaid.asMain, abandoned.id],
  ] as const)
    await vi.waitFor(async () => {
      await pollDueOrders(server.services)
      expect(await statusOf(caller, id)).toBe('T')
    })
  const typesOf = async (caller: Caller) =>
    (await caller.call(notices.page, {})).data.rows.map(({ type }) => type)
  expect(await typesOf(asMain)).not.toContain('paymentFailed')
  expect(await typesOf(unpaid.asMain)).toContain('paymentFailed')
})

test('a sub-account neither reads nor pays it', async () => {
  const { subs } = await buyerOf()
  const sub = await signedIn(server, subs[0]!)
  expect(await sub.refused(calls.lastBought, {})).toMatchObject({ code: 'notAllowed' })
})
