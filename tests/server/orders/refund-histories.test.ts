/**
 * Random histories of an account that buys, uses, converts and asks for refunds: no act makes value, and what
 * a request takes comes back.
 */
import fc from 'fast-check'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#contract/operator/approvals.ts'
import { refundRequests as operatorCalls } from '#contract/operator/refund-requests.ts'
import { refunds as refundCalls } from '#contract/operator/refunds.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { packages } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { readMainMembership, readPriceList } from '#server/features/packages/index.ts'
import { balances, orders, refundRequests, refunds } from '#server/schema.ts'
import { addMember, buyPackage } from '#tests/support/actors/memberships.ts'
import { addOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { fund, type Person } from '#tests/support/actors/people.ts'
import { chargeChars, discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type ApiErrorData, type Caller } from '#tests/support/server/server.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'

/** Random histories; `LEDGER_SESSIONS` sets more. */
const histories = Number(process.env['LEDGER_SESSIONS'] ?? 15)

const { server } = await serverWithGateways()
const { db } = server.database
const { preview, ask, withdraw } = orderRefunds
const [support, finance] = [
  await addOperator(server, 'support'),
  await addOperator(server, 'finance'),
]
const hour = 3_600_000

/** Packages of two channels by characters, and of two by time. */
const packageIds = ['2', '2', '4', '6', '7'] as const
const channelIds = ['1', '5', '6'] as const
const amount = fc.integer({ min: 1, max: 600_000 })
const nth = fc.nat(5)
const step = fc.oneof(
  fc.record({ act: fc.constant('buy' as const), packageId: fc.constantFrom(...packageIds) }),
  fc.record({ act: fc.constant('changeChannel' as const), id: fc.constantFrom(...channelIds) }),
  fc.record({ act: fc.constant('gift' as const), amount }),
  fc.record({ act: fc.constant('giftToSub' as const), amount }),
  fc.record({ act: fc.constant('use' as const), amount }),
  fc.record({ act: fc.constant('useOfSub' as const), amount }),
  fc.record({ act: fc.constant('give' as const), amount }),
  fc.record({ act: fc.constant('reclaim' as const), amount }),
  fc.record({ act: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ act: fc.constant('ask' as const), nth }),
  fc.record({ act: fc.constant('ask' as const), nth }),
  fc.record({ act: fc.constant('withdraw' as const), nth }),
  fc.record({ act: fc.constant('decline' as const), nth }),
  fc.record({ act: fc.constant('reopen' as const), nth }),
  fc.record({ act: fc.constant('refund' as const), nth }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Cents that all quota of the account group is worth, with what live requests have taken. */
async function valueOf({ ownerId }: Person): Promise<number> {
  const prices = await readPriceList(db)
  const worth = (unit: 'chars' | 'minutes', channelId: string, count: number) => {
    const { cents, per } = prices[unit].get(channelId)!
    return (count * cents) / per
  }
  const { mode, channelId } = await readMainMembership(db, ownerId)
  const accounts = await db.select().from(balances).where(eq(balances.ownerId, ownerId))
  const live = await db
    .select({ taken: refundRequests.taken, mode: orders.billingMode, channelId: orders.channelId })
    .from(refundRequests)
    .innerJoin(
      orders,
      and(eq(orders.ownerId, refundRequests.ownerId), eq(orders.id, refundRequests.orderId)),
    )
    .where(
      and(
        eq(refundRequests.ownerId, ownerId),
        inArray(refundRequests.state, ['asked', 'approved']),
      ),
    )
  const now = server.services.clock().getTime()
  const main = accounts.find(({ userId }) => userId === ownerId)!
  const minutes = mode === 'time' ? Math.max(0, (main.expiresAt?.getTime() ?? 0) - now) / 60_000 : 0
  const chars = accounts.reduce((sum, account) => sum + account.chars, 0)
  return (
    worth('chars', channelId, chars) +
    (minutes > 0 ? worth('minutes', channelId, minutes) : 0) +
    live.reduce(
      (sum, { taken, mode: unit, channelId: channel }) =>
        sum + worth(unit === 'time' ? 'minutes' : 'chars', channel, taken),
      0,
    )
  )
}

/** Cents by which rounding to whole characters and minutes, and the time of the calls, may change it. */
const rounding = 4

type Requests = typeof refundRequests.$inferSelect

async function requestOf({ ownerId }: Person, orderId: string, states: Requests['state'][]) {
  const [request] = await db
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.ownerId, ownerId),
        eq(refundRequests.orderId, orderId),
        inArray(refundRequests.state, states),
      ),
    )
  return request
}

/** Approves the request and pays it back. */
async function refund(order: typeof orders.$inferSelect, request: Requests): Promise<void> {
  // Sessions of operators end while time passes.
  const [asFinance, asSupport] = await Promise.all(
    [finance, support].map((operator) => operatorCaller(server, operator)),
  )
  await asFinance!.call(operatorCalls.approve, { id: request.id })
  const refundNo = `H-${request.id}`
  const recorded = await asSupport!.call(refundCalls.record, {
    orderNo: order.no,
    amount: request.amountCents,
    refundNo,
    note: 'asked',
    requestId: request.id,
  })
  expect(recorded.success, recorded.msg).toBe(true)
  const { rows } = (await asFinance!.call(approvals.page, { subject: order.no, state: 'open' }))
    .data
  const reply = await asFinance!.call(approvals.approve, { id: rows[0]!.id })
  expect(reply.success, reply.msg).toBe(true)
  const [row] = await db.select().from(refunds).where(eq(refunds.refundNo, refundNo))
  expect(row).toMatchObject({ taken: request.taken, owed: 0, state: 'settled' })
}

/** Runs a step; returns by how many cents it may raise the value, and by how many lower it. */
async function run(
  one: Step,
  { main, sub, buyer }: { main: Person; sub: Person; buyer: Caller },
): Promise<{ raises?: number; lowers?: number }> {
  const units = { changeVoiceNum: 0, changeImageNum: 0 }
  switch (one.act) {
    case 'buy':
      await buyPackage(server, main, one.packageId)
      return { raises: Infinity }
    case 'gift':
    case 'giftToSub':
      await fund(db, one.act === 'gift' ? main : sub, { chars: one.amount })
      return { raises: Infinity }
    case 'changeChannel':
      await buyer.call(packages.changeChannel, { targetChannelId: one.id })
      return {}
    case 'use':
    case 'useOfSub':
      await chargeChars(db, one.act === 'use' ? main : sub, one.amount).catch(() => undefined)
      return { lowers: Infinity }
    case 'give':
      await buyer.call(subAccounts.distribute, {
        childUserId: sub.userId,
        changeCharNum: one.amount,
      })
      return {}
    case 'reclaim':
      await buyer.call(subAccounts.reclaim, {
        childUserId: sub.userId,
        changeCharNum: one.amount,
        ...units,
      })
      return {}
    case 'wait':
      server.passTime(one.hours * hour)
      return { lowers: Infinity }
    default:
      return decide(one, { main, buyer })
  }
}

async function decide(
  {
    act,
    nth: position,
  }: { act: 'ask' | 'withdraw' | 'decline' | 'reopen' | 'refund'; nth: number },
  { main, buyer }: { main: Person; buyer: Caller },
): Promise<{ raises?: number; lowers?: number }> {
  const all = await db
    .select()
    .from(orders)
    .where(eq(orders.ownerId, main.ownerId))
    .orderBy(orders.seq)
  const order = all[position % all.length]!
  if (act === 'ask') {
    const before = await leftOf(main, order)
    const { amount: cents, num, refusal } = (await buyer.call(preview, { id: order.id })).data
    const reply = await buyer.call(ask, { id: order.id, cause: 'other', amount: cents, num })
    const code = reply.success ? undefined : (reply.data as ApiErrorData).code
    if (code !== 'tooManyRequests') expect(reply.success, reply.msg).toBe(refusal === null)
    if (reply.success) await expectTaken(main, order, before)
    return {}
  }
  if (act === 'withdraw') {
    await buyer.call(withdraw, { id: order.id })
    return {}
  }
  const request = await requestOf(main, order.id, act === 'reopen' ? ['approved'] : ['asked'])
  if (!request) return {}
  if (act === 'refund') {
    await refund(order, request)
    // The value that goes is the money that is paid back.
    return { raises: -request.amountCents, lowers: request.amountCents }
  }
  const asFinance = await operatorCaller(server, finance)
  const reply =
    act === 'decline'
      ? await asFinance.call(operatorCalls.decline, { id: request.id, answer: 'no' })
      : await asFinance.call(operatorCalls.reopen, { id: request.id, note: 'no' })
  expect(reply.success, reply.msg).toBe(true)
  return {}
}

/** What the main account has of the unit of an order. */
async function leftOf(
  { ownerId }: Person,
  { billingMode }: typeof orders.$inferSelect,
): Promise<number> {
  const isMain = and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId))
  const [main] = await db.select().from(balances).where(isMain)
  const now = server.services.clock().getTime()
  return billingMode === 'char'
    ? main!.chars
    : Math.max(0, (main!.expiresAt?.getTime() ?? 0) - now) / 60_000
}

/**
 * A request takes no more than the account and the order had, all of it from the account, and asks for no
 * more money than the order's price for that.
 */
async function expectTaken(
  main: Person,
  order: typeof orders.$inferSelect,
  before: number,
): Promise<void> {
  const { taken, amountCents } = (await requestOf(main, order.id, ['asked']))!
  const unused = Math.min(before, order.num)
  expect(taken).toBeLessThanOrEqual(unused)
  expect(amountCents * order.num).toBeLessThanOrEqual(order.amountCents * unused)
  const gone = before - (await leftOf(main, order))
  // Minutes pass during the calls.
  expect(gone).toBeGreaterThanOrEqual(taken)
  expect(gone).toBeLessThan(taken + (order.billingMode === 'char' ? 1 : 2))
}

/** Orders gave back their price and their quota at most. */
async function expectWithinOrders({ ownerId }: Person): Promise<void> {
  for (const order of await db.select().from(orders).where(eq(orders.ownerId, ownerId))) {
    const settled = await db
      .select()
      .from(refunds)
      .where(and(eq(refunds.ownerId, ownerId), eq(refunds.orderId, order.id)))
    const sum = (of: (row: (typeof settled)[number]) => number) =>
      settled.reduce((total, row) => total + of(row), 0)
    expect(sum(({ amountCents }) => amountCents)).toBeLessThanOrEqual(order.amountCents)
    expect(sum(({ taken, owed, waived }) => taken + owed + waived)).toBeLessThanOrEqual(order.num)
  }
}

test(
  `in ${histories} random histories, no request for a refund and no conversion makes or loses value`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { main, subs } = await addMember(db, { chars: [0, 0] })
        const sub = subs[0]!
        await buyPackage(server, main, '2')
        let buyer = await signedIn(server, main)
        for (const one of steps) {
          const before = await valueOf(main)
          const { raises = 0, lowers = 0 } = await run(one, { main, sub, buyer })
          const after = await valueOf(main)
          expect(after).toBeLessThanOrEqual(before + raises + rounding)
          expect(after).toBeGreaterThanOrEqual(before - lowers - rounding)
          if (one.act === 'wait') buyer = await signedIn(server, main)
        }
        await expectWithinOrders(main)
        expect(await discrepancies(db, { full: true, owners: [main.ownerId] })).toEqual([])
      }),
      { numRuns: histories, endOnFailure: false },
    )
    expect(await discrepancies(db)).toEqual([])
  },
)
