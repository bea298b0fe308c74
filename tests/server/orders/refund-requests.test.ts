/** Refunds that owners ask for: what is offered, taken and given back, and to whom it is open. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { customers } from '#contract/operator/customers.ts'
import { orders } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { auditLog } from '#contract/audit-log.ts'
import { users } from '#contract/users.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import {
  leaseMilliseconds,
  reserveChars,
} from '#server/features/ledger/reservations/reserve-chars.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import { orders as orderTable } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { charPackage, placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { cancelAccount } from '#tests/support/actors/cancellation-fixtures.ts'
import { accountLogOf, fund } from '#tests/support/actors/people.ts'
import {
  asked,
  askFor,
  chars,
  codeOf,
  offerOf,
  requestOf,
  refundFixture,
} from '#tests/support/actors/refund-requests.ts'
import { chargeChars } from '#tests/support/server/ledger-checks.ts'
import { signedIn } from '#tests/support/server/server.ts'

const { server, db, wechat, staff, newBuyer, newOrder, buy, queued, withRules, titlesOf } =
  await refundFixture()
const { preview, ask, withdraw } = orderRefunds
const monthly = '6'

test('what is unused is offered, taken when it is asked, and given back when it is withdrawn', async () => {
  const { main, buyer, order } = await newOrder()
  await chargeChars(db, main, 250_000)
  expect(await offerOf(buyer, order.id)).toMatchObject({
    refusal: null,
    creditedNum: charPackage.chars,
    unusedNum: 750_000,
    handedOutNum: 0,
    num: 750_000,
    paidAmount: charPackage.cents,
    refundedAmount: 0,
    amount: 7_425,
  })
  const request = await asked(buyer, order.id)
  expect(request).toMatchObject({ state: 'asked', amount: 7_425, num: 750_000 })
  expect(await chars(buyer)).toBe(0)
  const [taken] = (await accountLogOf(db, main.ownerId, main.userId)).slice(-1)
  expect(taken).toMatchObject({ charChange: -750_000, rechargeOrderNo: order.no })
  const { rows } = (await buyer.call(orders.page, {})).data
  expect(rows[0]).toMatchObject({ id: order.id, refundRequestState: 'asked' })
  expect(codeOf(await buyer.call(withdraw, { id: order.id }))).toBe('done')
  expect(await chars(buyer)).toBe(750_000)
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'withdrawn' })
  expect(codeOf(await buyer.call(withdraw, { id: order.id }))).toBe('notAllowed')
  // A request that was withdrawn may be repeated.
  expect(await asked(buyer, order.id)).toMatchObject({ state: 'asked', amount: 7_425 })
  expect((await askFor(buyer, order.id)).msg).toBe(
    'A refund of this order has been requested and is being handled.',
  )
  // The asker has no notice of their own act.
  expect(await titlesOf(main.userId)).toEqual(['Payment received'])
})

test('a request is repeated at most three times a day', async () => {
  const { buyer, order } = await newOrder()
  for (let time = 0; time < businessLimits.refundRequests.perDay; time += 1) {
    await asked(buyer, order.id)
    await buyer.call(withdraw, { id: order.id })
  }
  expect(codeOf(await askFor(buyer, order.id))).toBe('tooManyRequests')
  expect(await chars(buyer)).toBe(1_000_000)
})

test('use counts against the oldest credits first, and gifts are never money', async () => {
  const { main, buyer, order: first } = await newOrder()
  const second = await buy(buyer)
  await chargeChars(db, main, 400_000)
  await fund(db, main, { chars: 300_000 })
  expect(await offerOf(buyer, first.id)).toMatchObject({ unusedNum: 600_000, amount: 5_940 })
  expect(await offerOf(buyer, second.id)).toMatchObject({ unusedNum: 1_000_000, amount: 9_900 })
  await asked(buyer, second.id)
  expect(await offerOf(buyer, first.id)).toMatchObject({ unusedNum: 600_000 })
  await asked(buyer, first.id)
  expect(await chars(buyer)).toBe(300_000)
})

test('what sub-accounts have counts as used until it is taken back; gifts to them never count', async () => {
  const { main, sub, buyer, order } = await newOrder()
  await buyer.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 1_000_000 })
  const offer = await offerOf(buyer, order.id)
  expect(offer).toMatchObject({ unusedNum: 0, handedOutNum: 1_000_000, amount: 0 })
  expect(offer.refusal).toContain('1,000,000 characters are distributed to sub-accounts')
  await chargeChars(db, sub, 400_000)
  await fund(db, sub, { chars: 300_000 })
  await buyer.call(subAccounts.reclaim, {
    childUserId: sub.userId,
    changeCharNum: 900_000,
    changeVoiceNum: 0,
    changeImageNum: 0,
  })
  expect(await chars(buyer)).toBe(900_000)
  expect(await offerOf(buyer, order.id)).toMatchObject({ unusedNum: 600_000, amount: 5_940 })
  expect(main.userId).not.toBe(sub.userId)
})

test('a monthly plan is refunded by its whole days left, unless the rules exclude it', async () => {
  const { buyer } = await newBuyer()
  const order = await buy(buyer, monthly)
  const days = 30 * 24 * 60
  const offer = await offerOf(buyer, order.id)
  expect(offer).toMatchObject({
    translationBillingMode: 'time',
    creditedNum: days,
    unusedNum: days - 24 * 60,
    amount: Math.floor((order.amount * 29) / 30),
  })
  const until = async () => (await buyer.call(users.get, {})).data.memberAccount.expireDateTime
  const before = await until()
  await asked(buyer, order.id)
  expect(await until()).not.toBe(before)
  await buyer.call(withdraw, { id: order.id })
  expect(await until()).toBe(before)
  await withRules({ timePlans: 0 }, async () => {
    expect((await offerOf(buyer, order.id)).refusal).toBe('Monthly plans can’t be refunded.')
  })
})

test('outside of the rules, a sentence says which rule and until when', async () => {
  const { main, buyer, order } = await newOrder()
  const refusal = async () => (await offerOf(buyer, order.id)).refusal
  await withRules({ enabled: 0 }, async () => {
    expect(await refusal()).toBe('Refunds can’t be requested at present. Contact support.')
  })
  await chargeChars(db, main, 300_000)
  await withRules({ leastUnusedPercent: 71 }, async () => {
    expect(await refusal()).toBe(
      'At least 71% must be unused for a refund. Of this order, 70% is left.',
    )
    expect(codeOf(await askFor(buyer, order.id))).toBe('notAllowed')
  })
  await withRules({ leastUnusedPercent: 70 }, async () => expect(await refusal()).toBeNull())
  const { no: unpaid, id } = await placeOrder(buyer)
  expect((await offerOf(buyer, id)).refusal).toBe(
    `Order ${unpaid} is not paid, so it can’t be refunded.`,
  )
  await db
    .update(orderTable)
    .set({ paidAt: new Date('2026-01-05T04:00:00Z') })
    .where(and(eq(orderTable.ownerId, main.ownerId), eq(orderTable.id, order.id)))
  const late =
    'A refund can be requested within 7 days of the payment. For this order, that was until 2026-01-12 12:00:00.'
  expect(await refusal()).toBe(late)
  expect((await buyer.call(ask, { id: order.id, cause: 'other', amount: 1, num: 1 })).msg).toBe(
    late,
  )
  await withRules({ days: 365 }, async () => expect(await refusal()).toBeNull())
})

test('after a change of channel nothing can be asked, and a request gives back the same value', async () => {
  const { buyer, order } = await newOrder()
  await asked(buyer, order.id)
  await buyer.call(packages.changeChannel, { targetChannelId: '6' })
  await buyer.call(withdraw, { id: order.id })
  const { data } = await buyer.call(packages.channelQuote, { targetChannelId: '2' })
  expect(await chars(buyer)).toBeGreaterThan(0)
  expect(await chars(buyer)).toBeLessThan(1_000_000)
  expect(data).toBeDefined()
  expect((await offerOf(buyer, order.id)).refusal).toContain('converted to another channel')
})

test('other figures than those shown are refused with the new ones', async () => {
  const { main, buyer, order } = await newOrder()
  const { amount, num } = await offerOf(buyer, order.id)
  await chargeChars(db, main, 10_000)
  const reply = await buyer.call(ask, { id: order.id, cause: 'other', amount, num })
  expect([codeOf(reply), reply.msg]).toEqual([
    'changedElsewhere',
    'The refund is now ¥98.01. Check it and submit again.',
  ])
  expect(await chars(buyer)).toBe(990_000)
})

test('while another order is being refunded, or quota is owed for it, nothing can be asked', async () => {
  const { main, buyer, order: first } = await newOrder()
  const second = await buy(buyer)
  await chargeChars(db, main, 1_000_000)
  await wechat.notifyRefund(
    server.origin,
    wechat.refund(first.payment, { amountCents: first.amount }),
  )
  expect((await offerOf(buyer, second.id)).refusal).toContain('A refund of another order')
  expect(codeOf(await askFor(buyer, second.id))).toBe('notAllowed')
})

test('sub-accounts, whatever their role, neither ask nor withdraw; nor do other accounts', async () => {
  const { main, subs } = await addMember(db, { chars: [0, 0, 0, 0] })
  const buyer = await signedIn(server, main)
  const [accountant, deputy, member] = subs
  for (const [person, accountRole] of [
    [accountant!, 'accountant'],
    [deputy!, 'deputy'],
  ] as const)
    await buyer.call(subAccounts.setRole, { userId: person.userId, accountRole })
  const order = await buy(buyer)
  const { buyer: stranger } = await newBuyer()
  for (const call of [preview, withdraw])
    expect(codeOf(await stranger.call(call, { id: order.id }))).toBe('notFound')
  for (const person of [accountant!, deputy!, member!]) {
    const caller = await signedIn(server, person)
    expect(codeOf(await caller.call(preview, { id: order.id }))).toBe('notAllowed')
    expect(codeOf(await askFor(caller, order.id))).toBe('notAllowed')
  }
  await asked(buyer, order.id)
  expect(await chars(buyer)).toBe(0)
  expect(codeOf(await (await signedIn(server, accountant!)).call(withdraw, { id: order.id }))).toBe(
    'notAllowed',
  )
  const [entry] = (await buyer.call(auditLog.calls.page, {})).data.rows
  expect(entry).toMatchObject({ act: 'refundAsked', actorId: main.userId, object: order.no })
})

test('an account is not cancelled while a refund is asked for', async () => {
  const { buyer, order } = await newOrder()
  await asked(buyer, order.id)
  const reply = await cancelAccount({ asOwner: buyer })
  expect([codeOf(reply), reply.msg]).toEqual([
    'notAllowed',
    `The refund of ¥99.00 for order ${order.no} is still being handled. Withdraw the request, or wait for the refund, before you cancel the account.`,
  ])
  await buyer.call(withdraw, { id: order.id })
  expect(codeOf(await cancelAccount({ asOwner: buyer }))).toBe('done')
  expect(await queued(order.no)).toMatchObject({ state: 'withdrawn', account: '', note: null })
})

test.each([
  ['char to char', '2', '4'],
  ['char to time', '2', '6'],
  ['time to char', '6', '2'],
])('what is given back after the right package was bought: %s', async (_, wrong, right) => {
  const { main, buyer } = await newBuyer()
  const order = await buy(buyer, wrong)
  await asked(buyer, order.id)
  await buy(buyer, right)
  const { id } = await queued(order.no)
  await staff.finance.call(operatorCalls.decline, { id, answer: 'no' })
  const rows = await accountLogOf(db, main.ownerId, main.userId)
  const { charChange, minuteChange } = rows.at(-1)!
  expect(charChange + minuteChange).toBeGreaterThan(0)
})

test('what a running translation holds is neither offered nor taken', async () => {
  const { main, buyer, order } = await newOrder()
  const { ownerId, userId } = main
  await reserveChars(db, { ownerId, userId, chars: 300_000, usesMainQuota: false }, new Date())
  expect(await offerOf(buyer, order.id)).toMatchObject({ unusedNum: 700_000, amount: 6_930 })
  await asked(buyer, order.id)
  expect(await chars(buyer)).toBe(300_000)
  // The translation costs less than it held.
  await releaseExpired(db, new Date(Date.now() + leaseMilliseconds + 1))
  await chargeChars(db, main, 100_000)
  expect(await chars(buyer)).toBe(200_000)
  await buyer.call(withdraw, { id: order.id })
  expect(await offerOf(buyer, order.id)).toMatchObject({ unusedNum: 900_000, amount: 8_910 })
})

test('while an account is suspended nothing is asked or withdrawn, and a decline gives back', async () => {
  const { main, buyer, order } = await newOrder()
  await asked(buyer, order.id)
  const subject = { id: main.userId, reason: 'chargeback' }
  expect((await staff.support.call(customers.suspend, subject)).success).toBe(true)
  for (const call of [preview, withdraw])
    expect((await buyer.call(call, { id: order.id })).success).toBe(false)
  const { id } = await queued(order.no)
  expect((await staff.finance.call(operatorCalls.decline, { id, answer: 'no' })).success).toBe(true)
  await staff.admin.call(customers.reopen, subject)
  expect(await chars(await signedIn(server, main))).toBe(1_000_000)
})

test('an order that was paid after it had closed is refunded like any other', async () => {
  const { buyer } = await newBuyer()
  const order = await placeOrder(buyer)
  await buyer.call(orders.cancel, { id: order.id })
  expect((await offerOf(buyer, order.id)).refusal).toContain('is not paid')
  await wechat.notify(server.origin, wechat.pay(order.no))
  expect(await asked(buyer, order.id)).toMatchObject({ state: 'asked', amount: charPackage.cents })
})
