/**
 * What goes beyond what an account can hold: refused before it is paid, and money that comes all
 * the same is kept, not swallowed.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { notices, orders } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { lockAccounts, postEntries } from '#server/features/ledger/service.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import {
  placeOrder,
  creditCount,
  eventsOf,
  scriptedGateways,
  statusOf,
  unmatchedPaymentsOf,
} from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

const { wechat, gateways } = scriptedGateways()
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways })
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())

/** Group 7 is 30 days on channel 3, so that 999 of it are 82 years. */
const byTime = { memberGroupId: '7', salesNum: 999 }
const most = Number.MAX_SAFE_INTEGER
const beyondTime =
  'A membership can last until the end of the year 9999, including orders awaiting payment. This would go beyond, so nothing was changed.'
const beyondChars =
  'An account can have at most 9,007,199,254,740,991 characters, including orders awaiting payment. This would go beyond, so nothing was changed.'

/** Somebody whose time ends in the middle of a year. */
async function withTimeUntil(year: number): Promise<Caller> {
  const minutes = Math.floor((Date.UTC(year, 6, 1) - server.now()) / 60_000)
  return signedIn(server, (await addMember(server.database.db, { groupId: '7', minutes })).main)
}
const withChars = async (chars: number) =>
  signedIn(server, (await addMember(server.database.db, { chars: [chars] })).main)

const order = (who: Caller, input: { memberGroupId: string; salesNum: number }) =>
  who.refused(calls.pay, { ...input, payChannel: 'WC_NATIVE' })
const ownedBy = async (who: Caller) => (await who.call(users.get, {})).data.memberAccount
const endOf = async (who: Caller) => (await ownedBy(who)).expireDateTime
const placedBy = (who: Caller) =>
  server.database.db.$count(orders, eq(orders.ownerId, String(who.signer!.userId)))
const toldTo = async (who: Caller) => {
  const mine = and(eq(notices.userId, String(who.signer!.userId)), eq(notices.type, 'paid'))
  return (await server.database.db.select().from(notices).where(mine)).map(({ level, words }) => [
    level,
    words.zh.title,
    words.en.title,
  ])
}
const pay = async ({ no }: { no: string }) =>
  (await wechat.notify(server.origin, wechat.pay(no))).status

test('time that would end beyond the year 9999 is refused before it is paid, in words that say why', async () => {
  const buyer = await withTimeUntil(9950)
  const end = await endOf(buyer)
  const requests = wechat.requests.length
  expect(await order(buyer, byTime)).toMatchObject({
    status: 200,
    code: 'invalid',
    msg: beyondTime,
  })
  expect(await buyer.refused(calls.quote, byTime)).toMatchObject({
    code: 'invalid',
    msg: beyondTime,
  })
  const zh = await buyer.call(
    calls.pay,
    { ...byTime, payChannel: 'WC_NATIVE' },
    { 'accept-language': 'zh-CN' },
  )
  expect(zh.msg).toBe('有效期最长到9999年底（含待支付的订单），超出部分会损失，操作未执行')
  expect([await placedBy(buyer), wechat.requests.length, await endOf(buyer)]).toEqual([
    0,
    requests,
    end,
  ])
  const some = await placeOrder(buyer, { memberGroupId: '7', salesNum: 500 })
  expect(await pay(some)).toBe(200)
  expect(await endOf(buyer)).toMatch(/^9991-/)
})

test('orders that await payment count, until they are given up', async () => {
  const buyer = await withTimeUntil(9850)
  const first = await placeOrder(buyer, byTime)
  expect(await order(buyer, byTime)).toMatchObject({ code: 'invalid', msg: beyondTime })
  await buyer.call(calls.cancel, { id: first.id })
  expect(await pay(await placeOrder(buyer, byTime))).toBe(200)
  expect(await endOf(buyer)).toMatch(/^9932-/)
})

test('a late payment beyond the limits is kept, reported once and never credited', async () => {
  const { db } = server.database
  const buyer = await withTimeUntil(9850)
  const late = await placeOrder(buyer, byTime)
  await buyer.call(calls.cancel, { id: late.id })
  expect(await pay(await placeOrder(buyer, byTime))).toBe(200)
  const end = await endOf(buyer)
  const payment = wechat.pay(late.no)
  for (const _ of [1, 2]) expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  await buyer.call(calls.flush, { id: late.id })
  const expected = { reason: 'beyond', gatewayNo: payment.gatewayNo, amountCents: 999 * 25_900 }
  expect(await unmatchedPaymentsOf(db, late.no)).toMatchObject([expected])
  expect([await statusOf(buyer, late.id), await eventsOf(buyer, late.id)]).toEqual([
    'C',
    ['created', 'cancelled', 'asked'],
  ])
  expect([await creditCount(db, late.no), await endOf(buyer)]).toEqual([0, end])
  expect(await toldTo(buyer)).toEqual([
    ['info', '支付成功', 'Payment received'],
    ['warning', '已收到付款，套餐未到账', 'Payment received but not credited'],
  ])
  // Time becomes characters, and there is room; but the operator may have given the money back.
  expect(await pay(await placeOrder(buyer, { memberGroupId: '2' }))).toBe(200)
  expect((await wechat.notify(server.origin, payment)).status).toBe(500)
  expect([await creditCount(db, late.no), await statusOf(buyer, late.id)]).toEqual([0, 'C'])
})

test('orders beyond the largest number are refused, and late payments for them are kept', async () => {
  const { db } = server.database
  const buyer = await withChars(most - 1_500_000)
  const late = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: late.id })
  expect(await pay(await placeOrder(buyer))).toBe(200)
  expect((await ownedBy(buyer)).usableCharNum).toBe(most - 500_000)
  expect(await order(buyer, { memberGroupId: '2', salesNum: 1 })).toMatchObject({
    code: 'invalid',
    msg: beyondChars,
  })
  expect(await pay(late)).toBe(500)
  expect(await unmatchedPaymentsOf(db, late.no)).toMatchObject([
    { reason: 'beyond', amountCents: 9_900 },
  ])
  expect((await ownedBy(buyer)).usableCharNum).toBe(most - 500_000)
})

test('a late payment reported twice while room is made is credited or kept, never both', async () => {
  const { db } = server.database
  const buyer = await withChars(most - 1_500_000)
  const ownerId = String(buyer.signer!.userId)
  const late = await placeOrder(buyer)
  await buyer.call(calls.cancel, { id: late.id })
  expect(await pay(await placeOrder(buyer))).toBe(200)
  const payment = wechat.pay(late.no)
  const tell = () => wechat.notify(server.origin, payment)
  const spend = () =>
    transaction(db, async (tx) => {
      const locked = await lockAccounts(tx, ownerId, [ownerId])
      await postEntries(
        tx,
        locked,
        [{ userId: ownerId, logType: 'SYS_ADJUST', change: { chars: -1_000_000 } }],
        new Date(),
      )
    })
  const begun: Promise<unknown>[] = []
  await transaction(db, async (tx) => {
    await lockAccounts(tx, ownerId, [ownerId])
    for (const one of [tell, spend, tell]) {
      begun.push(one())
      await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
    }
  })
  await Promise.all(begun)
  expect((await creditCount(db, late.no)) + (await unmatchedPaymentsOf(db, late.no)).length).toBe(1)
})

test('what would be cut off by conversion is not converted: neither by an order nor by a change of channel', async () => {
  const rich = await withChars(most)
  expect(await order(rich, { memberGroupId: '6', salesNum: 1 })).toMatchObject({
    code: 'invalid',
    msg: beyondTime,
  })
  const buyer = await withTimeUntil(9000)
  const before = await ownedBy(buyer)
  const cheaper = { targetChannelId: '1' }
  expect(await buyer.refused(packages.channelQuote, cheaper)).toMatchObject({
    code: 'invalid',
    msg: beyondTime,
  })
  expect(await buyer.refused(packages.changeChannel, cheaper)).toMatchObject({
    code: 'invalid',
    msg: beyondTime,
  })
  expect(await ownedBy(buyer)).toEqual(before)
})

test('the ledger adds up after all that', async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
})
