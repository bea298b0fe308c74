/** Refunds through each vendor's protocol: reported, forged, and found by polling. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { orderChecks, refunds, unmatchedPayments } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { creditCount, statusOf } from '#tests/support/actors/order-fixtures.ts'
import { alipay } from '#tests/support/gateways/alipay.ts'
import { lianLian } from '#tests/support/gateways/lianlian.ts'
import { weChatPay } from '#tests/support/gateways/wechat.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'

const day = 86_400_000
const [ali, weChat, lian] = await Promise.all([alipay(), weChatPay(), lianLian()])
const server = await startServer({}, undefined, {
  pay: { alipay: ali.settings, weChat: weChat.settings, lianLian: lian.settings },
})
await ensureCatalogue(server.database.db)
const buyer = await signedIn(server, (await addMember(server.database.db, { groupId: '2' })).main)
for (const local of [ali, weChat, lian]) local.useClock(server.now)
afterAll(() => Promise.all([server.close(), ali.close(), weChat.close(), lian.close()]))
const rowsOf = (no: string) =>
  server.database.db.select().from(refunds).where(eq(refunds.orderNo, no)).orderBy(refunds.id)
const channels = [
  { payChannel: 'ALI_NATIVE', local: ali },
  { payChannel: 'WC_NATIVE', local: weChat },
  { payChannel: 'WC_LIAN', local: lian },
] as const

async function paidOrder(
  payChannel: (typeof channels)[number]['payChannel'],
  local: (typeof channels)[number]['local'],
) {
  const { data } = await buyer.call(calls.pay, { memberGroupId: '2', salesNum: 1, payChannel })
  const no = await local.open(data.scanQRCodeUrl)
  local.pay(no)
  return { id: String(data.orderId), no }
}

test.each(channels)(
  '$payChannel: two partial refunds are recorded once each, however often reported',
  async ({ payChannel, local }) => {
    const { no } = await paidOrder(payChannel, local)
    expect((await local.notify(no)).status).toBe(200)
    const refundNotices = [local.refund(no, 3_000), local.refund(no, 6_900)]
    for (const notice of refundNotices) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => local.send(notice)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(
      (await rowsOf(no)).map(({ amountCents, state, reason }) => [amountCents, state, reason]),
    ).toEqual([
      [3_000, 'open', null],
      [6_900, 'open', null],
    ])
    expect(await creditCount(server.database.db, no)).toBe(1)
  },
)

test.each(channels)(
  '$payChannel: forged refunds and those of another merchant are refused',
  async ({ payChannel, local }) => {
    const { no } = await paidOrder(payChannel, local)
    await local.notify(no)
    for (const claims of [{ forged: true }, { merchant: '2088000000000666' }])
      expect((await local.send(local.refund(no, 100, claims))).status).toBe(400)
    expect(await rowsOf(no)).toEqual([])
  },
)

test.each(channels.slice(0, 2))(
  '$payChannel: a refund without a notice is found within a day and left to the operator',
  async ({ payChannel, local }) => {
    const { id, no } = await paidOrder(payChannel, local)
    await local.notify(no)
    expect(await statusOf(buyer, id)).toBe('P')
    await pollDueOrders(server.services)
    server.passTime(day)
    await pollDueOrders(server.services)
    expect(await rowsOf(no)).toEqual([])
    local.refund(no, 9_900)
    await pollDueOrders(server.services)
    expect(await rowsOf(no)).toEqual([])
    server.passTime(day)
    await pollDueOrders(server.services)
    expect(await rowsOf(no)).toMatchObject([
      { vendorState: 'suspected', state: 'open', reason: null, settledAt: null },
    ])
    expect(await server.database.db.$count(orderChecks, eq(orderChecks.no, no))).toBe(0)
    expect(await creditCount(server.database.db, no)).toBe(1)
  },
)

test.each(
  channels.slice(0, 2).flatMap((channel) => [
    { ...channel, found: 'a flush', find: calls.flush },
    { ...channel, found: 'a cancellation', find: calls.cancel },
  ]),
)(
  '$payChannel: a refund seen by $found in the payment’s state is suspected, and blocks the credit',
  async ({ payChannel, local, find }) => {
    const { id, no } = await paidOrder(payChannel, local)
    const paid = local.notice(no)
    local.refund(no, 9_900)
    await buyer.call(find, { id })
    expect(await rowsOf(no)).toMatchObject([
      { vendorState: 'suspected', state: 'settled', reason: 'notCredited' },
    ])
    expect(await local.send(paid)).toMatchObject({ status: 500 })
    expect(await creditCount(server.database.db, no)).toBe(0)
    const isOfOrder = eq(unmatchedPayments.orderNo, no)
    expect(await server.database.db.$count(unmatchedPayments, isOfOrder)).toBe(1)
  },
)

test('a paid order is polled once a day for thirty days', async () => {
  const { no } = await paidOrder('WC_NATIVE', weChat)
  await weChat.notify(no)
  const pendingPolls = () =>
    server.database.db.select().from(orderChecks).where(eq(orderChecks.no, no))
  const startedAt = server.now()
  for (let days = 1; days <= 30; days++) {
    const [check] = await pendingPolls()
    expect(Math.round((check!.dueAt.getTime() - startedAt) / day)).toBe(days)
    server.passTime(startedAt + days * day + 60_000 - server.now())
    await pollDueOrders(server.services)
  }
  expect(await pendingPolls()).toEqual([])
})
