/** Requests for refunds at once with everything else that moves quota or money: one outcome. */
import fc from 'fast-check'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { computeRefund, computeUnused } from '#server/features/orders/refunds/unused-quota.ts'
import { refundRequests, refunds } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator, operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { accountLogOf, balanceOf, type Person } from '#tests/support/actors/people.ts'
import { violationError } from '#tests/support/server/database-state.ts'
import { chargeChars, discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'

/** Rounds of each race; `RACE_ROUNDS` sets more. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 3)

const { server, wechat } = await serverWithGateways()
const { db } = server.database
const staff = await operatorsOfEachRole(server)
const { preview, ask, withdraw } = orderRefunds
const bought = 1_000_000

async function newOrder() {
  const { main, subs } = await addMember(db, { chars: [0, 0] })
  const buyer = await signedIn(server, main)
  const { id, no } = await placeOrder(buyer)
  await wechat.notify(server.origin, wechat.pay(no))
  const { amount, num } = (await buyer.call(preview, { id })).data
  const input = { id, cause: 'notNeeded', amount, num } as const
  return { main, sub: subs[0]!, buyer, id, no, input }
}
const charsOf = async ({ ownerId, userId }: Person) => (await balanceOf(db, ownerId, userId)).chars
const stateOf = async (caller: Caller, id: string) =>
  (await caller.call(orders.get, { id })).data.refundRequest?.state ?? null
const successes = (replies: readonly { success: boolean }[]) =>
  replies.filter(({ success }) => success).length
/** Approves the request of an order; returns its id. */
async function approvedRequest(orderNo: string) {
  const { rows } = (await staff.admin.call(operatorCalls.page, { orderNo })).data
  const { id } = rows[0]!
  const reply = await staff.finance.call(operatorCalls.approve, { id })
  if (!reply.success) throw new Error(reply.msg)
  return id
}
const eachRound = async (race: () => Promise<void>) => {
  for (let round = 0; round < rounds; round += 1) await race()
  expect(await discrepancies(db)).toEqual([])
}

test('of requests from several devices at once, one is stored and takes the quota once', () =>
  eachRound(async () => {
    const { main, buyer, id, input } = await newOrder()
    const devices = [buyer, await signedIn(server, main), await signedIn(server, main)]
    const replies = await Promise.all(
      [...devices, ...devices].map((device) => device.call(ask, input)),
    )
    expect(successes(replies)).toBe(1)
    expect(await charsOf(main)).toBe(0)
    expect(await stateOf(buyer, id)).toBe('asked')
  }))

test('the database refuses a second request of an order', async () => {
  const { main, buyer, id, input } = await newOrder()
  await buyer.call(ask, input)
  const [request] = await db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.ownerId, main.ownerId), eq(refundRequests.orderId, id)))
  const { id: _, ...copy } = request!
  await expect(db.insert(refundRequests).values(copy)).rejects.toMatchObject({
    cause: violationError('refund_requests_once'),
  })
})

test('a request beside a distribution and a translation takes no more than is unused then', () =>
  eachRound(async () => {
    const { main, sub, buyer, id, input } = await newOrder()
    const used = 10_000
    const [asked, given] = await Promise.all([
      buyer.call(ask, input),
      buyer.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: used }),
      chargeChars(db, main, used).catch(() => undefined),
    ])
    const rows = await accountLogOf(db, main.ownerId, main.userId)
    const spent = rows
      .filter(({ logType }) => logType === 'TRANSLATION_CONSUME')
      .reduce((sum, { charChange }) => sum - charChange, 0)
    // Either all of it was unused and is taken, or the request is refused for the new amount.
    expect(await charsOf(main)).toBe(
      asked.success ? 0 : bought - spent - (given.success ? used : 0),
    )
    if (asked.success) expect([given.success, spent]).toEqual([false, 0])
    expect(await stateOf(buyer, id)).toBe(asked.success ? 'asked' : null)
  }))

test('a withdrawal beside an approval and a refusal has one outcome', () =>
  eachRound(async () => {
    const { main, buyer, id, no, input } = await newOrder()
    await buyer.call(ask, input)
    const { rows } = (await staff.admin.call(operatorCalls.page, { orderNo: no })).data
    const requestId = rows[0]!.id
    const [withdrawn, declined, approved] = await Promise.all([
      buyer.call(withdraw, { id }),
      staff.finance.call(operatorCalls.decline, { id: requestId, answer: 'no' }),
      staff.admin.call(operatorCalls.approve, { id: requestId }),
    ])
    expect(successes([withdrawn, declined, approved])).toBe(1)
    expect(await stateOf(buyer, id)).toBe(
      withdrawn.success ? 'withdrawn' : declined.success ? 'declined' : 'approved',
    )
    expect(await charsOf(main)).toBe(approved.success ? 0 : bought)
  }))

test('two operators who approve at once pay once', () =>
  eachRound(async () => {
    const { main, buyer, id, no, input } = await newOrder()
    await buyer.call(ask, input)
    const requestId = await approvedRequest(no)
    await staff.support.call(refundCalls.record, {
      orderNo: no,
      amount: input.amount,
      refundNo: `TWO-${no}`,
      note: 'asked',
      requestId,
    })
    const approval = (await staff.admin.call(approvals.page, { subject: no })).data.rows[0]!
    const second = await newOperator(server, 'finance')
    const replies = await Promise.all([
      staff.finance.call(approvals.approve, { id: approval.id }),
      second.call(approvals.approve, { id: approval.id }),
      staff.admin.call(approvals.refuse, { id: approval.id, note: 'no' }),
      buyer.call(withdraw, { id }),
    ])
    expect(successes(replies.slice(0, 3))).toBe(1)
    const isPaid = replies[0].success || replies[1].success
    expect(replies[3].success).toBe(false)
    expect(await stateOf(buyer, id)).toBe(isPaid ? 'paid' : 'approved')
    expect(await charsOf(main)).toBe(0)
    expect(await db.$count(refunds, eq(refunds.orderNo, no))).toBe(isPaid ? 1 : 0)
  }))

test('a refund that is recorded while its approval is taken back answers a live request, or none', () =>
  eachRound(async () => {
    const { main, buyer, id, no, input } = await newOrder()
    await buyer.call(ask, input)
    const requestId = await approvedRequest(no)
    const takeBack = async () => {
      const reply = await staff.finance.call(operatorCalls.reopen, {
        id: requestId,
        note: 'not sent',
      })
      if (reply.success) await buyer.call(withdraw, { id })
      return reply
    }
    const [recorded, reopened] = await Promise.all([
      staff.support.call(refundCalls.record, {
        orderNo: no,
        amount: input.amount,
        refundNo: `BACK-${no}`,
        note: 'asked',
        requestId,
      }),
      takeBack(),
    ])
    expect(successes([recorded, reopened])).toBe(1)
    expect(await stateOf(buyer, id)).toBe(recorded.success ? 'approved' : 'withdrawn')
    expect(await charsOf(main)).toBe(recorded.success ? 0 : bought)
  }))

test('what is refunded is never worth more than was paid, nor more quota than is unused', () => {
  const quantity = fc.integer({ min: 0, max: 10 ** 9 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 8 }),
      fc.array(quantity, { minLength: 1, maxLength: 5 }),
      quantity,
      (num, paid, lefts, later) => {
        let refundedCents = 0
        let charged = 0
        for (const left of lefts) {
          const { unused } = computeUnused({
            credited: num,
            charged,
            main: left + later,
            group: left + later,
            laterOfMain: later,
            laterOfGroup: later,
          })
          expect(unused).toBeLessThanOrEqual(left)
          const order = { num, amountCents: paid }
          const { cents, taken } = computeRefund(order, { unused, charged, refundedCents })
          expect(taken).toBeLessThanOrEqual(unused)
          expect(taken).toBeGreaterThanOrEqual(0)
          // The quota of a refund is rounded down: what is left of a unit is worth nothing.
          if (cents > 0) {
            expect(BigInt(refundedCents + cents) * BigInt(num)).toBeLessThanOrEqual(
              BigInt(paid) * BigInt(charged + unused),
            )
          }
          refundedCents += cents
          charged += taken
        }
        expect(refundedCents).toBeLessThanOrEqual(paid)
        expect(charged).toBeLessThanOrEqual(num)
        if (charged === num) expect(refundedCents).toBe(paid)
      },
    ),
    { examples: [[13, 2, [7, 0], 0]] },
  )
})
