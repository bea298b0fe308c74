/** Cancelling, closing and flushing orders: a payment that was earlier always wins. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { times } from '#contract/limits.ts'
import { orders as calls } from '#contract/orders.ts'
import { orders } from '#server/schema.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  charPackage,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { wechat, gateways } = scriptedGateways()
const server = await serverWithCatalogue({ gateways })
const buyer = await addBuyer(server)
afterEach(() => {
  wechat.failingSteps.clear()
  wechat.lostResponses.clear()
  wechat.delay.ms = 0
  wechat.delay.meanwhile = async () => {}
})

const cancel = ({ id }: { id: string }) => buyer.call(calls.cancel, { id })
const flush = ({ id }: { id: string }) => buyer.call(calls.flush, { id })
const gatewayStepsOf = (no: string) =>
  wechat.requests.filter((line) => line.endsWith(no)).map((line) => line.split(' ')[0])

test('a cancelled order is closed at the gateway first, and cannot be paid there', async () => {
  const order = await placeOrder(buyer)
  expect((await cancel(order)).success).toBe(true)
  expect(await statusOf(buyer, order.id)).toBe('C')
  expect(gatewayStepsOf(order.no)).toEqual(['create', 'close'])
  expect(wechat.books.get(order.no)!.state).toBe('closed')
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'cancelled'])
  expect((await cancel(order)).success).toBe(true)
  expect(await buyer.refused(calls.payAgain, { id: order.id })).toMatchObject({
    code: 'orderClosed',
  })
  expect((await buyer.call(calls.get, { id: order.id })).data.payUntilDateTime).toBeNull()
})

test('an order that times out keeps no payment code, and the open consoles refetch it', async () => {
  const order = await placeOrder(buyer)
  const stream = await openNoticeStream(server.api, buyer)
  server.passTime(times.paymentPeriod)
  await vi.waitFor(async () => {
    await pollDueOrders(server.services)
    expect(await statusOf(buyer, order.id)).toBe('T')
  })
  await vi.waitFor(() => expect(stream.changedTopics()).toContain('orderByMemberGroup'), 30_000)
  await stream.close()
  const isOrder = and(eq(orders.no, order.no), isNull(orders.payCode))
  expect(await server.database.db.$count(orders, isOrder)).toBe(1)
})

test('a payment before the cancellation wins', async () => {
  const order = await placeOrder(buyer)
  wechat.pay(order.no)
  expect(await buyer.refused(calls.cancel, { id: order.id })).toMatchObject({
    code: 'orderPaid',
    msg: 'This order is already paid.',
  })
  expect(await statusOf(buyer, order.id)).toBe('P')
  expect(await creditCount(server.database.db, order.no)).toBe(1)
  expect(await buyer.refused(calls.payAgain, { id: order.id })).toMatchObject({ code: 'orderPaid' })
  expect(gatewayStepsOf(order.no)).toEqual(['create', 'close'])
})

test('a payment during the cancellation is credited once, whichever comes first', async () => {
  for (let round = 0; round < 12; round++) {
    const order = await placeOrder(buyer)
    let notified: Promise<Response> | undefined
    wechat.delay.meanwhile = async (step, no) => {
      if (step !== 'close' || no !== order.no) return
      notified = wechat.notify(server.origin, wechat.pay(no))
      if (round % 3 === 0) await notified
      if (round % 3 === 1) await new Promise((resolve) => setTimeout(resolve, round))
    }
    const [cancelled] = await Promise.all([cancel(order), round % 2 ? flush(order) : undefined])
    expect((await notified!).status).toBe(200)
    expect(cancelled.data).toEqual({ code: 'orderPaid' })
    expect([
      await statusOf(buyer, order.id),
      await creditCount(server.database.db, order.no),
    ]).toEqual(['P', 1])
  }
})

test('a cancellation waits for a payment that is being settled', async () => {
  const { db } = server.database
  const order = await placeOrder(buyer)
  const payment = {
    orderNo: order.no,
    gatewayNo: `G${order.no}`,
    amountCents: charPackage.cents,
    paidAt: new Date(),
  }
  const { paying: pendingPayment, cancelling: pendingCancellation } = await transaction(
    db,
    async (tx) => {
      const ownerId = buyer.signer!.userId
      await tx.execute(
        sql`select from orders where owner_id = ${ownerId} and id = ${order.id} for update`,
      )
      const credited = settlePayment(server.services, payment, ['WC_NATIVE'])
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      const cancelled = cancel(order)
      await expect.poll(() => waitingForLocks(db)).toBe(2)
      return { paying: { credited }, cancelling: { cancelled } }
    },
  )
  expect(await pendingPayment.credited).toBe('credited')
  expect((await pendingCancellation.cancelled).data).toEqual({ code: 'orderPaid' })
  expect([await statusOf(buyer, order.id), await creditCount(db, order.no)]).toEqual(['P', 1])
})

test('a payment after the cancellation is credited', async () => {
  const order = await placeOrder(buyer)
  await cancel(order)
  expect((await wechat.notify(server.origin, wechat.pay(order.no))).status).toBe(200)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'cancelled', 'paidAfterClosing'])
  expect(await cancel(order)).toMatchObject({ data: { code: 'orderPaid' } })
})

test('no payment code is returned for an order that was closed meanwhile', async () => {
  wechat.failingSteps.add('create')
  await buyer.refused(calls.pay, {
    memberGroupId: charPackage.memberGroupId,
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  wechat.failingSteps.clear()
  const id = String((await buyer.call(calls.page, {})).data.rows[0]!.id)
  wechat.delay.meanwhile = async (step) => {
    if (step === 'create') await cancel({ id })
  }
  expect(await buyer.refused(calls.payAgain, { id })).toMatchObject({ code: 'orderClosed' })
})

test('an order stays open while its gateway reports it as payable', async () => {
  const order = await placeOrder(buyer)
  const closeSpy = vi.spyOn(wechat.gateway, 'close').mockResolvedValue({ state: 'waiting' })
  expect(await buyer.refused(calls.cancel, { id: order.id })).toMatchObject({ code: 'gatewayDown' })
  closeSpy.mockRestore()
  expect(await statusOf(buyer, order.id)).toBe('W')
})

test('with the gateway down the order stays unchanged', async () => {
  const order = await placeOrder(buyer)
  wechat.failingSteps.add('close').add('query')
  expect(await buyer.refused(calls.cancel, { id: order.id })).toMatchObject({
    status: 200,
    code: 'gatewayDown',
  })
  expect(await buyer.refused(calls.flush, { id: order.id })).toMatchObject({ code: 'gatewayDown' })
  expect(await statusOf(buyer, order.id)).toBe('W')
  wechat.failingSteps.clear()
  expect((await cancel(order)).success).toBe(true)
})

test('a cancellation whose gateway response was lost succeeds at the next attempt', async () => {
  const order = await placeOrder(buyer)
  wechat.lostResponses.add('close')
  expect(await buyer.refused(calls.cancel, { id: order.id })).toMatchObject({ code: 'gatewayDown' })
  expect([wechat.books.get(order.no)!.state, await statusOf(buyer, order.id)]).toEqual([
    'closed',
    'W',
  ])
  wechat.lostResponses.clear()
  expect((await cancel(order)).success).toBe(true)
  expect(await statusOf(buyer, order.id)).toBe('C')
})

test('an order that never reached the gateway can be cancelled', async () => {
  wechat.failingSteps.add('create')
  expect(
    await buyer.refused(calls.pay, { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' }),
  ).toMatchObject({ code: 'gatewayDown' })
  const [order] = (await buyer.call(calls.page, {})).data.rows
  expect((await cancel({ id: String(order!.id) })).success).toBe(true)
})

test('concurrent cancellations of an order are recorded once', async () => {
  const order = await placeOrder(buyer)
  const replies = await Promise.all(Array.from({ length: 5 }, () => cancel(order)))
  expect(replies.every(({ success }) => success)).toBe(true)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'cancelled'])
})

test('a flush finds a payment without a notification', async () => {
  const order = await placeOrder(buyer)
  wechat.pay(order.no)
  expect(await statusOf(buyer, order.id)).toBe('W')
  expect((await flush(order)).success).toBe(true)
  expect(await statusOf(buyer, order.id)).toBe('P')
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'asked', 'paid'])
})

test('concurrent flushes query the gateway once in two seconds', async () => {
  const order = await placeOrder(buyer)
  const replies = await Promise.all(Array.from({ length: 10 }, () => flush(order)))
  expect(replies.every(({ success }) => success)).toBe(true)
  expect(gatewayStepsOf(order.no)).toEqual(['create', 'query'])
  server.passTime(2_001)
  await flush(order)
  await flush(order)
  expect(gatewayStepsOf(order.no)).toEqual(['create', 'query', 'query'])
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'asked'])
})

test('a flush finds the payment of a closed order', async () => {
  const order = await placeOrder(buyer)
  await cancel(order)
  wechat.pay(order.no)
  await flush(order)
  expect([
    await statusOf(buyer, order.id),
    await creditCount(server.database.db, order.no),
  ]).toEqual(['P', 1])
})

test('a polled payment of the wrong amount is kept, not credited, and the order can be cancelled', async () => {
  const order = await placeOrder(buyer)
  wechat.pay(order.no, { amountCents: 1 })
  await flush(order)
  expect(await statusOf(buyer, order.id)).toBe('W')
  expect(
    (await unmatchedPaymentsOf(server.database.db, order.no)).map(({ reason }) => reason),
  ).toEqual(['wrongAmount'])
  expect((await cancel(order)).success).toBe(true)
  expect([
    await statusOf(buyer, order.id),
    await creditCount(server.database.db, order.no),
  ]).toEqual(['C', 0])
})

test('an expired order cannot be paid again, and a flush closes it', async () => {
  const order = await placeOrder(buyer)
  server.passTime(15 * 60_000 + 1)
  expect(await buyer.refused(calls.payAgain, { id: order.id })).toMatchObject({
    code: 'orderClosed',
  })
  await flush(order)
  expect([await statusOf(buyer, order.id), wechat.books.get(order.no)!.state]).toEqual([
    'T',
    'closed',
  ])
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'asked', 'timedOut'])
})

const setPayChannel = (channel: string, { no }: { no: string }) =>
  server.database.db.execute(sql`update orders set pay_channel = ${channel} where no = ${no}`)

test('an order of a removed gateway waits for it until its deadline', async () => {
  const [cancelled, flushed] = [await placeOrder(buyer), await placeOrder(buyer)]
  for (const order of [cancelled, flushed]) {
    await setPayChannel('ALI_LIAN', order)
    for (const endpoint of [calls.cancel, calls.flush])
      expect(await buyer.refused(endpoint, { id: order.id })).toMatchObject({ code: 'gatewayDown' })
    expect(await statusOf(buyer, order.id)).toBe('W')
  }
  server.passTime(15 * 60_000 + 1)
  expect(await buyer.refused(calls.cancel, { id: cancelled.id })).toMatchObject({
    code: 'orderClosed',
  })
  expect((await flush(flushed)).success).toBe(true)
  for (const order of [cancelled, flushed]) {
    expect([await statusOf(buyer, order.id), (await eventsOf(buyer, order.id)).at(-1)]).toEqual([
      'T',
      'timedOut',
    ])
    expect(gatewayStepsOf(order.no)).toEqual(['create'])
  }
  await setPayChannel('WC_NATIVE', cancelled)
  expect((await wechat.notify(server.origin, wechat.pay(cancelled.no))).status).toBe(200)
  expect([
    await statusOf(buyer, cancelled.id),
    await creditCount(server.database.db, cancelled.no),
  ]).toEqual(['P', 1])
})

test('after these tests the ledger has no discrepancy', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
