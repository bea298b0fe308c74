/** Refunds by operators: requested by one role, approved by another, and deducted once. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { customerOrders } from '#contract/operator/orders.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refunds as calls } from '#contract/operator/refunds.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { notices, refunds } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator, operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { placeOrder, charPackage } from '#tests/support/actors/order-fixtures.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const { server, wechat } = await serverWithGateways()
const staff = await operatorsOfEachRole(server)

/** A buyer with one paid order of package 2, and its payment. */
async function paid() {
  const { main } = await addMember(server.database.db)
  const buyer = await signedIn(server, main)
  const { no } = await placeOrder(buyer)
  const payment = wechat.pay(no)
  await wechat.notify(server.origin, payment)
  return { buyer, main, no, payment }
}
const chars = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount.usableCharNum
const refundsOf = (no: string) =>
  server.database.db.select().from(refunds).where(eq(refunds.orderNo, no))
const page = { pageNum: 1, pageSize: 10 }
const requestFor = async (no: string) =>
  (await staff.admin.call(approvals.page, { ...page, subject: no })).data.rows[0]!

let asked = 0
const request = (no: string, amount: number = charPackage.cents) => ({
  orderNo: no,
  amount,
  refundNo: `RF${(asked += 1)}`,
  note: 'the customer changed their mind',
})

test('support requests a refund, finance approves it, and only then the quota is deducted', async () => {
  const { buyer, main, no } = await paid()
  const wanted = request(no, 3_300)
  const { refundNo, note, ...input } = wanted
  const { data: preview } = await staff.support.call(calls.previewRecord, input)
  expect(preview).toMatchObject({
    amount: 3_300,
    taken: 333_333,
    owed: 0,
    before: { usableCharNum: 1_000_000 },
    after: { usableCharNum: 666_667 },
  })
  expect((await staff.support.call(calls.record, wanted)).success).toBe(true)
  expect([await chars(buyer), await refundsOf(no)]).toEqual([1_000_000, []])
  const { id, kind, mayApprove } = await requestFor(no)
  expect([kind, mayApprove]).toEqual(['refund', 1])
  expect((await staff.support.refused(approvals.approve, { id })).code).toBe('notAllowed')
  const both = await Promise.all(
    [staff.finance, staff.admin].map((caller) => caller.call(approvals.approve, { id })),
  )
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(await chars(buyer)).toBe(666_667)
  expect(await refundsOf(no)).toMatchObject([
    { refundNo, gateway: 'wechat-test', state: 'settled', amountCents: 3_300, taken: 333_333 },
  ])
  const { rows } = (await staff.admin.call(operatorLog.page, page)).data
  const entry = rows.find(({ action }) => action === 'refunds record')
  expect(entry).toMatchObject({ operator: staff.support.operator.name, reason: note })
  const customerNotices = await server.database.db
    .select()
    .from(notices)
    .where(eq(notices.userId, main.userId))
  expect(customerNotices.at(-1)!.words.zh.title).toBe('退款对应的额度已扣回')
})

test('the requester and operators of the same role cannot approve a refund', async () => {
  const { buyer, no } = await paid()
  await staff.finance.call(calls.record, request(no))
  const { id } = await requestFor(no)
  const colleague = await newOperator(server, 'finance')
  for (const caller of [staff.finance, colleague])
    expect((await caller.refused(approvals.approve, { id })).code).toBe('notAllowed')
  expect(await chars(buyer)).toBe(1_000_000)
  expect((await staff.admin.call(approvals.approve, { id })).success).toBe(true)
  expect(await chars(buyer)).toBe(0)
})

test('a refund is refused for an order that is unpaid, has less left, or an open refund', async () => {
  const { buyer, no, payment } = await paid()
  const { no: unpaid } = await placeOrder(buyer)
  const requestRefund = (caller: Caller, input: ReturnType<typeof request>) =>
    caller.call(calls.record, input)
  expect((await requestRefund(staff.support, request('NOPE'))).msg).toBe(
    'Order NOPE was not found.',
  )
  expect((await requestRefund(staff.support, request(unpaid))).msg).toBe(
    `Order ${unpaid} is not paid, so it can’t be refunded.`,
  )
  for (const amount of [0, 9_901])
    expect((await requestRefund(staff.support, request(no, amount))).msg).toContain(
      'between ¥0.01 and ¥99.00',
    )
  const first = request(no, 5_000)
  await requestRefund(staff.support, first)
  await requestRefund(staff.support, { ...first, amount: 4_900 })
  await requestRefund(staff.support, request(no, 5_000))
  const requests = (await staff.finance.call(approvals.page, { ...page, subject: no })).data.rows
  const results: (string | null | undefined)[] = []
  for (const { id } of requests.toReversed()) {
    const { success, msg } = await staff.finance.call(approvals.approve, { id })
    results.push(success ? 'done' : msg)
  }
  expect(results).toEqual([
    'done',
    `Refund ${first.refundNo} is already recorded.`,
    '¥50.00 is not between ¥0.01 and ¥49.00, the rest of the order.',
  ])
  expect(await chars(buyer)).toBe(1_000_000 - 505_050)
  await wechat.notifyRefund(server.origin, wechat.refund(payment, { amountCents: 100 }))
  expect((await requestRefund(staff.support, request(no, 100))).msg).toMatch(
    /has refund \d+ to be settled/,
  )
})

test('a recorded refund that the gateway reports later under its number counts once', async () => {
  const { buyer, no, payment } = await paid()
  const wanted = request(no)
  await staff.support.call(calls.record, wanted)
  const { id } = await requestFor(no)
  await staff.finance.call(approvals.approve, { id })
  const reported = wechat.refund(payment, { refundNo: wanted.refundNo })
  expect((await wechat.notifyRefund(server.origin, reported)).status).toBe(200)
  expect(await refundsOf(no)).toMatchObject([{ state: 'settled', taken: 1_000_000 }])
  expect(await chars(buyer)).toBe(0)
})

test('a reported refund is settled by finance alone, with what the preview showed, and waived', async () => {
  const { main, subs } = await addMember(server.database.db, { chars: [0, 0] })
  const buyer = await signedIn(server, main)
  const { no } = await placeOrder(buyer)
  const payment = wechat.pay(no)
  await wechat.notify(server.origin, payment)
  const sub = { childUserId: subs[0]!.userId, changeVoiceNum: 0, changeImageNum: 0 }
  await buyer.call(subAccounts.distributeAll, { ...sub, changeCharNum: 600_000 })
  await wechat.notifyRefund(server.origin, wechat.refund(payment))
  const [row] = await refundsOf(no)
  const id = String(row!.id)
  expect((await staff.support.refused(calls.settle, { id })).code).toBe('notAllowed')
  const { data: owed } = await staff.support.call(calls.previewSettle, { id })
  expect(owed).toMatchObject({ taken: 400_000, owed: 600_000, waived: 0 })
  const { data: waived } = await staff.support.call(calls.previewSettle, { id, waive: 1 })
  expect(waived).toMatchObject({ taken: 400_000, owed: 0, waived: 600_000 })
  expect((await staff.finance.refused(calls.settle, { id, amount: 1 })).msg).toContain(
    'The payment platform reported the amount, ¥99.00',
  )
  await staff.finance.call(calls.settle, { id, waive: 1 })
  expect((await staff.finance.call(calls.get, { id })).data).toMatchObject({
    state: 'settled',
    taken: 400_000,
    waived: 600_000,
    order: { no },
    amountKnown: 1,
  })
  expect((await staff.admin.call(calls.settle, { id })).msg).toBe(
    `Refund ${id} is already settled.`,
  )
  const { rows } = (await staff.support.call(calls.page, { ...page, number: no })).data
  expect(rows.map(({ state }) => state)).toEqual(['settled'])
})

test('without a usable amount the operator enters it; beyond a full refund it becomes void', async () => {
  const { buyer, no, payment } = await paid()
  const reported = [5_000, 4_900, 100].map((amountCents) =>
    wechat.refund(payment, { paidCents: 1, amountCents }),
  )
  for (const refund of reported) await wechat.notifyRefund(server.origin, refund)
  const rows = await refundsOf(no)
  const ids = reported.map(({ refundNo }) =>
    String(rows.find((row) => row.refundNo === refundNo)!.id),
  )
  const [first, second, third] = ids as [string, string, string]
  expect((await staff.finance.call(calls.get, { id: first })).data.amountKnown).toBe(0)
  expect((await staff.finance.call(calls.settle, { id: first })).msg).toBe(
    'The payment platform reported no usable amount. Look it up there and enter it.',
  )
  await staff.finance.call(calls.settle, { id: first, amount: 5_000 })
  expect(await chars(buyer)).toBe(1_000_000 - 505_050)
  await staff.finance.call(calls.settle, { id: second, amount: 4_900 })
  expect(await chars(buyer)).toBe(0)
  expect((await staff.finance.call(calls.get, { id: third })).data.amountKnown).toBe(1)
  expect((await staff.finance.call(calls.settle, { id: third })).success).toBe(true)
  expect((await staff.finance.call(calls.get, { id: third })).data.state).toBe('void')
})

test('an operator checks an order with the payment platform, which credits a lost payment', async () => {
  const { main } = await addMember(server.database.db)
  const buyer = await signedIn(server, main)
  const { no } = await placeOrder(buyer)
  wechat.pay(no)
  expect((await staff.support.call(customerOrders.flush, { id: no })).success).toBe(true)
  expect((await staff.support.call(customerOrders.get, { id: no })).data.payStatus).toBe('P')
  expect(await chars(buyer)).toBe(1_000_000)
  const { no: other } = await placeOrder(buyer)
  wechat.failingSteps.add('query')
  expect((await staff.support.refused(customerOrders.flush, { id: other })).code).toBe(
    'gatewayDown',
  )
  wechat.failingSteps.clear()
})
