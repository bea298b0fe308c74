/** Money in statements: an order counts when it is credited, a refund when it is settled. */
import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { statements as calls } from '#contract/statements.ts'
import { drawStatement } from '#server/features/statements/draw-statement.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { orders, refunds, unmatchedPayments, users } from '#server/schema.ts'
import { addMember, buyPackage } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const hour = 3_600_000
const server = await serverWithCatalogue()
const { db } = server.database
const monthNow = () => formatWireTime(new Date(server.now()), zone).slice(0, 7)
function passMonth() {
  const [year = 0, month = 0] = monthNow().split('-').map(Number)
  server.passTime(Date.UTC(year, month, 1) - 8 * hour + 2 * hour - server.now())
}

async function newBuyer() {
  const { main } = await addMember(db)
  await db
    .update(users)
    .set({ registeredAt: new Date(server.now()) })
    .where(eq(users.ownerId, main.ownerId))
  const statementOf = async (month: string) =>
    (await (await signedIn(server, main)).call(calls.get, { month })).data
  return { main, statementOf }
}

test('a payment is in its month, and a refund in the month in which it is settled', async () => {
  const { main, statementOf } = await newBuyer()
  const bought = monthNow()
  await buyPackage(server, main, '2')
  await buyPackage(server, main, '2', 2)
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.ownerId, main.ownerId))
    .orderBy(orders.seq)
  const paid = await statementOf(bought)
  expect(paid).toMatchObject({
    paidAmount: 3 * 9_900,
    refundedAmount: 0,
    movements: [
      { logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP', rowNum: 2, charNum: 3_000_000, minuteNum: 0 },
    ],
    payments: [
      { kind: 'paid', orderNo: order!.no, memberGroupEnName: 'Standard', amount: 9_900 },
      { kind: 'paid', amount: 19_800 },
    ],
  })
  const [refund] = await db
    .insert(refunds)
    .values({
      gateway: 'wechat',
      refundNo: `R${order!.no}`,
      gatewayNo: order!.gatewayNo!,
      orderNo: order!.no,
      ownerId: main.ownerId,
      orderId: order!.id,
      amountCents: 9_900,
      reportedCents: 9_900,
      vendorState: 'success',
      state: 'open',
      refundedAt: new Date(server.now()),
      at: new Date(server.now()),
    })
    .returning({ id: refunds.id })
  passMonth()
  const staff = await newOperator(server, 'finance')
  const settled = await staff.call(refundCalls.settle, { id: String(refund!.id) })
  expect(settled.data, settled.msg).toMatchObject({ outcome: 'done' })
  expect(await statementOf(bought)).toEqual({ ...paid, state: 'closed' })
  expect(await statementOf(monthNow())).toMatchObject({
    opening: { charNum: 3_000_000 },
    movements: [{ logType: 'SYS_ADJUST', charNum: -1_000_000 }],
    closing: { charNum: 2_000_000 },
    paidAmount: 0,
    refundedAmount: 9_900,
    payments: [{ kind: 'refunded', orderNo: order!.no, amount: 9_900 }],
  })
  passMonth()
  await statementOf(monthNow())
  expect(await discrepancies(db)).toEqual([])
})

test('a payment that the vendor reports late is of the month in which it is credited', async () => {
  const { main, statementOf } = await newBuyer()
  const placed = monthNow()
  passMonth()
  await statementOf(placed)
  await buyPackage(server, main, '2')
  await db.execute(
    sql`update orders set paid_at = ${new Date(server.now() - 2 * 86_400_000).toISOString()}::timestamptz where owner_id = ${main.ownerId}::bigint`,
  )
  expect(await statementOf(placed)).toMatchObject({ paidAmount: 0, payments: [] })
  expect(await statementOf(monthNow())).toMatchObject({ paidAmount: 9_900 })
  passMonth()
  await statementOf(monthNow())
  expect(await discrepancies(db)).toEqual([])
})

test('a payment that an operator credited to the account without an order is listed', async () => {
  const { main, statementOf } = await newBuyer()
  const now = new Date(server.now())
  await db.insert(unmatchedPayments).values({
    gateway: 'wechat',
    gatewayNo: `U${main.ownerId}`,
    orderNo: 'NOBODY',
    reason: 'unknownOrder',
    amountCents: 5_000,
    paidAt: now,
    at: now,
    handledAt: now,
    handledBy: 'Finance',
    handling: 'paid by transfer',
    outcome: 'account',
    creditedOwnerId: main.ownerId,
  })
  const month = monthNow()
  const soFar = await statementOf(month)
  expect(soFar).toMatchObject({
    paidAmount: 5_000,
    payments: [{ kind: 'paid', orderNo: 'NOBODY', memberGroupName: null, payChannel: null }],
  })
  passMonth()
  expect(await statementOf(month)).toEqual({ ...soFar, state: 'closed' })
  const pdf = await drawStatement(soFar, { lang: 'en', issuedAt: '2026-11-01 09:00:00' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  })
  expect(text).toContain('Credited to the account')
  expect(await discrepancies(db)).toEqual([])
})

test('money that went back for a payment without an order is a refund of the month it is settled in', async () => {
  const { main, statementOf } = await newBuyer()
  const credited = new Date(server.now())
  const payment = { gateway: 'wechat', gatewayNo: `B${main.ownerId}`, orderNo: 'NOBODY' }
  await db.insert(unmatchedPayments).values({
    ...payment,
    reason: 'unknownOrder',
    amountCents: 5_000,
    paidAt: credited,
    at: credited,
    handledAt: credited,
    handledBy: 'Finance',
    handling: 'paid by transfer',
    outcome: 'account',
    creditedOwnerId: main.ownerId,
  })
  const [month, before] = [monthNow(), await statementOf(monthNow())]
  passMonth()
  const settled = new Date(server.now())
  await db.insert(refunds).values({
    ...payment,
    refundNo: `R${main.ownerId}`,
    amountCents: 2_000,
    reportedCents: 2_000,
    vendorState: 'success',
    state: 'void',
    reason: 'creditedByHand',
    refundedAt: settled,
    at: settled,
    settledAt: settled,
  })
  expect(await statementOf(month)).toEqual({ ...before, state: 'closed' })
  expect(await statementOf(monthNow())).toMatchObject({
    paidAmount: 0,
    refundedAmount: 2_000,
    payments: [{ kind: 'refunded', orderNo: 'NOBODY', amount: 2_000, memberGroupName: null }],
  })
  passMonth()
  await statementOf(monthNow())
  expect(await discrepancies(db)).toEqual([])
})

test('a monthly plan moves minutes, and what it covers is used without being deducted', async () => {
  const { main, statementOf } = await newBuyer()
  await buyPackage(server, main, '6')
  const { movements, opening, closing } = await statementOf(monthNow())
  const bought = movements.find(({ logType }) => logType === 'RECHARGE_ORDER_BY_MEMBER_GROUP')
  expect(bought!.minuteNum).toBeGreaterThan(0)
  expect(opening.expireDateTime).toBeNull()
  expect(closing.expireDateTime).toMatch(/^\d{4}-\d\d-\d\d /)
})
