/**
 * Cancelling an account with open orders: they are closed at the gateway, and payments are kept.
 */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { users as userCalls } from '#contract/users.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orders } from '#server/schema.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import {
  isErased,
  cancelAccount,
  cancellingGroup,
} from '#tests/support/actors/cancellation-fixtures.ts'
import {
  placeOrder,
  creditCount,
  charPackage,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { password } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { wechat, ali, gateways } = scriptedGateways()
const server = await serverWithCatalogue({ gateways })
afterAll(async () => expect(await discrepancies(server.database.db)).toEqual([]))
afterEach(() => {
  wechat.failingSteps.clear()
  wechat.delay.meanwhile = async () => {}
})

function signal() {
  let fire = () => {}
  const fired = new Promise<void>((done) => (fire = done))
  return { fire, fired }
}
const orderOf = async (id: string) =>
  (await server.database.db.select().from(orders).where(eq(orders.id, id)))[0]!

test('open orders are closed at their gateways and lose their payment data', async () => {
  const group = await cancellingGroup(server)
  const [first, second] = [
    await placeOrder(group.asOwner),
    await placeOrder(group.asOwner, { payChannel: 'ALI_NATIVE' }),
  ]
  expect((await cancelAccount(group)).success).toBe(true)
  expect([wechat.books.get(first.no)!.state, ali.books.get(second.no)!.state]).toEqual([
    'closed',
    'closed',
  ])
  for (const { id } of [first, second])
    expect(await orderOf(id)).toMatchObject({ payStatus: 'C', payCode: null, idempotencyKey: null })
})

test('an order found to be paid is credited, and its owner is notified instead of cancelled', async () => {
  const group = await cancellingGroup(server)
  const order = await placeOrder(group.asOwner)
  wechat.pay(order.no)
  expect(await group.asOwner.refused(userCalls.cancel, { userPassword: password })).toMatchObject({
    status: 200,
    code: 'orderPaid',
    msg: `We have just received ¥99.00 for order ${order.no} and credited it, so your account was not deleted. To delete it anyway and lose that quota, confirm again.`,
  })
  expect(await isErased(server.database.db, group)).toBe(false)
  expect(await statusOf(group.asOwner, order.id)).toBe('P')
  const { data } = await group.asOwner.call(userCalls.get, {})
  expect(data.memberAccount.usableCharNum).toBe(600 + charPackage.chars)
  expect((await cancelAccount(group)).success).toBe(true)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('a silent gateway delays the cancellation until the order has expired', async () => {
  const group = await cancellingGroup(server)
  const order = await placeOrder(group.asOwner)
  wechat.failingSteps.add('close').add('query')
  const refused = await group.asOwner.refused(userCalls.cancel, { userPassword: password })
  expect(refused).toMatchObject({ status: 200, code: 'gatewayDown' })
  expect(refused.msg).toContain(order.no)
  expect([
    await isErased(server.database.db, group),
    await statusOf(group.asOwner, order.id),
  ]).toEqual([false, 'W'])
  server.passTime(15 * 60_000)
  expect((await cancelAccount(group)).success).toBe(true)
  server.passTime(-15 * 60_000)
  expect((await orderOf(order.id)).payStatus).toBe('T')
})

test('payments for a deleted account are kept as unmatched, notified or polled', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const [notified, unnotified] = [await placeOrder(group.asOwner), await placeOrder(group.asOwner)]
  await cancelAccount(group)
  for (let attempt = 0; attempt < 2; attempt++) {
    const known = wechat.books.get(notified.no)!.payment
    expect((await wechat.notify(server.origin, known ?? wechat.pay(notified.no))).status).toBe(500)
  }
  wechat.pay(unnotified.no)
  server.passTime(3 * 60_000)
  await pollDueOrders(server.services)
  server.passTime(-3 * 60_000)
  for (const { no, id } of [notified, unnotified]) {
    expect(await unmatchedPaymentsOf(db, no)).toMatchObject([
      { reason: 'accountClosed', amountCents: charPackage.cents },
    ])
    expect([(await orderOf(id)).payStatus, await creditCount(db, no)]).toEqual(['C', 0])
  }
  expect(server.lines().filter((line) => line.includes('could not be looked after'))).toEqual([])
})

test('a payment during the cancellation is credited and prevents it, or is kept as unmatched', async () => {
  const { db } = server.database
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const group = await cancellingGroup(server)
    const order = await placeOrder(group.asOwner)
    let notified: Promise<Response> | undefined
    wechat.delay.meanwhile = async (step, no) => {
      if (step !== 'close' || no !== order.no || notified) return
      if (round % 3 === 2) {
        // The gateway closes the bill although it was just paid.
        notified = new Promise((resolve) =>
          setTimeout(() => resolve(wechat.notify(server.origin, wechat.pay(no))), round),
        )
        return
      }
      notified = wechat.notify(server.origin, wechat.pay(no))
      if (round % 3 === 0) await notified
    }
    const { success, data } = await cancelAccount(group)
    const status = (await notified!).status
    const erased = await isErased(db, group)
    expect(success).toBe(erased)
    if (!erased) expect(data).toEqual({ code: 'orderPaid' })
    const creditedCount = await creditCount(db, order.no)
    const unmatched = await unmatchedPaymentsOf(db, order.no)
    expect(creditedCount + unmatched.length).toBe(1)
    expect(status).toBe(creditedCount ? 200 : 500)
    expect((await orderOf(order.id)).payStatus).toBe(creditedCount ? 'P' : 'C')
    outcomes.add(erased ? 'cancelled' : 'credited')
  }
  expect(outcomes).toContain('credited')
})

test('a late notification of a payment credited before the cancellation is not unmatched', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const order = await placeOrder(group.asOwner)
  const payment = wechat.pay(order.no)
  const [transactionStarted, mayContinue] = [signal(), signal()]
  const slowDb: Db = Object.assign(Object.create(db) as Db, {
    transaction: async (work: (tx: Db) => Promise<unknown>) => {
      transactionStarted.fire()
      await mayContinue.fired
      return transaction(db, work)
    },
  })
  const slowSettlement = settlePayment({ ...server.services, db: slowDb }, payment, ['WC_NATIVE'])
  await transactionStarted.fired
  expect([(await cancelAccount(group)).data, (await cancelAccount(group)).success]).toEqual([
    { code: 'orderPaid' },
    true,
  ])
  mayContinue.fire()
  expect(await slowSettlement).toBe('already')
  expect([await unmatchedPaymentsOf(db, order.no), await creditCount(db, order.no)]).toEqual([
    [],
    1,
  ])
})

test('orders placed during a cancellation are not left open', async () => {
  const { db } = server.database
  for (let round = 0; round < 2; round++) {
    const group = await cancellingGroup(server)
    await placeOrder(group.asOwner)
    const order = {
      memberGroupId: charPackage.memberGroupId,
      salesNum: 1,
      payChannel: 'WC_NATIVE',
    } as const
    const [response] = await Promise.all([
      cancelAccount(group),
      ...Array.from({ length: 4 }, () => group.asOwner.call(calls.pay, order)),
    ])
    const placed = await db.select().from(orders).where(eq(orders.ownerId, group.owner.ownerId))
    expect(response.success).toBe(await isErased(db, group))
    if (response.success) expect(placed.filter(({ payStatus }) => payStatus === 'W')).toEqual([])
  }
})
