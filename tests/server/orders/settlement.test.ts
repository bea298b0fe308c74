/** Settling payments: credited once, to their own order only. */
import { expect, test, vi } from 'vitest'
import { accountLog } from '#contract/ledger.ts'
import { orders as calls } from '#contract/orders.ts'
import { channels } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { notices, orders } from '#server/schema.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  charPackage,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { startServer, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { wechat, ali, gateways } = scriptedGateways()
let subCount = 0
const server = await serverWithCatalogue({ gateways })

/** A new main account without quota. */
const newBuyer = () => addBuyer(server)
const charsOf = async (caller: Caller) =>
  (await caller.call(users.get, {})).data.memberAccount.usableCharNum
const noticesOf = ({ signer }: Caller, type: 'paid' | 'paymentFailed') =>
  server.database.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, String(signer!.userId)), eq(notices.type, type)))

test('a notification credits the order, adds an event and a bilingual notice', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer, { salesNum: 2 })
  const paidAt = new Date(server.now() - 200)
  const payment = wechat.pay(order.no, { paidAt })
  const reply = await wechat.notify(server.origin, payment)
  expect([reply.status, await reply.text()]).toEqual([200, 'ok'])
  expect(await charsOf(buyer)).toBe(2 * charPackage.chars)
  const { data } = await buyer.call(calls.get, { id: order.id })
  expect(data).toMatchObject({
    payStatus: 'P',
    gatewayNo: payment.gatewayNo,
    payUntilDateTime: null,
  })
  expect(data.payDateTime).not.toBeNull()
  expect(data.events.map(({ event }) => event)).toEqual(['created', 'paid'])
  const { db } = server.database
  expect(await db.$count(orders, and(eq(orders.no, order.no), isNull(orders.payCode)))).toBe(1)
  const stored = await noticesOf(buyer, 'paid')
  expect(stored.map(({ words: messages }) => [messages.zh.content, messages.en.content])).toEqual([
    [
      `订单 ${order.no} 已收到付款¥198.00，所购套餐已到账。`,
      `Order ${order.no}: ¥198.00 received. Your purchase has been credited.`,
    ],
  ])
})

test('a credited order tells the open consoles of its owner what changed', async () => {
  const buyer = await newBuyer()
  const stream = await openNoticeStream(server.api, buyer)
  const order = await placeOrder(buyer)
  await wechat.notify(server.origin, wechat.pay(order.no))
  await vi.waitFor(() => expect(stream.changedTopics()).toContain('memberAccountLog'), 30_000)
  await stream.close()
})

test.each([
  ['characters', charPackage.memberGroupId, { charChangeNum: charPackage.chars, minChangeNum: 0 }],
  ['time', '7', { charChangeNum: 0, minChangeNum: 30 * 24 * 60 }],
])('the log of a credited order by %s has only its unit', async (_, memberGroupId, changes) => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer, { memberGroupId })
  await wechat.notify(server.origin, wechat.pay(order.no))
  const { data } = await buyer.call(accountLog.page, {
    logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
    createDateTimeBegin: '2000-01-01 00:00:00',
    createDateTimeEnd: '2100-01-01 00:00:00',
    pageNum: 1,
    pageSize: 10,
  })
  expect(data.rows).toMatchObject([{ rechargeOrderByMemberGroupNo: order.no, ...changes }])
})

test('the notice of an order of another channel says which channel it was and which it is', async () => {
  const buyer = await newBuyer()
  const { data: before } = await buyer.call(users.get, {})
  const { data: listed } = await buyer.call(channels.list, {})
  const order = await placeOrder(buyer, { memberGroupId: '5' })
  await wechat.notify(server.origin, wechat.pay(order.no))
  const { data: after } = await buyer.call(users.get, {})
  expect(after.tranChannelId).not.toBe(before.tranChannelId)
  const nameOf = (id: unknown) => listed.find((channel) => String(channel.id) === String(id))!
  const [stored] = await noticesOf(buyer, 'paid')
  const [old, current] = [nameOf(before.tranChannelId), nameOf(after.tranChannelId)]
  expect(stored!.words.zh.content).toContain(`由“${old.name}”改为“${current.name}”`)
  expect(stored!.words.en.content).toContain(` from ${old.enName} to ${current.enName},`)
})

test('a paid time package sets the membership', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer, { memberGroupId: '7' })
  await wechat.notify(server.origin, wechat.pay(order.no))
  const { data } = await buyer.call(users.get, {})
  expect(data).toMatchObject({ memberGroupId: '7' })
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('twelve copies of a notification at two servers credit once, all acknowledged', async () => {
  const neighbour = await startServer({}, server.database, { gateways })
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const payment = wechat.pay(order.no)
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      wechat.notify(index % 2 ? server.origin : neighbour.origin, payment),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(await creditCount(server.database.db, order.no)).toBe(1)
  expect(await charsOf(buyer)).toBe(charPackage.chars)
  expect(await eventsOf(buyer, order.id)).toEqual(['created', 'paid'])
  await neighbour.close()
})

test('a wrong amount is not credited, is kept for the operator and is logged once', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  for (const amountCents of [charPackage.cents - 1, charPackage.cents + 1, 1]) {
    const payment = { ...wechat.pay(order.no), amountCents }
    for (const _ of [1, 2]) expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  }
  expect(
    (await unmatchedPaymentsOf(server.database.db, order.no)).map(({ reason, amountCents }) => [
      reason,
      amountCents,
    ]),
  ).toEqual([
    ['wrongAmount', 9_899],
    ['wrongAmount', 9_901],
    ['wrongAmount', 1],
  ])
  const lines = server
    .lines()
    .filter((line) => line.includes(order.no) && line.includes('money came in that fits no order'))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    [9_899, 9_901, 1].map((cents) => ({ level: 'error', cents, reason: 'wrongAmount' })),
  )
  expect(await statusOf(buyer, order.id)).toBe('W')
  expect(await charsOf(buyer)).toBe(0)
})

test('a payment for an unknown order or by another vendor is not credited', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  expect((await wechat.notify(server.origin, wechat.pay('20260101000000123456'))).status).toBe(500)
  expect(
    (await unmatchedPaymentsOf(server.database.db, '20260101000000123456')).map(
      ({ reason }) => reason,
    ),
  ).toEqual(['unknownOrder'])
  const otherVendorPayment = ali.pay(order.no, { amountCents: charPackage.cents })
  expect((await ali.notify(server.origin, otherVendorPayment)).status).toBe(500)
  expect(
    (await unmatchedPaymentsOf(server.database.db, order.no)).map(({ gateway, reason }) => [
      gateway,
      reason,
    ]),
  ).toEqual([['ali-test', 'wrongChannel']])
  expect(await statusOf(buyer, order.id)).toBe('W')
})

test('notifications for another merchant, with another key or of no payment credit nothing', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const payment = wechat.pay(order.no)
  expect((await wechat.notify(server.origin, payment, { merchant: 'shop-2' })).status).toBe(400)
  expect((await wechat.notify(server.origin, payment, {}, 'f'.repeat(64))).status).toBe(400)
  expect((await wechat.notify(server.origin, payment, { event: 'refund' })).status).toBe(200)
  expect(await statusOf(buyer, order.id)).toBe('W')
  expect(await unmatchedPaymentsOf(server.database.db, order.no)).toEqual([])
})

test('an order paid twice by mistake is credited once, the second payment kept, and no alert sent', async () => {
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const [firstPayment, secondPayment] = [wechat.pay(order.no), wechat.pay(order.no)]
  const replies = await Promise.all(
    [firstPayment, secondPayment, firstPayment, secondPayment].map((payment) =>
      wechat.notify(server.origin, payment),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 500, 500,
  ])
  expect(await creditCount(server.database.db, order.no)).toBe(1)
  expect(
    (await unmatchedPaymentsOf(server.database.db, order.no)).map(({ reason }) => reason),
  ).toEqual(['paidTwice'])
  expect(await noticesOf(buyer, 'paymentFailed')).toEqual([])
})

test('one transaction number of a gateway pays one order only', async () => {
  const buyer = await newBuyer()
  const [one, other] = [await placeOrder(buyer), await placeOrder(buyer)]
  const payment = wechat.pay(one.no)
  const replies = await Promise.all(
    [one, other].map(({ no }) => wechat.notify(server.origin, { ...payment, orderNo: no })),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 500])
  expect(await charsOf(buyer)).toBe(charPackage.chars)
})

test('equal transaction numbers of two vendors are two payments', async () => {
  const buyer = await newBuyer()
  const [one, other] = [
    await placeOrder(buyer),
    await placeOrder(buyer, { payChannel: 'ALI_NATIVE' }),
  ]
  const payment = wechat.pay(one.no)
  expect((await wechat.notify(server.origin, payment)).status).toBe(200)
  expect((await ali.notify(server.origin, { ...payment, orderNo: other.no })).status).toBe(200)
  expect(await charsOf(buyer)).toBe(2 * charPackage.chars)
})

test('a payment for a cancelled or expired order is credited once', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const [cancelled, expired] = [await placeOrder(buyer), await placeOrder(buyer)]
  await buyer.call(calls.cancel, { id: cancelled.id })
  await db.execute(
    sql`update orders set pay_status = 'T', closed_at = now(), pay_code = null where id = ${expired.id}`,
  )
  for (const { id, no } of [cancelled, expired]) {
    const payment = wechat.pay(no)
    for (const _ of [1, 2, 3])
      expect((await wechat.notify(server.origin, payment)).status).toBe(200)
    expect(await creditCount(db, no)).toBe(1)
    expect((await eventsOf(buyer, id)).at(-1)).toBe('paidAfterClosing')
    expect(await statusOf(buyer, id)).toBe('P')
  }
  const contents = (await noticesOf(buyer, 'paid')).map(({ words }) => words.en.content)
  expect(contents).toEqual([1, 2].map(() => expect.stringContaining('was already closed when')))
  expect(await charsOf(buyer)).toBe(2 * charPackage.chars)
})

test('payment times are limited to between the order and now', async () => {
  const buyer = await newBuyer()
  for (const paidAt of [new Date(0), new Date(server.now() + 86_400_000)]) {
    const order = await placeOrder(buyer)
    await wechat.notify(server.origin, wechat.pay(order.no, { paidAt }))
    const { createDateTime, payDateTime, events } = (await buyer.call(calls.get, { id: order.id }))
      .data
    expect(payDateTime! >= createDateTime && payDateTime! <= events.at(-1)!.at).toBe(true)
  }
})

test('a payment for a deleted account is kept as unmatched', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  await db.execute(
    sql`update balances set closed_at = now() where user_id = ${String(buyer.signer!.userId)}`,
  )
  expect((await wechat.notify(server.origin, wechat.pay(order.no))).status).toBe(500)
  expect((await unmatchedPaymentsOf(db, order.no)).map(({ reason }) => reason)).toEqual([
    'accountClosed',
  ])
  await db.execute(
    sql`update balances set closed_at = null where user_id = ${String(buyer.signer!.userId)}`,
  )
})

test('a failed commit leaves no credit and no acknowledgement; the next notification credits', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const order = await placeOrder(buyer)
  const payment = wechat.pay(order.no)
  await db.execute(`alter table notices add constraint broken check (type <> 'paid') not valid`)
  expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  expect([
    await creditCount(db, order.no),
    await statusOf(buyer, order.id),
    await charsOf(buyer),
  ]).toEqual([0, 'W', 0])
  await db.execute('alter table notices drop constraint broken')
  expect((await wechat.notify(server.origin, payment)).status).toBe(200)
  expect(await creditCount(db, order.no)).toBe(1)
})

test('payments concurrent with distributions lose nothing', async () => {
  const { db } = server.database
  const buyer = await newBuyer()
  const owner = {
    ownerId: String(buyer.signer!.userId),
    userId: String(buyer.signer!.userId),
    account: '',
  }
  const sub = await addPerson(db, { account: `sub${subCount}`, owner })
  const placed = await Promise.all(Array.from({ length: 8 }, () => placeOrder(buyer)))
  await wechat.notify(server.origin, wechat.pay(placed[0]!.no))
  await Promise.all([
    ...placed.slice(1).map(({ no }) => wechat.notify(server.origin, wechat.pay(no))),
    ...Array.from({ length: 10 }, () =>
      buyer.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 1_000 }),
    ),
  ])
  expect(await charsOf(buyer)).toBe(8 * charPackage.chars - 10_000)
})

test('after these tests the ledger has no discrepancy', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
