/** What one operator moves alone on a business day is limited; a second operator approves the rest. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { dayLimits } from '#contract/operator/day-limits.ts'
import { operators as operatorCalls } from '#contract/operator/operators.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { unmatchedPayments as paymentCalls } from '#contract/operator/unmatched-payments.ts'
import { users } from '#contract/users.ts'
import { operators, refunds } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { charPackage, placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const { server, wechat, unmatchedPayment } = await serverWithGateways()
const { operatorDay } = businessLimits
const reason = 'called back'

const newBuyer = async () => {
  const { main } = await addMember(server.database.db, { groupId: '2', chars: [0] })
  return { ...(await signedIn(server, main)), main }
}
const charsOf = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount.usableCharNum
const leftOf = async (operator: Caller) => (await operator.call(dayLimits.left, {})).data
const adjust = async (operator: Caller, { main }: { main: { userId: string } }, chars: number) =>
  (await operator.call(customers.adjust, { id: main.userId, chars, reason })).data.outcome
/** A payment that names an unpaid order of the buyer, of another amount. */
const paymentOf = async (buyer: Caller, amountCents: number = charPackage.cents) =>
  unmatchedPayment((await placeOrder(buyer, { salesNum: 2 })).no, { amountCents })
/** The latest request, approved by another operator. */
async function approveLatest(by: Caller) {
  const { rows } = (await by.call(approvals.page, { pageSize: 1 })).data
  const { success, msg } = await by.call(approvals.approve, { id: rows[0]!.id })
  expect(success, msg).toBe(true)
  return rows[0]!
}

test('operators who gave each other access share the limit of the day', async () => {
  const admin = await newOperator(server, 'admin')
  const account = { email: 'shares@staff.example.com', name: 'Shares', role: 'support' } as const
  await admin.call(operatorCalls.create, account)
  const { db } = server.database
  const [row] = await db.select().from(operators).where(eq(operators.email, account.email))
  const second = await operatorCaller(server, { ...account, userId: row!.userId })
  for (let n = 0; n < 5; n++)
    expect(await adjust(admin, await newBuyer(), operatorDay.chars / 5)).toBe('done')
  const buyer = await newBuyer()
  expect(await adjust(second, buyer, 1)).toBe('asked')
  expect(await charsOf(buyer)).toBe(0)
})

/** The state that the list shows. */
const stateOf = async (reader: Caller, number: string) =>
  (await reader.call(paymentCalls.page, { number, pageNum: 1, pageSize: 1 })).data.rows[0]!.state

test('a credit to another account than the payer’s, or of an unknown payer, needs a second operator', async () => {
  const finance = await newOperator(server, 'finance')
  const second = await newOperator(server, 'finance')
  const [payer, other] = [await newBuyer(), await newBuyer()]
  const { account } = other.main
  for (const { id } of [await paymentOf(payer), await unmatchedPayment()]) {
    const before = await charsOf(other)
    const { data: preview } = await finance.call(paymentCalls.previewAccount, { id, account })
    expect(preview.approval).toBe('otherAccount')
    const input = { id, account, note: 'the other company paid' }
    expect((await finance.call(paymentCalls.credit, input)).data.outcome).toBe('asked')
    expect((await second.refused(paymentCalls.credit, input)).msg).toContain(
      `${finance.operator.name} has already requested approval`,
    )
    expect([
      await charsOf(other),
      (await finance.call(paymentCalls.get, { id })).data.state,
    ]).toEqual([before, 'asked'])
    const { approval, gatewayNo } = (await second.call(paymentCalls.get, { id })).data
    expect(approval).toMatchObject({ operator: finance.operator.name })
    expect(await stateOf(second, gatewayNo)).toBe('asked')
    expect(await approveLatest(second)).toMatchObject({ kind: 'credit', reason: input.note })
    expect(await charsOf(other)).toBe(before + charPackage.chars)
    expect((await finance.call(paymentCalls.get, { id })).data).toMatchObject({
      state: 'account',
      handledBy: finance.operator.name,
      handling: input.note,
    })
  }
  const { rows } = (await second.call(operatorLog.page, { pageSize: 10 })).data
  expect(rows.find(({ action }) => action === 'unmatched-payments credit')!.after).toContain(
    `"approvedBy": "${second.operator.name}"`,
  )

  const { id } = await paymentOf(payer)
  const { no: orderNo } = await placeOrder(other)
  const refused = await finance.refused(paymentCalls.assign, { id, orderNo })
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', ['note']])
  const assigned = await finance.call(paymentCalls.assign, { id, orderNo, note: 'same company' })
  expect(assigned.data.outcome).toBe('asked')
  const before = await charsOf(other)
  await approveLatest(second)
  expect(await charsOf(other)).toBe(before + charPackage.chars)

  const own = await paymentOf(payer)
  const toPayer = { id: own.id, account: payer.main.account, note: 'x' }
  expect((await finance.call(paymentCalls.credit, toPayer)).data.outcome).toBe('done')
})

test('money that one operator credits and settles in a day is limited', async () => {
  const finance = await newOperator(server, 'finance')
  const second = await newOperator(server, 'admin')
  const payer = await newBuyer()
  const { account } = payer.main
  const amount = operatorDay.credits * 0.6
  const both = [await paymentOf(payer, amount), await paymentOf(payer, amount)]
  const outcomes = await Promise.all(
    both.map(
      async ({ id }) =>
        (await finance.call(paymentCalls.credit, { id, account, note: 'x' })).data.outcome,
    ),
  )
  expect(outcomes.toSorted()).toEqual(['asked', 'done'])
  expect(await leftOf(finance)).toEqual({ ...operatorDay, credits: operatorDay.credits - amount })
  const waiting = both[outcomes.indexOf('asked')]!
  const { data } = await finance.call(paymentCalls.previewAccount, { id: waiting.id, account })
  expect(data.approval).toBe('dayLimit')
  const before = await charsOf(payer)
  await approveLatest(second)
  expect(await charsOf(payer)).toBe(2 * before)

  const order = await placeOrder(payer, { salesNum: 150 })
  const payment = wechat.pay(order.no)
  await wechat.notify(server.origin, payment)
  const refund = wechat.refund(payment)
  await wechat.notifyRefund(server.origin, refund)
  const [row] = await server.database.db
    .select()
    .from(refunds)
    .where(eq(refunds.refundNo, refund.refundNo))
  const id = String(row!.id)
  const { data: preview } = await finance.call(refundCalls.previewSettle, { id })
  expect([preview.amount > operatorDay.refunds, preview.approval]).toEqual([true, 'dayLimit'])
  expect((await finance.refused(refundCalls.settle, { id })).fields).toHaveProperty('note')
  const { data: settled } = await finance.call(refundCalls.settle, { id, note: 'as reported' })
  expect(settled.outcome).toBe('asked')
  expect((await finance.call(refundCalls.get, { id })).data.state).toBe('asked')
  const listed = async (state: 'open' | 'asked') =>
    (await finance.call(refundCalls.page, { number: refund.refundNo, state })).data.total
  expect([await listed('open'), await listed('asked')]).toEqual([0, 1])
  await approveLatest(second)
  expect((await finance.call(refundCalls.get, { id })).data.state).toBe('settled')
})

test('20 parallel small adjustments of one operator stop at the limit of the business day', async () => {
  const agent = await newOperator(server, 'support')
  const buyers: Awaited<ReturnType<typeof newBuyer>>[] = []
  for (let n = 0; n < 20; n++) buyers.push(await newBuyer())
  const chars = operatorDay.chars / 10
  const outcomes = await Promise.all(buyers.map((buyer) => adjust(agent, buyer, chars)))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(10)
  const given = await Promise.all(buyers.map(charsOf))
  expect(given.reduce((sum, each) => sum + each)).toBe(operatorDay.chars)
  expect(await leftOf(agent)).toEqual({ ...operatorDay, chars: 0 })

  // Deductions count as well; other units have limits of their own; an approval counts for nobody.
  expect(await adjust(agent, buyers[0]!, -1)).toBe('asked')
  const voices = { id: buyers[0]!.main.userId, voices: 1, reason }
  expect((await agent.call(customers.adjust, voices)).data.outcome).toBe('done')
  const admin = await newOperator(server, 'admin')
  await approveLatest(admin)
  expect((await leftOf(admin)).chars).toBe(operatorDay.chars)

  const zone = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Shanghai',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const [hours, minutes, seconds] = zone.format(server.now()).split(':').map(Number)
  const untilMidnight = 86_400 - (hours! * 3_600 + minutes! * 60 + seconds!)
  server.passTime((untilMidnight - 60) * 1_000)
  expect(await adjust(await operatorCaller(server, agent.operator), buyers[1]!, 1)).toBe('asked')
  server.passTime(120_000)
  expect(await adjust(await operatorCaller(server, agent.operator), buyers[1]!, 1)).toBe('done')
})
