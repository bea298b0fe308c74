/** Load of refunds: an order is paid, a refund is asked for and decided. Knows the rows that this leaves. */
import { sql } from 'drizzle-orm'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { refundRequests } from '#contract/operator/refund-requests.ts'
import { refunds } from '#contract/operator/refunds.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { hashToken } from '#server/http/signature.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import { operators, operatorSessions } from '#server/schema.ts'
import { caller, type Caller, type Reply } from '#tests/support/server/server.ts'

/** Log rows that a successful call leaves, identified by values that no other call uses. */
export type Trace = {
  log: 'account' | 'translation' | 'order' | 'refund' | 'fapiao'
  logType?: string
  mark: string
  rows: number
}
/** Retries a call until it gets a response, and returns it. */
export type Ask = <E extends Endpoint>(
  actor: Caller,
  endpoint: E,
  input: InputOf<E>,
) => Promise<Reply>

type Target = { api: string; now: () => number }
export type RefundStaff = Record<'support' | 'finance', Caller>

async function signInOperator(db: Db, target: Target, role: OperatorRole): Promise<Caller> {
  const account = { email: `${role}@load.example.com`, name: `load ${role}`, role }
  const [row] = await db
    .insert(operators)
    .values({ ...account, passwordHash: 'none', createdAt: new Date() })
    .returning()
  const signer = { sk: nodeCrypto.random(32), userId: row!.userId }
  await db.insert(operatorSessions).values({
    tokenHash: hashToken(computeAuthToken(nodeCrypto.md5, signer), nodeCrypto),
    userId: row!.userId,
    ip: '10.1.1.1',
    createdAt: new Date(),
    usedAt: new Date(),
  })
  return caller(target, signer)
}

export const signInStaff = async (db: Db, target: Target): Promise<RefundStaff> => ({
  support: await signInOperator(db, target, 'support'),
  finance: await signInOperator(db, target, 'finance'),
})

/** Package of the account's channel, so that buying it converts nothing. */
export async function findOwnPackage(db: Db, ownerId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select g.id::text from member_groups g join users u on u.owner_id = ${ownerId} and u.user_id = u.owner_id
      left join member_groups own on own.id = u.member_group_id
      where g.on_sale and g.billing_mode = 'char' and g.channel_id = coalesce(u.channel_id, own.channel_id)`,
  )
  return rows[0]!.id
}

export type Actors = { owner: Caller; staff: RefundStaff; packageId: string; target: Target }
export type RefundDecision = 'withdraw' | 'decline' | 'pay'

/** Expects the calls to succeed. */
export const demanding =
  (callWithRetry: Ask) =>
  async <E extends Endpoint>(
    actor: Caller,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<OutputOf<E>> => {
    const reply = await callWithRetry(actor, endpoint, input)
    if (!reply.success) throw new Error(`${endpoint.path} was refused: ${reply.msg}`)
    return reply.data as OutputOf<E>
  }

export type PaidOrder = { id: string | number; no: string }

/** Undefined if too many orders wait for payment. */
export async function payOrder(
  callWithRetry: Ask,
  { owner, packageId, target }: Actors,
): Promise<PaidOrder | undefined> {
  const ask = demanding(callWithRetry)
  const placed = await callWithRetry(owner, orders.pay, {
    memberGroupId: packageId,
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  if (!placed.success) return undefined
  const { orderId: id, orderNo: no, scanQRCodeUrl } = placed.data as OutputOf<typeof orders.pay>
  const cashier = new URL(scanQRCodeUrl).pathname
  for (let isPaid = false; !isPaid;) {
    await fetch(new URL(cashier, target.api), { method: 'POST' }).catch(() => undefined)
    isPaid = (await ask(owner, orders.get, { id })).payStatus === 'P'
  }
  return { id, no }
}

/** Returns the rows of the order. */
export async function refundOrder(
  callWithRetry: Ask,
  { owner, staff }: Actors,
  { id, no }: PaidOrder,
  decision: RefundDecision,
): Promise<Trace[]> {
  const ask = demanding(callWithRetry)
  const { amount, num } = await ask(owner, orderRefunds.preview, { id })
  await ask(owner, orderRefunds.ask, { id, cause: 'other', amount, num })
  const adjustments = (rows: number): Trace[] => [
    { log: 'order', logType: 'SYS_ADJUST', mark: no, rows },
  ]
  if (decision === 'withdraw') {
    await ask(owner, orderRefunds.withdraw, { id })
    return adjustments(2)
  }
  const requestId = (await ask(staff.finance, refundRequests.page, { orderNo: no })).rows[0]!.id
  if (decision === 'decline') {
    await ask(staff.finance, refundRequests.decline, { id: requestId, answer: 'no' })
    return adjustments(2)
  }
  await ask(staff.finance, refundRequests.approve, { id: requestId })
  const recorded = { orderNo: no, amount, refundNo: `load-${no}`, note: 'asked', requestId }
  await ask(staff.support, refunds.record, recorded)
  const { rows } = await ask(staff.finance, approvals.page, { subject: no, state: 'open' })
  await ask(staff.finance, approvals.approve, { id: rows[0]!.id })
  // Taken when it was asked for; given back and taken again when it was settled.
  return [...adjustments(3), { log: 'refund', mark: no, rows: 1 }]
}

/** Rows of these orders as they are, in the form of traces. */
export async function findRefundTraces(db: Db, traces: readonly Trace[]): Promise<Trace[]> {
  const marks = sql.param(traces.filter(({ log }) => log === 'order').map(({ mark }) => mark))
  const { rows: adjusted } = await db.execute<{ mark: string; rows: number }>(
    sql`select recharge_order_no as mark, count(*)::int as rows from account_log
      where log_type = 'SYS_ADJUST' and recharge_order_no = any(${marks}::text[]) group by 1`,
  )
  const { rows: refunded } = await db.execute<{ mark: string; rows: number }>(
    sql`select order_no as mark, count(*)::int as rows from refunds where order_no = any(${marks}::text[]) group by 1`,
  )
  return [
    ...adjusted.map((row) => ({ log: 'order' as const, logType: 'SYS_ADJUST', ...row })),
    ...refunded.map((row) => ({ log: 'refund' as const, ...row })),
  ]
}
