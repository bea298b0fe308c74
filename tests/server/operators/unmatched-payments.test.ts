/**
 * Unmatched payments handled by operators: each is credited once, also under concurrent actions,
 * and later events find the order or account that it was credited to.
 */
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountLog } from '#contract/ledger.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { unmatchedPayments as calls } from '#contract/operator/unmatched-payments.ts'
import { orders } from '#contract/orders.ts'
import { users } from '#contract/users.ts'
import { notices, refunds, unmatchedPayments } from '#server/schema.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { operatorCaller, operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  charPackage,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const { server, wechat, unmatchedPayment } = await serverWithGateways()
const staff = await operatorsOfEachRole(server)

const newBuyer = async (groupId = '2', more: { chars?: number[]; minutes?: number } = {}) => {
  const { main } = await addMember(server.database.db, { groupId, chars: [0], ...more })
  return { ...(await signedIn(server, main)), main }
}
const owned = async (caller: Caller) => (await caller.call(users.get, {})).data.memberAccount
const chars = async (caller: Caller) => (await owned(caller)).usableCharNum

/** An order that its buyer cancelled. */
async function cancelledOrder(caller: Caller) {
  const order = await placeOrder(caller)
  await caller.call(orders.cancel, { id: order.id })
  return order
}

/** A payment that names an order of the buyer, of another amount, so that the payer is known. */
const paymentOf = async (caller: Caller) =>
  unmatchedPayment((await placeOrder(caller, { salesNum: 2 })).no)

const rowOf = async (id: string) =>
  (await server.database.db.select().from(unmatchedPayments)).find((row) => String(row.id) === id)!

test('a second payment is credited to another order as a payment of its own, once', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const first = await placeOrder(buyer)
  await wechat.notify(server.origin, wechat.pay(first.no))
  const order = await cancelledOrder(buyer)
  const { id, payment } = await unmatchedPayment(first.no)
  const { data: details } = await staff.finance.call(calls.get, { id })
  expect(details).toMatchObject({ reason: 'paidTwice', state: 'open', creditable: 1 })
  expect(details.candidates.map(({ no, sameCustomer }) => [no, sameCustomer])).toEqual([
    [order.no, 1],
  ])
  const preview = await staff.finance.call(calls.previewOrder, { id, orderNo: order.no })
  expect([preview.data.before.usableCharNum, preview.data.after.usableCharNum]).toEqual([
    charPackage.chars,
    2 * charPackage.chars,
  ])
  expect([await chars(buyer), await statusOf(buyer, order.id)]).toEqual([charPackage.chars, 'C'])
  expect((await staff.finance.call(calls.assign, { id, orderNo: order.no })).success).toBe(true)
  expect([await chars(buyer), await statusOf(buyer, order.id)]).toEqual([
    2 * charPackage.chars,
    'P',
  ])
  expect((await eventsOf(buyer, order.id)).at(-1)).toBe('paidAfterClosing')
  expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  expect([await creditCount(db, order.no), await creditCount(db, first.no)]).toEqual([1, 1])
  const { data: done } = await staff.support.call(calls.get, { id })
  expect(done).toMatchObject({
    state: 'order',
    handling: order.no,
    handledBy: staff.finance.operator.name,
    creditedAccount: buyer.main.account,
    creditable: 0,
    candidates: [],
  })
  const paidNotices = and(eq(notices.userId, buyer.main.userId), eq(notices.type, 'paid'))
  expect(await db.$count(notices, paidNotices)).toBe(2)
  const { rows } = (await staff.admin.call(operatorLog.page, { pageNum: 1, pageSize: 1 })).data
  expect(rows[0]).toMatchObject({
    action: 'unmatched-payments assign',
    subject: `payment ${payment.gatewayNo}`,
    operator: staff.finance.operator.name,
  })
  expect(rows[0]!.before).toContain('"outcome": null')
  expect(rows[0]!.after).toContain('"outcome": "order"')
})

test('of operators who assign, credit and mark one payment at once, one succeeds', async () => {
  const { db } = server.database
  for (let round = 0; round < 4; round++) {
    const buyer = await newBuyer()
    const order = await cancelledOrder(buyer)
    const { id } = await paymentOf(buyer)
    const { account } = buyer.main
    const attempts = [
      (caller: Caller) => caller.call(calls.assign, { id, orderNo: order.no }),
      (caller: Caller) => caller.call(calls.credit, { id, account, note: 'x' }),
      (caller: Caller) => caller.call(calls.markReturned, { id, reference: 'R1' }),
    ]
    const operators = [staff.finance, staff.admin]
    const begun: ReturnType<(typeof attempts)[number]>[] = []
    await transaction(db, async (tx) => {
      await lockAccounts(tx, buyer.main.ownerId, [buyer.main.ownerId])
      await tx.execute(sql`select 1 from unmatched_payments where id = ${Number(id)} for update`)
      for (const caller of operators)
        for (const attempt of round % 2 === 0 ? attempts : attempts.toReversed())
          begun.push(attempt(caller))
      await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
    })
    const answers = await Promise.all(begun)
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { outcome } = await rowOf(id)
    const expected = { order: 1, account: 1, returned: 0 }[outcome as 'order']
    expect(await chars(buyer)).toBe(expected * charPackage.chars)
    expect(await statusOf(buyer, order.id)).toBe(outcome === 'order' ? 'P' : 'C')
    const refused = answers.find(({ success }) => !success)!
    expect(refused.msg).toMatch(/was already handled by|is paid already/)
  }
})

test('two payments assigned to one order at once: one is credited, the other stays open', async () => {
  const buyer = await newBuyer()
  const order = await cancelledOrder(buyer)
  const both = [await paymentOf(buyer), await paymentOf(buyer)]
  const answers = await Promise.all(
    both.map(({ id }) => staff.finance.call(calls.assign, { id, orderNo: order.no })),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)!.msg).toBe(`Order ${order.no} is paid already.`)
  expect(await chars(buyer)).toBe(charPackage.chars)
  const states = await Promise.all(both.map(async ({ id }) => (await rowOf(id)).outcome))
  expect(new Set(states)).toEqual(new Set([null, 'order']))
})

test('a payment of an order received while another payment is assigned to it is kept', async () => {
  const { db } = server.database
  for (const assignFirst of [true, false]) {
    const buyer = await newBuyer()
    const { ownerId } = buyer.main
    const order = await placeOrder(buyer)
    const { id } = await paymentOf(buyer)
    const own = wechat.pay(order.no)
    const steps = [
      () => staff.finance.call(calls.assign, { id, orderNo: order.no }),
      () => wechat.notify(server.origin, own),
    ]
    const begun: Promise<unknown>[] = []
    await transaction(db, async (tx) => {
      await lockAccounts(tx, ownerId, [ownerId])
      for (const step of assignFirst ? steps : steps.toReversed()) {
        begun.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
      }
    })
    await Promise.all(begun)
    expect([await creditCount(db, order.no), await chars(buyer)]).toEqual([1, charPackage.chars])
    const kept = await unmatchedPaymentsOf(db, order.no)
    expect(kept.map(({ reason }) => reason)).toEqual(assignFirst ? ['paidTwice'] : [])
    expect((await rowOf(id)).outcome).toBe(assignFirst ? 'order' : null)
  }
})

test('a payment that can’t be credited is refused with the reason in both languages', async () => {
  const buyer = await newBuyer()
  const paid = await placeOrder(buyer)
  await wechat.notify(server.origin, wechat.pay(paid.no))
  const double = await placeOrder(buyer, { salesNum: 2 })
  const closedBuyer = await newBuyer()
  const orderOfClosed = await placeOrder(closedBuyer)
  await server.database.db.execute(
    sql`update balances set closed_at = now() where owner_id = ${closedBuyer.main.ownerId}`,
  )
  const { id, payment } = await unmatchedPayment()
  const finance = await operatorCaller(server, staff.finance.operator, 'zh-CN')
  const reasons: [orderNo: string, zh: string, en: string][] = [
    ['NOPE', '没有找到订单NOPE', 'Order NOPE was not found.'],
    [paid.no, `订单${paid.no}已支付`, `Order ${paid.no} is paid already.`],
    [
      double.no,
      `订单${double.no}的金额是¥198.00，与付款¥99.00不一致`,
      `Order ${double.no} is for ¥198.00, but the payment is ¥99.00.`,
    ],
    [
      orderOfClosed.no,
      `订单${orderOfClosed.no}的账号已注销`,
      `The account of order ${orderOfClosed.no} was deleted.`,
    ],
  ]
  for (const [orderNo, zh, en] of reasons) {
    expect((await finance.call(calls.assign, { id, orderNo })).msg).toBe(zh)
    expect((await staff.finance.call(calls.assign, { id, orderNo })).msg).toBe(en)
    expect((await staff.support.call(calls.previewOrder, { id, orderNo })).msg).toBe(en)
  }
  for (const account of ['nobody@example.com', closedBuyer.main.account])
    expect((await staff.admin.call(calls.credit, { id, account, note: 'x' })).success).toBe(false)
  expect((await rowOf(id)).handledAt).toBeNull()
  const refused = await staff.support.refused(calls.assign, { id, orderNo: double.no })
  expect(refused.code).toBe('notAllowed')
  await staff.finance.call(calls.markReturned, { id, reference: 'RF-9' })
  expect((await finance.call(calls.markReturned, { id, reference: 'RF-9' })).msg).toBe(
    `付款${payment.gatewayNo}已由${staff.finance.operator.name}处理：RF-9`,
  )
  await server.database.db.execute(
    sql`update balances set closed_at = null where owner_id = ${closedBuyer.main.ownerId}`,
  )
})

test('a payment credited to an account becomes quota at its channel’s price, with a notice', async () => {
  const buyer = await newBuyer('2', { chars: [5] })
  const { id } = await paymentOf(buyer)
  const { account } = buyer.main
  const { data } = await staff.finance.call(calls.previewAccount, { id, account })
  expect([data.account, data.before.usableCharNum, data.after.usableCharNum]).toEqual([
    account,
    5,
    1_000_005,
  ])
  await staff.finance.call(calls.credit, { id, account, note: 'screenshot' })
  expect(await chars(buyer)).toBe(1_000_005)
  const times = {
    createDateTimeBegin: '2020-01-01 00:00:00',
    createDateTimeEnd: '2099-01-01 00:00:00',
  }
  const page = { pageNum: 1, pageSize: 10 }
  const { rows } = (await buyer.call(accountLog.page, { logType: 'SYS_ADJUST', ...page, ...times }))
    .data
  expect(rows[0]).toMatchObject({
    charChangeNum: 1_000_000,
    managerName: staff.finance.operator.name,
  })
  const ofBuyer = eq(notices.userId, buyer.main.userId)
  const [notice] = await server.database.db.select().from(notices).where(ofBuyer)
  expect([notice!.words.zh.content, notice!.words.en.content]).toEqual([
    '您的付款¥99.00没有对应到订单，已由客服为您入账：1,000,000字符。',
    'Your payment of ¥99.00 didn’t match an order. Support has credited it to your account: 1,000,000 characters.',
  ])
})

test('a payment credited to an expired trial gives characters without expiry; to a month, time', async () => {
  const trial = await newBuyer('1', { chars: [700], minutes: -1 })
  const monthly = await newBuyer('7', { minutes: 10 })
  const before = Date.parse((await owned(monthly)).expireDateTime!)
  for (const buyer of [trial, monthly]) {
    const { id } = await paymentOf(buyer)
    const { success, msg } = await staff.finance.call(calls.credit, {
      id,
      account: buyer.main.account,
      note: 'x',
    })
    expect(success, msg).toBe(true)
  }
  const after = await owned(trial)
  expect(after.expireDateTime ?? null).toBeNull()
  expect(after.usableCharNum).toBeGreaterThan(700)
  expect(Date.parse((await owned(monthly)).expireDateTime!)).toBeGreaterThan(before)
})

test('a later refund of an assigned payment finds the order that it was credited to', async () => {
  const buyer = await newBuyer()
  const order = await cancelledOrder(buyer)
  const { id, payment } = await paymentOf(buyer)
  await staff.finance.call(calls.assign, { id, orderNo: order.no })
  const refund = wechat.refund(payment)
  expect((await wechat.notifyRefund(server.origin, refund)).status).toBe(200)
  const { data } = await staff.finance.call(refundCalls.page, {
    number: refund.refundNo,
    pageNum: 1,
    pageSize: 10,
  })
  expect(data.rows).toMatchObject([{ state: 'open', reason: null, amount: charPackage.cents }])
  const refundId = data.rows[0]!.id
  const preview = (await staff.support.call(refundCalls.previewSettle, { id: refundId })).data
  expect(preview).toMatchObject({
    order: { no: order.no },
    taken: charPackage.chars,
    owed: 0,
    before: { usableCharNum: charPackage.chars },
    after: { usableCharNum: 0 },
  })
  expect(await chars(buyer)).toBe(charPackage.chars)
  const settled = await Promise.all(
    [staff.finance, staff.admin].map((caller) => caller.call(refundCalls.settle, { id: refundId })),
  )
  expect(settled.filter(({ success }) => success)).toHaveLength(1)
  expect(await chars(buyer)).toBe(0)
})

test('a refund concurrent with the assignment prevents it or is deducted from that order', async () => {
  const { db } = server.database
  for (const assignFirst of [true, false]) {
    const buyer = await newBuyer()
    const order = await cancelledOrder(buyer)
    const { id, payment } = await paymentOf(buyer)
    const refund = wechat.refund(payment)
    const steps = [
      () => staff.finance.call(calls.assign, { id, orderNo: order.no }),
      () => wechat.notifyRefund(server.origin, refund),
    ]
    const begun: Promise<unknown>[] = []
    await transaction(db, async (tx) => {
      await tx.execute(sql`select 1 from unmatched_payments where id = ${Number(id)} for update`)
      for (const step of assignFirst ? steps : steps.toReversed()) {
        begun.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
      }
    })
    await Promise.all(begun)
    const [row] = await db.select().from(refunds).where(eq(refunds.refundNo, refund.refundNo))
    const [credits, state, reason] = [await creditCount(db, order.no), row!.state, row!.reason]
    expect([credits, state, reason]).toEqual(
      assignFirst ? [1, 'open', null] : [0, 'settled', 'unmatchedPayment'],
    )
  }
})

test('the refund of a payment that was credited to an account waits for an operator', async () => {
  const buyer = await newBuyer()
  const { id, payment } = await paymentOf(buyer)
  await staff.finance.call(calls.credit, { id, account: buyer.main.account, note: 'x' })
  const refund = wechat.refund(payment)
  await wechat.notifyRefund(server.origin, refund)
  const [row] = await server.database.db
    .select()
    .from(refunds)
    .where(eq(refunds.refundNo, refund.refundNo))
  expect(row).toMatchObject({ state: 'open', reason: 'creditedByHand', ownerId: null })
  expect(await chars(buyer)).toBe(charPackage.chars)
})

test('one payment number is credited once, even if it was reported for two orders', async () => {
  const buyer = await newBuyer()
  const order = await cancelledOrder(buyer)
  const { payment, id } = await paymentOf(buyer)
  const again = { ...payment, orderNo: `${payment.orderNo}-2` }
  await wechat.notify(server.origin, again)
  const [second] = await unmatchedPaymentsOf(server.database.db, again.orderNo)
  await staff.finance.call(calls.credit, { id, account: buyer.main.account, note: 'x' })
  const { msg } = await staff.finance.call(calls.assign, {
    id: String(second!.id),
    orderNo: order.no,
  })
  expect(msg).toBe('This payment was already credited and can’t be credited again.')
  const { data } = await staff.finance.call(calls.get, { id: String(second!.id) })
  expect([data.creditable, data.candidates]).toEqual([0, []])
  expect(await chars(buyer)).toBe(charPackage.chars)
})

test('a payment credited to an account while its notification arrives is credited once', async () => {
  const { db } = server.database
  for (const creditFirst of [true, false]) {
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    const order = await placeOrder(buyer)
    const { id, payment } = await paymentOf(other)
    const own = wechat.pay(order.no, { gatewayNo: payment.gatewayNo })
    const steps = [
      () => staff.finance.call(calls.credit, { id, account: other.main.account, note: 'x' }),
      () => wechat.notify(server.origin, own),
    ]
    const begun: Promise<unknown>[] = []
    await transaction(db, async (tx) => {
      // Both write a notice, after they have checked that the payment is not credited.
      await tx.execute(sql`lock table notices in access exclusive mode`)
      for (const step of creditFirst ? steps : steps.toReversed()) {
        begun.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
      }
    })
    await Promise.all(begun)
    expect([await chars(other), await chars(buyer)]).toEqual(
      creditFirst ? [charPackage.chars, 0] : [0, charPackage.chars],
    )
    expect(await statusOf(buyer, order.id)).toBe(creditFirst ? 'W' : 'P')
  }
})

test('a payment number credited to an order is not credited to an account too', async () => {
  const buyer = await newBuyer()
  const [paid, other] = [await placeOrder(buyer), await placeOrder(buyer)]
  const payment = wechat.pay(paid.no)
  await wechat.notify(server.origin, payment)
  await wechat.notify(server.origin, { ...payment, orderNo: other.no })
  const [row] = await unmatchedPaymentsOf(server.database.db, other.no)
  expect(row).toMatchObject({ reason: 'numberUsed' })
  const request = { id: String(row!.id), account: buyer.main.account, note: 'x' }
  const { msg } = await staff.finance.call(calls.credit, request)
  expect(msg).toBe('This payment was already credited and can’t be credited again.')
  expect(await chars(buyer)).toBe(charPackage.chars)
})

test('payments are found by number and state, open ones first', async () => {
  const { id, payment } = await unmatchedPayment()
  const page = { pageNum: 1, pageSize: 10 }
  const found = async (query: object) =>
    (await staff.support.call(calls.page, { ...page, ...query })).data.rows.map((row) => row.id)
  expect((await found({}))[0]).toBe(id)
  for (const number of [payment.gatewayNo, payment.orderNo.slice(2, 9)])
    expect(await found({ number, state: 'open' })).toContain(id)
  expect(await found({ number: payment.gatewayNo, state: 'returned' })).toEqual([])
})
