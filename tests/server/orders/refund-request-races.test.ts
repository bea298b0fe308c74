/** Requests for refunds at once with everything else that moves quota or money: one outcome. */
import fc from 'fast-check'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { computeRefund, computeUnused } from '#server/features/orders/refunds/unused-quota.ts'
import { orders as orderTable, refundRequests, refunds } from '#server/schema.ts'
import { addMember, buyPackage } from '#tests/support/actors/memberships.ts'
import { newOperator, operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { accountLogOf, balanceOf, fund, type Person } from '#tests/support/actors/people.ts'
import { violationError } from '#tests/support/server/database-state.ts'
import { chargeChars, discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'

/** Rounds of each race; `RACE_ROUNDS` sets more. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 3)
/** Random histories; `LEDGER_SESSIONS` sets more. */
const histories = Number(process.env['LEDGER_SESSIONS'] ?? 10)

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
          // Rounded down to the fen: a fen more would need more than is unused.
          expect(BigInt(cents) * BigInt(num)).toBeLessThanOrEqual(
            BigInt(paid) * BigInt(unused + charged) - BigInt(refundedCents) * BigInt(num) + 0n,
          )
          refundedCents += cents
          charged += taken
        }
        expect(refundedCents).toBeLessThanOrEqual(paid)
        expect(charged).toBeLessThanOrEqual(num)
        if (charged === num) expect(refundedCents).toBe(paid)
      },
    ),
  )
})

const amount = fc.integer({ min: 1, max: 600_000 })
const step = fc.oneof(
  fc.record({ act: fc.constant('buy' as const) }),
  fc.record({ act: fc.constant('gift' as const), amount }),
  fc.record({ act: fc.constant('use' as const), amount }),
  fc.record({ act: fc.constant('useOfSub' as const), amount }),
  fc.record({ act: fc.constant('give' as const), amount }),
  fc.record({ act: fc.constant('reclaim' as const), amount }),
  fc.record({ act: fc.constant('giftToSub' as const), amount }),
  fc.record({ act: fc.constant('ask' as const), nth: fc.nat(3) }),
  fc.record({ act: fc.constant('withdraw' as const), nth: fc.nat(3) }),
  fc.record({ act: fc.constant('refund' as const), nth: fc.nat(3) }),
)

test(
  `after each of ${histories} random histories, no order gave back more than its price and its quota`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { main, subs } = await addMember(db, { chars: [0, 0] })
        const [sub, buyer] = [subs[0]!, await signedIn(server, main)]
        await buyPackage(server, main, '2')
        const reclaim = { changeVoiceNum: 0, changeImageNum: 0 }
        for (const one of steps) {
          const all = await db
            .select()
            .from(orderTable)
            .where(eq(orderTable.ownerId, main.ownerId))
            .orderBy(orderTable.seq)
          const order = 'nth' in one ? all[one.nth % all.length]! : all[0]!
          if (one.act === 'buy') await buyPackage(server, main, '2')
          else if (one.act === 'gift') await fund(db, main, { chars: one.amount })
          else if (one.act === 'giftToSub') await fund(db, sub, { chars: one.amount })
          else if (one.act === 'use') await chargeChars(db, main, one.amount).catch(() => undefined)
          else if (one.act === 'useOfSub')
            await chargeChars(db, sub, one.amount).catch(() => undefined)
          else if (one.act === 'give')
            await buyer.call(subAccounts.distribute, {
              childUserId: sub.userId,
              changeCharNum: one.amount,
            })
          else if (one.act === 'reclaim')
            await buyer.call(subAccounts.reclaim, {
              childUserId: sub.userId,
              changeCharNum: one.amount,
              ...reclaim,
            })
          else if (one.act === 'withdraw') await buyer.call(withdraw, { id: order.id })
          else if (one.act === 'ask') {
            const offer = (await buyer.call(preview, { id: order.id })).data
            const before = await charsOf(main)
            const { success } = await buyer.call(ask, {
              id: order.id,
              cause: 'other',
              amount: offer.amount,
              num: offer.num,
            })
            expect(success).toBe(offer.refusal === null)
            expect(before - (await charsOf(main))).toBe(success ? offer.num : 0)
          } else {
            const [request] = await db
              .select()
              .from(refundRequests)
              .where(
                and(
                  eq(refundRequests.ownerId, main.ownerId),
                  eq(refundRequests.orderId, order.id),
                  eq(refundRequests.state, 'asked'),
                ),
              )
            if (!request) continue
            await approvedRequest(order.no)
            await staff.support.call(refundCalls.record, {
              orderNo: order.no,
              amount: request.amountCents,
              refundNo: `H-${order.no}`,
              note: 'asked',
              requestId: request.id,
            })
            const { rows } = (await staff.admin.call(approvals.page, { subject: order.no })).data
            const reply = await staff.finance.call(approvals.approve, { id: rows[0]!.id })
            expect(reply.success).toBe(true)
            const [refund] = await db.select().from(refunds).where(eq(refunds.orderNo, order.no))
            expect(refund).toMatchObject({ taken: request.taken, owed: 0, state: 'settled' })
          }
        }
        // Gifts and what was used are never money: the orders gave back what of them is gone at most.
        const { rows } = await db.execute<{ used: string; taken: string; bought: string }>(
          sql`select (select coalesce(sum(-char_change), 0) from account_log where owner_id = ${main.ownerId} and log_type = 'TRANSLATION_CONSUME') as used,
            (select coalesce(sum(taken), 0) from refund_requests where owner_id = ${main.ownerId} and state <> 'withdrawn') as taken,
            (select coalesce(sum(num), 0) from orders where owner_id = ${main.ownerId} and pay_status = 'P') as bought`,
        )
        const [{ used, taken, bought: credited }] = rows as [(typeof rows)[number]]
        const given = await db.execute<{ gifts: string }>(
          sql`select coalesce(sum(char_change), 0) as gifts from account_log where owner_id = ${main.ownerId} and log_type = 'SYS_ADJUST' and recharge_order_no is null`,
        )
        expect(Number(taken)).toBeLessThanOrEqual(Number(credited))
        expect(Number(taken) + Number(used)).toBeLessThanOrEqual(
          Number(credited) + Number(given.rows[0]!.gifts),
        )
      }),
      { numRuns: histories, endOnFailure: false },
    )
    expect(await discrepancies(db)).toEqual([])
  },
)
