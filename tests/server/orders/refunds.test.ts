/**
 * Refunds reported by vendors: each counts once, is never credited again, and is settled by an
 * operator.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { notices, refunds } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { recordRefund } from '#server/features/orders/refunds/record-refund.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import {
  placeOrder,
  creditCount,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies, tamper } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

const { wechat, gateways } = scriptedGateways()
let server: TestServer
let staff: Awaited<ReturnType<typeof newOperator>>
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways })
  staff = await newOperator(server, 'finance')
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})

const newBuyer = async (groupId = '2', charOrder = [0]) =>
  signedIn(server, (await addMember(server.database.db, { groupId, chars: charOrder })).main)
const memberAccount = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount
const refundsOf = (no: string) =>
  server.database.db.select().from(refunds).where(eq(refunds.orderNo, no)).orderBy(refunds.id)
const askToSettle = (id: number, more: { amount?: number; waive?: 1 } = {}) =>
  staff.call(refundCalls.settle, { id: String(id), ...more })
/** Settles the refund and returns its row. */
const settle = async (id: number, more: { waive?: 1 } = {}) => {
  const { data, msg } = await askToSettle(id, more)
  expect(data, msg).toEqual({ outcome: 'done' })
  return (await server.database.db.select().from(refunds).where(eq(refunds.id, id)))[0]!
}
const titlesOf = async (caller: Caller) => {
  const ownNotices = and(
    eq(notices.userId, String(caller.signer!.userId)),
    eq(notices.type, 'paid'),
  )
  return (
    await server.database.db.select().from(notices).where(ownNotices).orderBy(notices.seq)
  ).map(({ words: messages }) => [messages.zh.title, messages.en.title])
}

/** A paid and credited order of 1,000,000 characters for 99 yuan. */
async function paidOrder(caller: Caller, input: Parameters<typeof placeOrder>[1] = {}) {
  const { id, no } = await placeOrder(caller, input)
  const payment = wechat.pay(no)
  expect((await wechat.notify(server.origin, payment)).status).toBe(200)
  return { id, no, payment }
}

test('twelve parallel notices of a refund count once, notify the customer, and settle once', async () => {
  const buyer = await newBuyer()
  const { id, no, payment } = await paidOrder(buyer)
  const refund = wechat.refund(payment)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => wechat.notifyRefund(server.origin, refund)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [row, ...others] = await refundsOf(no)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    refundNo: refund.refundNo,
    amountCents: 9_900,
    state: 'open',
    reason: null,
    vendorState: 'success',
  })
  expect(
    server
      .lines()
      .filter((line) => line.includes(refund.refundNo) && line.includes('"level":"error"')),
  ).toHaveLength(1)
  expect((await memberAccount(buyer)).usableCharNum).toBe(1_000_000)
  expect(await settle(row!.id)).toMatchObject({ state: 'settled', taken: 1_000_000, owed: 0 })
  expect(await memberAccount(buyer)).toMatchObject({ usableCharNum: 0, rechargeAmountTotal: 9_900 })
  expect(await statusOf(buyer, id)).toBe('P')
  expect(await titlesOf(buyer)).toEqual([
    ['支付成功', 'Payment received'],
    ['款项已退回', 'Payment refunded'],
    ['退款对应的额度已扣回', 'Quota deducted after a refund'],
  ])
  const { rows } = (await staff.call(operatorLog.page, { subject: `refund ${row!.id}` })).data
  expect(rows).toMatchObject([{ operator: staff.operator.name, action: 'refunds settle' }])
})

test('a refund settled by two operators at once deducts the quota once', async () => {
  const buyer = await newBuyer('2', [500_000])
  const { no, payment } = await paidOrder(buyer)
  await wechat.notifyRefund(server.origin, wechat.refund(payment))
  const [row] = await refundsOf(no)
  const settlements = await Promise.all([1, 2].map(() => askToSettle(row!.id)))
  expect(settlements.filter(({ success }) => success)).toHaveLength(1)
  expect((await memberAccount(buyer)).usableCharNum).toBe(500_000)
})

test('partial refunds deduct their shares, together exactly what was bought', async () => {
  const buyer = await newBuyer()
  const { no, payment } = await paidOrder(buyer)
  for (const amountCents of [3_333, 3_333, 3_234])
    await wechat.notifyRefund(server.origin, wechat.refund(payment, { amountCents }))
  await wechat.notifyRefund(server.origin, wechat.refund(payment, { amountCents: 1 }))
  const rows = await refundsOf(no)
  expect(rows.map(({ reason }) => reason)).toEqual([null, null, null, 'wrongAmount'])
  const deducted: unknown[] = []
  for (const { id } of rows.slice(0, 3)) deducted.push((await settle(id)).taken)
  expect(deducted).toEqual([336_666, 336_667, 326_667])
  expect((await memberAccount(buyer)).usableCharNum).toBe(0)
  expect((await askToSettle(rows[3]!.id, { amount: 100 })).success).toBe(false)
  expect(await settle(rows[3]!.id)).toMatchObject({ state: 'void', taken: 0 })
  expect((await memberAccount(buyer)).usableCharNum).toBe(0)
})

test('spent or distributed quota stays owed until a later settlement or a waiver', async () => {
  const { main, subs } = await addMember(server.database.db, { groupId: '2', chars: [0, 0] })
  const buyer = await signedIn(server, main)
  const first = await paidOrder(buyer)
  await buyer.call(subAccounts.distributeAll, {
    childUserId: subs[0]!.userId,
    changeCharNum: 900_000,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })
  await wechat.notifyRefund(server.origin, wechat.refund(first.payment))
  const [row] = await refundsOf(first.no)
  expect(await settle(row!.id)).toMatchObject({ state: 'owed', taken: 100_000, owed: 900_000 })
  expect((await memberAccount(await signedIn(server, subs[0]!))).usableCharNum).toBe(900_000)
  expect((await titlesOf(buyer)).at(-1)).toEqual([
    '退款对应的额度尚未扣完',
    'Quota owed after a refund',
  ])
  await buyer.call(subAccounts.reclaim, {
    childUserId: subs[0]!.userId,
    changeCharNum: 400_000,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })
  expect((await memberAccount(buyer)).usableCharNum).toBe(400_000)
  expect(await settle(row!.id)).toMatchObject({ state: 'owed', taken: 500_000, owed: 500_000 })
  expect(await discrepancies(server.database.db)).toEqual([])
  const waived = { state: 'settled', taken: 500_000, owed: 0, waived: 500_000 }
  expect(await settle(row!.id, { waive: 1 })).toMatchObject(waived)
  expect((await askToSettle(row!.id)).success).toBe(false)
})

test('a refund deducts time, and converted characters as time of the same value', async () => {
  const byTime = await newBuyer('7')
  const timeOrder = await paidOrder(byTime, { memberGroupId: '7' })
  const convertedBuyer = await newBuyer('2')
  const charOrder = await paidOrder(convertedBuyer)
  await paidOrder(convertedBuyer, { memberGroupId: '7' })
  for (const { payment } of [timeOrder, charOrder])
    await wechat.notifyRefund(server.origin, wechat.refund(payment))
  const [time] = await refundsOf(timeOrder.no)
  expect(await settle(time!.id)).toMatchObject({ state: 'settled', taken: 43_200, owed: 0 })
  const end = Date.parse((await memberAccount(convertedBuyer)).expireDateTime!)
  const [converted] = await refundsOf(charOrder.no)
  expect(await settle(converted!.id)).toMatchObject({ state: 'settled', taken: 1_000_000, owed: 0 })
  expect(Date.parse((await memberAccount(convertedBuyer)).expireDateTime!)).toBeLessThan(end)
})

test('a payment refunded before its credit is never credited, notified or polled', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const { id, no } = await placeOrder(buyer)
  const payment = wechat.pay(no)
  await wechat.notifyRefund(server.origin, wechat.refund(payment, { amountCents: 100 }))
  expect(await refundsOf(no)).toMatchObject([{ state: 'settled', reason: 'notCredited' }])
  expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  await buyer.call(calls.flush, { id })
  expect([await creditCount(db, no), (await memberAccount(buyer)).usableCharNum]).toEqual([0, 0])
  expect(await unmatchedPaymentsOf(db, no)).toMatchObject([
    { reason: 'refunded', gatewayNo: payment.gatewayNo },
  ])
})

test('a refund concurrent with the credit is recorded after it or instead of it', async () => {
  const { db } = server.database
  for (const refundFirst of [true, false, true, false]) {
    const buyer = await newBuyer()
    const ownerId = String(buyer.signer!.userId)
    const { no } = await placeOrder(buyer)
    const payment = wechat.pay(no)
    const refund = wechat.refund(payment)
    const steps = [
      () => wechat.notifyRefund(server.origin, refund),
      () => wechat.notify(server.origin, payment),
    ]
    const pending: Promise<unknown>[] = []
    await transaction(db, async (tx) => {
      await lockAccounts(tx, ownerId, [ownerId])
      for (const step of refundFirst ? steps : steps.toReversed()) {
        pending.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(pending.length)
      }
    })
    await Promise.all(pending)
    const [row] = await refundsOf(no)
    expect([await creditCount(db, no), row!.reason]).toEqual(
      refundFirst ? [0, 'notCredited'] : [1, null],
    )
  }
})

test('the refund of an unmatched payment deducts nothing and resolves it', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const { no } = await paidOrder(buyer)
  const secondPayment = wechat.pay(no)
  expect((await wechat.notify(server.origin, secondPayment)).status).toBe(500)
  const refund = wechat.refund(secondPayment)
  await wechat.notifyRefund(server.origin, refund)
  expect(await refundsOf(no)).toMatchObject([{ state: 'settled', reason: 'unmatchedPayment' }])
  expect(await unmatchedPaymentsOf(db, no)).toMatchObject([
    { reason: 'paidTwice', handling: `refund ${refund.refundNo}` },
  ])
  expect((await memberAccount(buyer)).usableCharNum).toBe(1_000_000)
})

test('forged, foreign and contradicting refunds deduct nothing', async () => {
  const buyer = await newBuyer()
  const { no, payment } = await paidOrder(buyer)
  const refund = wechat.refund(payment)
  expect((await wechat.notifyRefund(server.origin, refund, 'forged')).status).toBe(400)
  expect(await refundsOf(no)).toEqual([])
  const [unknown, other] = [`${no}9`, no]
  await wechat.notifyRefund(server.origin, { ...refund, orderNo: unknown, refundNo: 'RX1' })
  await wechat.notifyRefund(server.origin, {
    ...refund,
    paidCents: 1,
    amountCents: 1,
    refundNo: 'RX2',
  })
  await recordRefund(
    server.services,
    { ...refund, orderNo: other, refundNo: 'RX3' },
    { gateway: 'ali-test', channels: ['ALI_NATIVE'] },
  )
  expect((await refundsOf(unknown)).map(({ reason }) => reason)).toEqual(['unknownOrder'])
  expect((await refundsOf(no)).map(({ reason }) => reason)).toEqual(['wrongAmount', 'wrongChannel'])
  const [unknownRefund] = await refundsOf(unknown)
  expect(await settle(unknownRefund!.id)).toMatchObject({ state: 'void' })
  expect((await memberAccount(buyer)).usableCharNum).toBe(1_000_000)
})

test('a failed refund may be closed or succeed later', async () => {
  const buyer = await newBuyer()
  const { no, payment } = await paidOrder(buyer)
  const retriedRefund = wechat.refund(payment, { amountCents: 100, state: 'abnormal' })
  const abnormal = wechat.refund(payment, { amountCents: 200, state: 'abnormal' })
  for (const refund of [
    retriedRefund,
    abnormal,
    { ...retriedRefund, state: 'success' as const },
    retriedRefund,
    { ...abnormal, state: 'closed' as const },
  ])
    expect((await wechat.notifyRefund(server.origin, refund)).status).toBe(200)
  expect((await refundsOf(no)).map(({ vendorState, state }) => [vendorState, state])).toEqual([
    ['success', 'open'],
    ['closed', 'void'],
  ])
})

test('refund totals in the wrong order add up to the largest', async () => {
  const buyer = await newBuyer()
  const { no, payment } = await paidOrder(buyer)
  for (const amountCents of [5_000, 3_000, 9_900])
    await wechat.notifyRefund(server.origin, wechat.refund(payment, { amountCents, isTotal: true }))
  expect((await refundsOf(no)).map(({ amountCents, state }) => [amountCents, state])).toEqual([
    [5_000, 'open'],
    [0, 'void'],
    [4_900, 'open'],
  ])
})

test('the reconciliation reports a settled refund with changed amounts', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const { no, payment } = await paidOrder(buyer)
  await wechat.notifyRefund(server.origin, wechat.refund(payment))
  const [row] = await refundsOf(no)
  await settle(row!.id)
  await tamper(db, sql`update refunds set taken = taken - 1 where id = ${row!.id}`)
  expect(await discrepancies(db)).toEqual([
    `Order ${no} of owner ${buyer.signer!.userId}: its refunds account for 999999 instead of 1000000.`,
  ])
  await tamper(db, sql`update refunds set taken = taken + 1 where id = ${row!.id}`)
})
