/** An open order that an operator credits with another payment: its bill is closed. */
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { unmatchedPayments as calls } from '#contract/operator/unmatched-payments.ts'
import { users } from '#contract/users.ts'
import { GatewayFailure, type PaymentStatus } from '#server/features/orders/payment/gateway.ts'
import { findNextPollTime } from '#server/features/orders/payment/poll-schedule.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { refunds } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import {
  placeOrder,
  creditCount,
  charPackage,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const { server, wechat, unmatchedPayment } = await serverWithGateways()
const finance = await newOperator(server, 'finance')
const admin = await newOperator(server, 'admin')
afterEach(async () => {
  vi.restoreAllMocks()
  await server.database.db.execute('delete from order_checks')
})

/** An open order, credited with a payment for an unknown order. */
async function creditedOrder() {
  const { main } = await addMember(server.database.db, { groupId: '2', chars: [0] })
  const buyer = await signedIn(server, main)
  const order = await placeOrder(buyer)
  const { id } = await unmatchedPayment()
  const { data } = await finance.call(calls.previewOrder, { id, orderNo: order.no })
  expect(data.closesBill).toBe(1)
  // Nobody knows whose payment it is, so a second operator approves the credit.
  await finance.call(calls.assign, { id, orderNo: order.no, note: 'x' })
  const { rows } = (await admin.call(approvals.page, { pageSize: 1 })).data
  const { success, msg } = await admin.call(approvals.approve, { id: rows[0]!.id })
  expect(success, msg).toBe(true)
  return { buyer, order }
}
const billOf = (no: string) => wechat.books.get(no)!.state
const chars = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount.usableCharNum

test('the bill of a credited open order is closed, and the order is no longer polled', async () => {
  const { buyer, order } = await creditedOrder()
  expect([await statusOf(buyer, order.id), billOf(order.no)]).toEqual(['P', 'waiting'])
  await pollDueOrders(server.services)
  expect(billOf(order.no)).toBe('closed')
  expect(await findNextPollTime(server.database.db)).toBeUndefined()
  expect(await unmatchedPaymentsOf(server.database.db, order.no)).toEqual([])
})

test('a bill that the customer paid first becomes an unmatched payment, once', async () => {
  const { buyer, order } = await creditedOrder()
  const customerPayment = wechat.pay(order.no)
  await pollDueOrders(server.services)
  await wechat.notify(server.origin, customerPayment)
  const unmatched = await unmatchedPaymentsOf(server.database.db, order.no)
  expect(unmatched.map(({ reason, gatewayNo }) => [reason, gatewayNo])).toEqual([
    ['paidTwice', customerPayment.gatewayNo],
  ])
  expect([await creditCount(server.database.db, order.no), await chars(buyer)]).toEqual([
    1,
    charPackage.chars,
  ])
})

test('a payment of the bill that its vendor refunded first is no refund of the order', async () => {
  const { order } = await creditedOrder()
  const status = { state: 'closed', refundedNo: 'G-refunded' } as const
  vi.spyOn(wechat.gateway, 'close').mockResolvedValue(status)
  await pollDueOrders(server.services)
  const ofOrder = eq(refunds.orderId, order.id)
  expect(await server.database.db.select().from(refunds).where(ofOrder)).toMatchObject([
    {
      gatewayNo: 'G-refunded',
      vendorState: 'suspected',
      state: 'settled',
      reason: 'unmatchedPayment',
    },
  ])
})

const unclosed: [gateway: string, closing: () => Promise<PaymentStatus>][] = [
  ['is down', () => Promise.reject(new GatewayFailure('no response'))],
  ['still reports the bill as payable', async () => ({ state: 'waiting' })],
]

test.each(unclosed)(
  'closing is retried while the gateway %s, until the bill is closed',
  async (_, closing) => {
    const { order } = await creditedOrder()
    const close = vi.spyOn(wechat.gateway, 'close').mockImplementation(closing)
    await pollDueOrders(server.services)
    expect(billOf(order.no)).toBe('waiting')
    const due = (await findNextPollTime(server.database.db))!.getTime()
    expect(due).toBeGreaterThan(server.now())
    close.mockRestore()
    server.passTime(due - server.now())
    await pollDueOrders(server.services)
    expect(billOf(order.no)).toBe('closed')
    expect(await findNextPollTime(server.database.db)).toBeUndefined()
  },
)
