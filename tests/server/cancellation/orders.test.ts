/**
 * Cancelling an account whose orders await payment: closed at their gateway first, and no money is
 * lost or credited to nobody.
 */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { users as userCalls } from '#contract/users.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orders } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
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
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const { wechat, ali, gateways } = scriptedGateways()
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways })
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})
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

test('open orders are closed at their gateways, and stay without what their buyer brought', async () => {
  const left = await cancellingGroup(server)
  const [first, second] = [
    await placeOrder(left.asOwner),
    await placeOrder(left.asOwner, { payChannel: 'ALI_NATIVE' }),
  ]
  expect((await cancelAccount(left)).success).toBe(true)
  expect([wechat.books.get(first.no)!.state, ali.books.get(second.no)!.state]).toEqual([
    'closed',
    'closed',
  ])
  for (const { id } of [first, second])
    expect(await orderOf(id)).toMatchObject({ payStatus: 'C', payCode: null, idempotencyKey: null })
})

test('an order found to be paid is credited, and its owner is notified instead of cancelled', async () => {
  const left = await cancellingGroup(server)
  const order = await placeOrder(left.asOwner)
  wechat.pay(order.no)
  expect(await left.asOwner.refused(userCalls.cancel, { userPassword: password })).toMatchObject({
    status: 200,
    code: 'orderPaid',
    msg: `Order ${order.no} has just been paid with ¥99.00 and credited, so your account was not deleted. To delete it anyway and lose that quota, confirm again.`,
  })
  expect(await isErased(server.database.db, left)).toBe(false)
  expect(await statusOf(left.asOwner, order.id)).toBe('P')
  const { data } = await left.asOwner.call(userCalls.get, {})
  expect(data.memberAccount.usableCharNum).toBe(600 + charPackage.chars)
  expect((await cancelAccount(left)).success).toBe(true)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('a gateway that says nothing holds it up as long as the order can be paid, and no longer', async () => {
  const left = await cancellingGroup(server)
  const order = await placeOrder(left.asOwner)
  wechat.failingSteps.add('close').add('query')
  const refused = await left.asOwner.refused(userCalls.cancel, { userPassword: password })
  expect(refused).toMatchObject({ status: 200, code: 'gatewayDown' })
  expect(refused.msg).toContain(order.no)
  expect([
    await isErased(server.database.db, left),
    await statusOf(left.asOwner, order.id),
  ]).toEqual([false, 'W'])
  server.passTime(15 * 60_000)
  expect((await cancelAccount(left)).success).toBe(true)
  server.passTime(-15 * 60_000)
  expect((await orderOf(order.id)).payStatus).toBe('T')
})

test('payments for a deleted account are kept as unmatched, notified or polled', async () => {
  const { db } = server.database
  const left = await cancellingGroup(server)
  const [notified, unnotified] = [await placeOrder(left.asOwner), await placeOrder(left.asOwner)]
  await cancelAccount(left)
  for (let again = 0; again < 2; again++) {
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

test('a payment in the midst of it: credited and not cancelled, or cancelled and kept for the operator', async () => {
  const { db } = server.database
  const ends = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const left = await cancellingGroup(server)
    const order = await placeOrder(left.asOwner)
    let notified: Promise<Response> | undefined
    wechat.delay.meanwhile = async (step, no) => {
      if (step !== 'close' || no !== order.no || notified) return
      if (round % 3 === 2) {
        // The gateway closes it; the payer was quicker by its own account.
        notified = new Promise((resolve) =>
          setTimeout(() => resolve(wechat.notify(server.origin, wechat.pay(no))), round),
        )
        return
      }
      notified = wechat.notify(server.origin, wechat.pay(no))
      if (round % 3 === 0) await notified
    }
    const { success, data } = await cancelAccount(left)
    const status = (await notified!).status
    const erased = await isErased(db, left)
    expect(success).toBe(erased)
    if (!erased) expect(data).toEqual({ code: 'orderPaid' })
    const credited = await creditCount(db, order.no)
    const unmatched = await unmatchedPaymentsOf(db, order.no)
    expect(credited + unmatched.length).toBe(1)
    expect(status).toBe(credited ? 200 : 500)
    expect((await orderOf(order.id)).payStatus).toBe(credited ? 'P' : 'C')
    ends.add(erased ? 'cancelled' : 'credited')
  }
  expect(ends).toContain('credited')
})

test('a late notification of a payment credited before the cancellation is not unmatched', async () => {
  const { db } = server.database
  const left = await cancellingGroup(server)
  const order = await placeOrder(left.asOwner)
  const payment = wechat.pay(order.no)
  const [began, goesOn] = [signal(), signal()]
  const slowDb: Db = Object.assign(Object.create(db) as Db, {
    transaction: async (work: (tx: Db) => Promise<unknown>) => {
      began.fire()
      await goesOn.fired
      return transaction(db, work)
    },
  })
  const slow = settlePayment({ ...server.services, db: slowDb }, payment, ['WC_NATIVE'])
  await began.fired
  expect([(await cancelAccount(left)).data, (await cancelAccount(left)).success]).toEqual([
    { code: 'orderPaid' },
    true,
  ])
  goesOn.fire()
  expect(await slow).toBe('already')
  expect([await unmatchedPaymentsOf(db, order.no), await creditCount(db, order.no)]).toEqual([
    [],
    1,
  ])
})

test('who orders while the account is being cancelled has no order left behind', async () => {
  const { db } = server.database
  for (let round = 0; round < 2; round++) {
    const left = await cancellingGroup(server)
    await placeOrder(left.asOwner)
    const order = {
      memberGroupId: charPackage.memberGroupId,
      salesNum: 1,
      payChannel: 'WC_NATIVE',
    } as const
    const [answer] = await Promise.all([
      cancelAccount(left),
      ...Array.from({ length: 4 }, () => left.asOwner.call(calls.pay, order)),
    ])
    const placed = await db.select().from(orders).where(eq(orders.ownerId, left.owner.ownerId))
    expect(answer.success).toBe(await isErased(db, left))
    if (answer.success) expect(placed.filter(({ payStatus }) => payStatus === 'W')).toEqual([])
  }
})
