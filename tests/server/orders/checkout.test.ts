/**
 * Placing orders and listing them: the server sets the price, and orders are private to their
 * owner.
 */
import { expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { idempotency, memberGroups, orders } from '#server/schema.ts'
import { eq } from 'drizzle-orm'
import { placeOrder as placeOrderDirectly } from '#server/features/orders/place-order.ts'
import { addBuyer } from '#tests/support/actors/account-groups.ts'
import {
  placeOrder,
  eventsOf,
  charPackage,
  scriptedGateways,
  statusOf,
} from '#tests/support/actors/order-fixtures.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { caller, signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { wechat, ali, gateways } = scriptedGateways()
const { server, people } = await serverWithPeople({ gateways })
const anna = await signedIn(server, people.anna)

const newBuyer = () => addBuyer(server)
const threePackages = {
  memberGroupId: charPackage.memberGroupId,
  salesNum: 3,
  payChannel: 'WC_NATIVE',
} as const

test('an order returns its payment code, and the server computes its amount', async () => {
  const reply = await anna.send<{ scanQRCodeUrl: string; orderId: string; orderNo: string }>(
    'POST',
    calls.pay.path,
    {
      ...threePackages,
      amount: 1,
      amountCents: 1,
      payStatus: 'P',
    },
  )
  const { orderId, orderNo, scanQRCodeUrl } = reply.data
  expect(scanQRCodeUrl).toBe(`https://pay.test/${orderNo}`)
  const { data } = await anna.call(calls.get, { id: orderId })
  expect(data).toMatchObject({
    no: orderNo,
    payChannel: 'WC_NATIVE',
    payStatus: 'W',
    memberGroupName: '标准版',
    memberGroupEnName: 'Standard',
    translationBillingMode: 'char',
    tranChannelId: '1',
    num: 3 * charPackage.chars,
    amount: 3 * charPackage.cents,
    salesNum: 3,
    payDateTime: null,
    gatewayNo: null,
  })
  expect(data.events).toEqual([{ event: 'created', at: data.createDateTime }])
  const minutes =
    (Date.parse(`${data.payUntilDateTime}Z`) - Date.parse(`${data.createDateTime}Z`)) / 60_000
  expect(minutes).toBe(15)
  const { bill } = wechat.books.get(orderNo)!
  expect(bill).toMatchObject({
    amountCents: 29_700,
    subject: 'Standard x 3',
    names: { zh: '标准版 × 3', en: 'Standard × 3' },
  })
})

test('order numbers start with the date and end with random digits', async () => {
  const [one, two] = [await placeOrder(anna), await placeOrder(anna)]
  const today = new Date(server.now())
    .toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    .replaceAll('-', '')
  for (const { no } of [one, two]) expect(no).toMatch(new RegExp(`^${today}\\d{14}$`))
  expect(Math.abs(Number(one.no.slice(14)) - Number(two.no.slice(14)))).toBeGreaterThan(1)
})

test('a used order number is not issued again', async () => {
  const person = await addPerson(server.database.db, {
    account: 'chance@example.com',
    username: 'chance',
  })
  const at = server.services.clock()
  const randomTexts = ['A'.repeat(24), 'A'.repeat(24), 'A'.repeat(24), 'B'.repeat(24)]
  const services = {
    ...server.services,
    clock: () => at,
    crypto: { ...server.services.crypto, random: () => randomTexts.shift()! },
  }
  const order = (idempotencyKey: string) =>
    placeOrderDirectly(services, {
      ownerId: person.ownerId,
      packageId: '2',
      salesNum: 1,
      payChannel: 'WC_NATIVE',
      idempotencyKey,
    })
  const [firstOrder, secondOrder] = [await order('one'), await order('two')]
  expect(firstOrder.no).toMatch(/^\d{14}00000000$/)
  expect(secondOrder.no).not.toBe(firstOrder.no)
  expect(randomTexts).toEqual([])
})

test('a request repeated under one key makes one order, also after a lost response', async () => {
  const before = await server.database.db.$count(orders)
  const key = { 'idempotency-key': 'buy-once' }
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => anna.call(calls.pay, threePackages, key)),
  )
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  await server.database.db
    .update(idempotency)
    .set({ answer: null, status: null, at: new Date(server.now() - 3 * 60_000) })
    .where(eq(idempotency.key, 'buy-once'))
  const repeated = await anna.call(calls.pay, threePackages, key)
  expect(repeated.data).toEqual(replies[0]!.data)
  expect(await server.database.db.$count(orders)).toBe(before + 1)
})

test('packages off sale, missing payment channels and invalid quantities are refused', async () => {
  const { db } = server.database
  await db.update(memberGroups).set({ onSale: false }).where(eq(memberGroups.id, '3'))
  for (const memberGroupId of ['1', '3', '999', 'x', '1e3', '-2'])
    expect(await anna.refused(calls.pay, { ...threePackages, memberGroupId })).toMatchObject({
      code: 'notFound',
    })
  expect(await anna.refused(calls.pay, { ...threePackages, payChannel: 'ALI_LIAN' })).toMatchObject(
    {
      status: 200,
      code: 'payChannelOff',
    },
  )
  for (const salesNum of [0, -1, 1.5, 1_000])
    expect(await anna.refused(calls.pay, { ...threePackages, salesNum })).toMatchObject({
      code: 'invalid',
    })
  await db.update(memberGroups).set({ onSale: true }).where(eq(memberGroups.id, '3'))
})

test('an order keeps its price when the catalogue changes', async () => {
  const { db } = server.database
  const order = await placeOrder(anna, { memberGroupId: '4' })
  await db.update(memberGroups).set({ priceCents: 1 }).where(eq(memberGroups.id, '4'))
  expect((await anna.call(calls.get, { id: order.id })).data.amount).toBe(29_900)
  await db.update(memberGroups).set({ priceCents: 29_900 }).where(eq(memberGroups.id, '4'))
})

test('at most twenty orders await payment, also with concurrent requests', async () => {
  const buyer = await newBuyer()
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => buyer.call(calls.pay, threePackages)),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(20)
  for (const { data, msg } of replies.filter(({ success }) => !success)) {
    expect(data).toEqual({ code: 'tooManyOrders' })
    expect(msg).toContain('too many orders awaiting payment')
  }
  const { data } = await buyer.call(calls.page, { pageSize: 100 })
  expect(data.total).toBe(20)
  await buyer.call(calls.cancel, { id: data.rows[0]!.id })
  expect((await buyer.call(calls.pay, threePackages)).success).toBe(true)
})

test('orders are listed newest first with exact totals, also with filters', async () => {
  const buyer = await newBuyer()
  const placed = []
  for (let index = 0; index < 13; index++) {
    placed.push(
      await placeOrder(buyer, { payChannel: index % 3 === 0 ? 'ALI_NATIVE' : 'WC_NATIVE' }),
    )
    if (index === 6) server.passTime(5_000)
  }
  await buyer.call(calls.cancel, { id: placed[2]!.id })
  const page = async (query: Parameters<typeof buyer.call<typeof calls.page>>[1]) =>
    (await buyer.call(calls.page, query)).data
  const newest = placed.map(({ id }) => id).toReversed()
  const [first, second, afterLast] = [
    await page({}),
    await page({ pageNum: 2 }),
    await page({ pageNum: 3 }),
  ]
  expect([first.total, second.total, afterLast.total]).toEqual([13, 13, 13])
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(newest)
  expect(afterLast.rows).toEqual([])
  expect((await page({ payStatus: 'C' })).rows.map(({ id }) => id)).toEqual([placed[2]!.id])
  expect(await page({ payChannel: 'ALI_NATIVE', pageSize: 3 })).toMatchObject({
    total: 5,
    rows: [{}, {}, {}],
  })
  expect((await page({ no: placed[4]!.no.slice(8) })).rows.map(({ id }) => id)).toEqual([
    placed[4]!.id,
  ])
  expect((await page({ no: '%' })).total).toBe(0)
  const begin = first.rows.at(-8)!.createDateTime
  const later = await page({ createDateTimeBegin: begin, pageSize: 100 })
  expect(later.rows.every(({ createDateTime }) => createDateTime >= begin)).toBe(true)
  expect(later.total).toBe(later.rows.length)
  expect(
    (await page({ createDateTimeBegin: begin, payChannel: 'WC_NATIVE', payStatus: 'W' })).total,
  ).toBe(
    later.rows.filter(
      ({ payChannel, payStatus }) => payChannel === 'WC_NATIVE' && payStatus === 'W',
    ).length,
  )
})

test('paying again returns the same code without calling the gateway, and logs an event', async () => {
  const order = await placeOrder(anna)
  const requests = wechat.requests.length
  expect((await anna.call(calls.payAgain, { id: order.id })).data).toEqual({
    scanQRCodeUrl: order.code,
    orderId: order.id,
    orderNo: order.no,
  })
  expect(wechat.requests).toHaveLength(requests)
  expect(await eventsOf(anna, order.id)).toEqual(['created', 'payPageOpened'])
})

test('with the gateway down the order is stored and can be paid later', async () => {
  const buyer = await newBuyer()
  ali.failingSteps.add('create')
  const refused = await buyer.refused(calls.pay, { ...threePackages, payChannel: 'ALI_NATIVE' })
  expect(refused).toMatchObject({
    status: 200,
    code: 'gatewayDown',
    msg: 'The payment platform is not responding. Your order has not changed. Please try again in a moment.',
  })
  const { id, payStatus } = (await buyer.call(calls.page, {})).data.rows[0]!
  expect([payStatus, refused.orderId]).toEqual(['W', id])
  expect(await buyer.refused(calls.payAgain, { id })).toMatchObject({ code: 'gatewayDown' })
  ali.failingSteps.clear()
  expect((await buyer.call(calls.payAgain, { id })).data.scanQRCodeUrl).toMatch(
    /^https:\/\/pay\.test\//,
  )
  expect((await buyer.call(calls.page, {})).data.total).toBe(1)
})

test('a foreign order gets the same response as an unknown one', async () => {
  const order = await placeOrder(anna)
  const berta = await signedIn(server, people.berta)
  for (const id of [order.id, '999999', 'x', '0', '99999999999999999999']) {
    for (const call of [calls.get, calls.payInfo, calls.flush])
      expect((await berta.call(call, { id })).text).toBe(
        (await berta.call(call, { id: '888888' })).text,
      )
    for (const call of [calls.cancel, calls.payAgain])
      expect((await berta.call(call, { id })).text).toBe(
        (await berta.call(call, { id: '888888' })).text,
      )
  }
  expect((await berta.call(calls.get, { id: order.id })).data).toEqual({ code: 'notFound' })
  expect((await berta.call(calls.page, {})).data).toEqual({ total: 0, rows: [] })
  expect(await statusOf(anna, order.id)).toBe('W')
})

test('sub-accounts and visitors may not use orders', async () => {
  const order = await placeOrder(anna)
  const sub = await signedIn(server, people.sub)
  const { id } = order
  const inputs = {
    page: {},
    pay: threePackages,
    get: { id },
    payAgain: { id },
    payInfo: { id },
    flush: { id },
    cancel: { id },
    payChannels: {},
  } as const
  for (const [name, input] of Object.entries(inputs)) {
    const endpoint = calls[name as keyof typeof inputs]
    expect((await sub.call(endpoint, input as never)).data, name).toEqual({ code: 'notAllowed' })
    expect((await caller(server, null).call(endpoint, input as never)).status, name).toBe(700)
  }
  expect(await statusOf(anna, order.id)).toBe('W')
})

test('the offered payment channels are listed, the default first', async () => {
  expect((await anna.call(calls.payChannels, {})).data).toEqual([
    'WC_NATIVE',
    'ALI_NATIVE',
    'WC_LIAN',
  ])
})
