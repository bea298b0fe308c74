/** Orders beyond the limits of an account: refused before payment, and late payments are kept. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { alerts } from '#contract/alerts.ts'
import { times } from '#contract/limits.ts'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'
import { orders as calls } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { balances, mails, notices, orders, users as accounts } from '#server/schema.ts'
import { sendDueAlerts } from '#tests/support/server/alerts.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { wechat, gateways } = scriptedGateways()
const server = await serverWithCatalogue({ gateways })

/** Package 7 is 30 days on channel 3, so 999 of it are 82 years. */
const timePackages = { memberGroupId: '7', salesNum: 999 }
const maxInteger = Number.MAX_SAFE_INTEGER
const timeLimitMessage =
  'A package can run until the end of 9999 at most, including orders awaiting payment. This would exceed that, so nothing was changed.'
const charLimitMessage =
  'An account can have at most 9,007,199,254,740,991 characters, including orders awaiting payment. This would exceed that, so nothing was changed.'

/** Signed-in owner whose time plan ends in the middle of that year. */
async function ownerWithTimeUntil(year: number): Promise<Caller> {
  const minutes = Math.floor((Date.UTC(year, 6, 1) - server.now()) / 60_000)
  return signedIn(server, (await addMember(server.database.db, { groupId: '7', minutes })).main)
}
const ownerWithChars = async (chars: number) =>
  signedIn(server, (await addMember(server.database.db, { chars: [chars] })).main)

const refusedOrder = (caller: Caller, input: { memberGroupId: string; salesNum: number }) =>
  caller.refused(calls.pay, { ...input, payChannel: 'WC_NATIVE' })
const balanceOf = async (caller: Caller) => (await caller.call(users.get, {})).data.memberAccount
const expiryOf = async (caller: Caller) => (await balanceOf(caller)).expireDateTime
const orderCountOf = (caller: Caller) =>
  server.database.db.$count(orders, eq(orders.ownerId, String(caller.signer!.userId)))
const paymentNoticesTo = async (caller: Caller) => {
  const isPaymentNotice = and(
    eq(notices.userId, String(caller.signer!.userId)),
    inArray(notices.type, ['paid', 'paymentFailed']),
  )
  return (await server.database.db.select().from(notices).where(isPaymentNotice)).map(
    ({ level, words: messages }) => [level, messages.zh.title, messages.en.title],
  )
}
/** Returns the end that it replaces. */
async function setExpiry({ signer }: Caller, expiresAt: Date | null): Promise<Date | null> {
  const ownerId = String(signer!.userId)
  const isMain = and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId))
  const [before] = await server.database.db.select().from(balances).where(isMain)
  await server.database.db.update(balances).set({ expiresAt }).where(isMain)
  return before!.expiresAt
}
const setQuietHours = (caller: Caller) => {
  const clockIn = (hours: number) =>
    formatWireTime(new Date(server.now() + hours * 3_600_000), 'Asia/Shanghai').slice(11, 16)
  return caller.call(alerts.saveQuietHours, { quietFrom: clockIn(-1), quietUntil: clockIn(2) })
}
const timeOut = async (caller: Caller, { id }: { id: string }) => {
  server.passTime(times.paymentPeriod + 60_000)
  await vi.waitFor(async () => {
    await pollDueOrders(server.services)
    expect(await statusOf(caller, id)).toBe('T')
  })
}
/** Subjects of the mails after the quiet hours. */
const mailsLaterTo = async (caller: Caller) => {
  const { db } = server.database
  server.passTime(3 * 3_600_000)
  await sendDueAlerts(server)
  const [owner] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, String(caller.signer!.userId)))
  const sent = await db.select().from(mails).where(eq(mails.to, owner!.account))
  return sent.map(({ subject }) => subject)
}
const pay = async ({ no }: { no: string }) =>
  (await wechat.notify(server.origin, wechat.pay(no))).status

test('an order whose time would end after the year 9999 is refused with the reason', async () => {
  const buyer = await ownerWithTimeUntil(9950)
  const end = await expiryOf(buyer)
  const requests = wechat.requests.length
  expect(await refusedOrder(buyer, timePackages)).toMatchObject({
    status: 200,
    code: 'invalid',
    msg: timeLimitMessage,
  })
  expect(await buyer.refused(calls.quote, timePackages)).toMatchObject({
    code: 'invalid',
    msg: timeLimitMessage,
  })
  const zh = await buyer.call(
    calls.pay,
    { ...timePackages, payChannel: 'WC_NATIVE' },
    { 'accept-language': 'zh-CN' },
  )
  expect(zh.msg).toBe('有效期最长到9999年底（含待支付的订单），超出部分会损失，操作未执行')
  expect([await orderCountOf(buyer), wechat.requests.length, await expiryOf(buyer)]).toEqual([
    0,
    requests,
    end,
  ])
  const accepted = await placeOrder(buyer, { memberGroupId: '7', salesNum: 500 })
  expect(await pay(accepted)).toBe(200)
  expect(await expiryOf(buyer)).toMatch(/^9991-/)
})

test('open orders count towards the limit until they are cancelled', async () => {
  const buyer = await ownerWithTimeUntil(9850)
  const first = await placeOrder(buyer, timePackages)
  expect(await refusedOrder(buyer, timePackages)).toMatchObject({
    code: 'invalid',
    msg: timeLimitMessage,
  })
  await buyer.call(calls.cancel, { id: first.id })
  expect(await pay(await placeOrder(buyer, timePackages))).toBe(200)
  expect(await expiryOf(buyer)).toMatch(/^9932-/)
})

test('a late payment beyond the limits is kept, reported once and never credited', async () => {
  const { db } = server.database
  const buyer = await ownerWithTimeUntil(9850)
  const lateOrder = await placeOrder(buyer, timePackages)
  await buyer.call(calls.cancel, { id: lateOrder.id })
  expect(await pay(await placeOrder(buyer, timePackages))).toBe(200)
  const end = await expiryOf(buyer)
  const payment = wechat.pay(lateOrder.no)
  const stream = await openNoticeStream(server.api, buyer)
  for (const _ of [1, 2]) expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  await vi.waitFor(() => expect(stream.notices()).toHaveLength(1), 30_000)
  expect(stream.notices()[0]).toMatchObject({ type: 'paymentFailed', level: 'warning' })
  await stream.close()
  await buyer.call(calls.flush, { id: lateOrder.id })
  const expected = { reason: 'beyond', gatewayNo: payment.gatewayNo, amountCents: 999 * 25_900 }
  expect(await unmatchedPaymentsOf(db, lateOrder.no)).toMatchObject([expected])
  expect([await statusOf(buyer, lateOrder.id), await eventsOf(buyer, lateOrder.id)]).toEqual([
    'C',
    ['created', 'cancelled', 'asked'],
  ])
  expect([await creditCount(db, lateOrder.no), await expiryOf(buyer)]).toEqual([0, end])
  expect(await paymentNoticesTo(buyer)).toEqual([
    ['info', '支付成功', 'Payment received'],
    ['warning', '已收到付款，套餐未到账', 'Payment received but not credited'],
  ])
  // After the change to characters there is room, but the operator may have refunded the payment.
  expect(await pay(await placeOrder(buyer, { memberGroupId: '2' }))).toBe(200)
  expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  expect([await creditCount(db, lateOrder.no), await statusOf(buyer, lateOrder.id)]).toEqual([
    0,
    'C',
  ])
})

test('a payment that is not credited rings with the bell off, and replaces the alert that it is unpaid', async () => {
  const buyer = await ownerWithTimeUntil(9850)
  await buyer.call(alerts.setMeans, { kind: 'paymentFailed', means: 'bell', on: 0 })
  await setQuietHours(buyer)
  const late = await placeOrder(buyer, timePackages)
  await timeOut(buyer, late)
  await sendDueAlerts(server)
  const before = await setExpiry(buyer, new Date(Date.UTC(9950, 1, 1)))
  expect(await pay(late)).toBe(500)
  await setExpiry(buyer, before)
  expect(await paymentNoticesTo(buyer)).toEqual([
    ['warning', '已收到付款，套餐未到账', 'Payment received but not credited'],
  ])
  expect(await mailsLaterTo(buyer)).toEqual([
    expect.stringContaining('Payment received but not credited'),
  ])
})

test('no mail reports an order as unpaid whose package was paid in the quiet hours', async () => {
  const [paying, waiting] = [await ownerWithChars(0), await ownerWithChars(0)]
  for (const buyer of [paying, waiting]) {
    await setQuietHours(buyer)
    await timeOut(buyer, await placeOrder(buyer))
    await sendDueAlerts(server)
  }
  expect(await pay(await placeOrder(paying))).toBe(200)
  expect(await mailsLaterTo(paying)).toEqual([])
  expect(await mailsLaterTo(waiting)).toEqual([expect.stringContaining('not paid')])
})

test('no mail reports a payment as not credited that an operator credited in the quiet hours', async () => {
  const buyer = await ownerWithTimeUntil(9850)
  await setQuietHours(buyer)
  const order = await placeOrder(buyer, { memberGroupId: '7' })
  const before = await setExpiry(buyer, new Date(Date.UTC(9999, 11, 20)))
  expect(await pay(order)).toBe(500)
  await setExpiry(buyer, before)
  await sendDueAlerts(server)
  const [unmatched] = await unmatchedPaymentsOf(server.database.db, order.no)
  const finance = await newOperator(server, 'finance')
  const input = { id: unmatched!.id, orderNo: order.no }
  expect((await finance.call(unmatchedPayments.assign, input)).success).toBe(true)
  expect(await statusOf(buyer, order.id)).toBe('P')
  expect(await mailsLaterTo(buyer)).toEqual([])
})

test('orders beyond the largest balance are refused, and late payments for them are kept', async () => {
  const { db } = server.database
  const buyer = await ownerWithChars(maxInteger - 1_500_000)
  const lateOrder = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: lateOrder.id })
  expect(await pay(await placeOrder(buyer))).toBe(200)
  expect((await balanceOf(buyer)).usableCharNum).toBe(maxInteger - 500_000)
  expect(await refusedOrder(buyer, { memberGroupId: '2', salesNum: 1 })).toMatchObject({
    code: 'invalid',
    msg: charLimitMessage,
  })
  expect(await pay(lateOrder)).toBe(500)
  expect(await unmatchedPaymentsOf(db, lateOrder.no)).toMatchObject([
    { reason: 'beyond', amountCents: 9_900 },
  ])
  expect((await balanceOf(buyer)).usableCharNum).toBe(maxInteger - 500_000)
})

test('a late payment reported twice during a debit is credited or kept, never both', async () => {
  const { db } = server.database
  const buyer = await ownerWithChars(maxInteger - 1_500_000)
  const ownerId = String(buyer.signer!.userId)
  const lateOrder = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: lateOrder.id })
  expect(await pay(await placeOrder(buyer))).toBe(200)
  const payment = wechat.pay(lateOrder.no)
  const notify = () => wechat.notify(server.origin, payment)
  const debit = () =>
    transaction(db, async (tx) => {
      const locked = await lockAccounts(tx, ownerId, [ownerId])
      await postEntries(
        tx,
        locked,
        [{ userId: ownerId, logType: 'SYS_ADJUST', change: { chars: -1_000_000 } }],
        new Date(),
      )
    })
  const pending: Promise<unknown>[] = []
  await transaction(db, async (tx) => {
    await lockAccounts(tx, ownerId, [ownerId])
    for (const step of [notify, debit, notify]) {
      pending.push(step())
      await expect.poll(() => waitingForLocks(db)).toBe(pending.length)
    }
  })
  await Promise.all(pending)
  expect(
    (await creditCount(db, lateOrder.no)) + (await unmatchedPaymentsOf(db, lateOrder.no)).length,
  ).toBe(1)
})

test('a conversion beyond the limits is refused, by an order or a channel change', async () => {
  const ownerAtMaximum = await ownerWithChars(maxInteger)
  expect(await refusedOrder(ownerAtMaximum, { memberGroupId: '6', salesNum: 1 })).toMatchObject({
    code: 'invalid',
    msg: timeLimitMessage,
  })
  const buyer = await ownerWithTimeUntil(9000)
  const before = await balanceOf(buyer)
  const cheaper = { targetChannelId: '1' }
  expect(await buyer.refused(packages.channelQuote, cheaper)).toMatchObject({
    code: 'invalid',
    msg: timeLimitMessage,
  })
  expect(await buyer.refused(packages.changeChannel, cheaper)).toMatchObject({
    code: 'invalid',
    msg: timeLimitMessage,
  })
  expect(await balanceOf(buyer)).toEqual(before)
})

test('after these tests the ledger has no discrepancy', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
