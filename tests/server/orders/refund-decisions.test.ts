/** Requests for refunds that operators approve, pay and decline, and that gateways answer. */
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { today } from '#contract/operator/today.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { mails, notices, refundRules } from '#server/schema.ts'
import {
  asked,
  askFor,
  chars,
  codeOf,
  offerOf,
  requestOf,
  publicUrl,
  refundFixture,
} from '#tests/support/actors/refund-requests.ts'
import { chargeChars } from '#tests/support/server/ledger-checks.ts'

const { server, db, wechat, staff, newOrder, queued, approve, record, approvalOf, titlesOf } =
  await refundFixture()
const { withdraw } = orderRefunds

test('a request is approved, refunded by two operators, and paid with the vendor’s number', async () => {
  const { main, buyer, order } = await newOrder()
  await chargeChars(db, main, 500_000)
  await asked(buyer, order.id)
  const before = (await staff.admin.call(today.get, {})).data.refundRequests
  const { id, amount, account } = await queued(order.no)
  expect([amount, account]).toEqual([4_950, main.account])
  expect((await record(order.no, id, amount)).msg).toContain('is not approved')
  expect(codeOf(await staff.support.call(operatorCalls.approve, { id }))).toBe('notAllowed')
  expect(codeOf(await approve(id))).toBe('done')
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'approved' })
  expect((await buyer.call(withdraw, { id: order.id })).msg).toContain('money is on its way')
  expect(codeOf(await staff.admin.call(operatorCalls.decline, { id, answer: 'no' }))).toBe(
    'notAllowed',
  )
  expect((await record(order.no, id, amount - 1)).msg).toContain('The request is for ¥49.50')
  expect((await record(order.no, undefined, amount)).msg).toContain('has requested a refund')
  expect((await record(order.no, id, amount)).success).toBe(true)
  expect(await queued(order.no)).toMatchObject({ recorded: 1 })
  const approval = await approvalOf(order.no)
  expect((await staff.finance.call(approvals.approve, { id: approval.id })).success).toBe(true)
  expect(await requestOf(buyer, order.id)).toMatchObject({
    state: 'paid',
    amount: 4_950,
    refundNo: expect.stringMatching(/^RR\d+$/) as string,
  })
  expect((await staff.admin.call(today.get, {})).data.refundRequests).toBe(before - 1)
  expect(await chars(buyer)).toBe(0)
  expect(await titlesOf(main.userId)).toEqual([
    expect.any(String),
    'Refund approved',
    'Refund completed',
  ])
  const sent = await db.select().from(mails).where(eq(mails.to, main.account)).orderBy(mails.id)
  expect(sent.map(({ subject }) => subject.split(' · ')[1])).toEqual(
    expect.arrayContaining(['Refund requested', 'Refund approved', 'Refund completed']),
  )
  expect((await offerOf(buyer, order.id)).refusal).toBe('This order was refunded.')
})

test('an approval is taken back only while no refund is recorded; then the owner may withdraw', async () => {
  const { main, buyer, order } = await newOrder()
  await asked(buyer, order.id)
  const { id, amount } = await queued(order.no)
  await approve(id)
  await record(order.no, id, amount)
  const reopen = () => staff.finance.call(operatorCalls.reopen, { id, note: 'not sent' })
  expect(codeOf(await reopen())).toBe('notAllowed')
  const approval = await approvalOf(order.no)
  await staff.finance.call(approvals.refuse, { id: approval.id, note: 'the number is wrong' })
  // The money may have been sent.
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'approved' })
  expect(codeOf(await reopen())).toBe('done')
  expect((await titlesOf(main.userId)).at(-1)).toBe('Refund request waits again')
  expect(codeOf(await buyer.call(withdraw, { id: order.id }))).toBe('done')
  expect(await chars(buyer)).toBe(1_000_000)
})

test('an approval that was asked for a request is refused once the request is closed', async () => {
  const { buyer, order } = await newOrder()
  await asked(buyer, order.id)
  const { id, amount } = await queued(order.no)
  await approve(id)
  await record(order.no, id, amount)
  // The gateway reports the same refund under another number, which is settled first.
  await wechat.notifyRefund(
    server.origin,
    wechat.refund(order.payment, { amountCents: order.amount }),
  )
  const { openRefundId } = await queued(order.no)
  await staff.finance.call(refunds.settle, { id: openRefundId! })
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'paid' })
  const approval = await approvalOf(order.no)
  expect(codeOf(await staff.finance.call(approvals.approve, { id: approval.id }))).toBe('invalid')
  expect(await chars(buyer)).toBe(0)
})

test('a refund that the gateway reports answers the request if it is of the same amount', async () => {
  const { main, buyer, order } = await newOrder()
  await asked(buyer, order.id)
  await wechat.notifyRefund(
    server.origin,
    wechat.refund(order.payment, { amountCents: order.amount }),
  )
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'approved' })
  const { openRefundId } = await queued(order.no)
  expect((await staff.finance.call(refunds.settle, { id: openRefundId! })).success).toBe(true)
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'paid', amount: order.amount })
  expect(await chars(buyer)).toBe(0)
  expect((await titlesOf(main.userId)).slice(1)).toEqual(['Refund approved', 'Refund completed'])
})

test('a reported refund of another amount closes the request, and the rest can be asked for', async () => {
  const { buyer, order } = await newOrder()
  await asked(buyer, order.id)
  await wechat.notifyRefund(server.origin, wechat.refund(order.payment, { amountCents: 3_300 }))
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'asked' })
  const { openRefundId, id } = await queued(order.no)
  expect((await approve(id)).msg).toContain('another refund that is not settled')
  expect((await staff.finance.call(refunds.settle, { id: openRefundId! })).success).toBe(true)
  expect(await requestOf(buyer, order.id)).toMatchObject({
    state: 'withdrawn',
    refundNo: expect.any(String),
  })
  expect(await chars(buyer)).toBe(666_667)
  expect(await asked(buyer, order.id)).toMatchObject({ state: 'asked', amount: 6_600 })
})

test('a declined request gives its quota back, with the reason, and can’t be repeated', async () => {
  const { main, buyer, order } = await newOrder()
  await asked(buyer, order.id)
  const { id } = await queued(order.no)
  expect(codeOf(await staff.support.call(operatorCalls.decline, { id, answer: 'no' }))).toBe(
    'notAllowed',
  )
  const answer = 'Used by your program'
  expect((await staff.finance.call(operatorCalls.decline, { id, answer })).success).toBe(true)
  expect(await chars(buyer)).toBe(1_000_000)
  expect(await requestOf(buyer, order.id)).toMatchObject({ state: 'declined', answer })
  expect((await askFor(buyer, order.id)).msg).toContain('was declined')
  const [notice] = await db
    .select()
    .from(notices)
    .where(eq(notices.userId, main.userId))
    .orderBy(desc(notices.seq))
    .limit(1)
  expect(notice!.words.en.content).toContain(answer)
  const { rows } = (await staff.admin.call(operatorLog.page, { subject: order.no })).data
  expect(rows[0]).toMatchObject({ action: 'refund-requests decline', reason: answer })
})

test('the rules are checked, versioned and logged', async () => {
  const { data: rules } = await staff.support.call(operatorCalls.rules, {})
  expect(codeOf(await staff.support.call(operatorCalls.saveRules, rules))).toBe('notAllowed')
  for (const wrong of [{ days: 366 }, { days: -1 }, { leastUnusedPercent: 101 }, { days: 1.5 }])
    expect(codeOf(await staff.finance.call(operatorCalls.saveRules, { ...rules, ...wrong }))).toBe(
      'invalid',
    )
  const both = await Promise.all(
    [20, 30].map((days) => staff.finance.call(operatorCalls.saveRules, { ...rules, days })),
  )
  expect(both.map(codeOf).toSorted()).toEqual(['changedElsewhere', 'done'])
  const { rows } = (await staff.admin.call(operatorLog.page, { subject: 'rules' })).data
  expect(rows[0]).toMatchObject({ action: 'refund-requests rules' })
  await db.delete(refundRules)
})

test('the mail of each state leads to the order', async () => {
  const { main, buyer, order } = await newOrder()
  const mailed = async () => {
    const sent = await db.select().from(mails).where(eq(mails.to, main.account)).orderBy(mails.id)
    return sent.flatMap(({ subject, text, html }) => {
      const address = `${publicUrl}/UserCenterOrder?no=${order.no}&open=row`
      const isLinked = text.includes(address) && html.includes(address.replace('&', '&amp;'))
      const title = subject.split(' · ')[1]!
      return title.startsWith('Refund') ? [[title, isLinked]] : []
    })
  }
  await asked(buyer, order.id)
  const { id, amount } = await queued(order.no)
  await approve(id)
  await staff.finance.call(operatorCalls.reopen, { id, note: 'not sent' })
  await buyer.call(withdraw, { id: order.id })
  await asked(buyer, order.id)
  const second = await queued(order.no)
  await approve(second.id)
  await record(order.no, second.id, amount)
  const approval = await approvalOf(order.no)
  await staff.finance.call(approvals.approve, { id: approval.id })
  const paid = [
    'Refund requested',
    'Refund approved',
    'Refund request waits again',
    'Refund request withdrawn',
    'Refund requested',
    'Refund approved',
    'Refund completed',
  ]
  expect(await mailed()).toEqual(paid.map((title) => [title, true]))
})
