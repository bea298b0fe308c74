/** The sandbox's vendor: opens, pays and closes bills in its own table. */
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { sandboxBills, type SandboxBill } from '#server/features/orders/payment/sandbox/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type PayChannelCode,
  type Payment,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import type { Dependencies } from '#server/dependencies.ts'

type BillDeps = Pick<Dependencies, 'db' | 'clock' | 'crypto'>

const tokenBytes = 24
const tokenPattern = /^[\w-]{32}$/

/**
 * Opens a bill, or returns the existing one of the order. Throws GatewayFailure if it can't be
 * paid.
 */
export async function openBill(
  { db, crypto }: BillDeps,
  paymentRequest: PaymentRequest,
  payChannel: PayChannelCode,
): Promise<SandboxBill> {
  const { no: orderNo, orderId, amountCents, createdAt, closesAt, names } = paymentRequest
  const values = {
    orderNo,
    orderId,
    payChannel,
    amountCents,
    createdAt,
    closesAt,
    nameZh: names.zh,
    nameEn: names.en,
  }
  await db
    .insert(sandboxBills)
    .values({ ...values, token: crypto.random(tokenBytes), state: 'waiting' })
    .onConflictDoNothing({ target: sandboxBills.orderNo })
  const bill = await findBillByOrder(db, orderNo)
  if (!bill) throw new GatewayFailure(`The sandbox lost order ${orderNo}.`)
  if (bill.state !== 'waiting')
    throw new GatewayFailure(`The sandbox knows order ${orderNo} as ${bill.state}.`)
  if (bill.amountCents !== amountCents || bill.payChannel !== payChannel)
    throw new GatewayFailure(`The sandbox knows order ${orderNo} with another amount or channel.`)
  return bill
}

export async function findBillByOrder(db: Db, orderNo: string): Promise<SandboxBill | undefined> {
  const [bill] = await db.select().from(sandboxBills).where(eq(sandboxBills.orderNo, orderNo))
  return bill
}

export async function findBillByToken(db: Db, token: string): Promise<SandboxBill | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const [bill] = await db.select().from(sandboxBills).where(eq(sandboxBills.token, token))
  return bill
}

/**
 * Pays the bill if it is open; of concurrent attempts one succeeds. Returns undefined otherwise.
 */
export async function payBill(
  { db, clock, crypto }: BillDeps,
  token: string,
): Promise<SandboxBill | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const now = clock()
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  const [paid] = await db
    .update(sandboxBills)
    .set({ state: 'paid', paidAt: now, gatewayNo: `SB${day}-${crypto.random(12)}` })
    .where(
      and(
        eq(sandboxBills.token, token),
        eq(sandboxBills.state, 'waiting'),
        gt(sandboxBills.closesAt, now),
      ),
    )
    .returning()
  return paid
}

/** Closes the bill if it is unpaid and returns its current state. */
export async function closeBill(
  { db }: Pick<BillDeps, 'db'>,
  orderNo: string,
): Promise<SandboxBill | undefined> {
  const [bill] = await db
    .update(sandboxBills)
    .set({
      state: sql`case when ${sandboxBills.state} = 'waiting' then 'closed' else ${sandboxBills.state} end`,
    })
    .where(eq(sandboxBills.orderNo, orderNo))
    .returning()
  return bill
}

/** Status of a bill; an unpaid one past `closesAt` is closed. */
export function toPaymentStatus(bill: SandboxBill | undefined, now: Date): PaymentStatus {
  if (!bill) return { state: 'unknown' }
  const payment = toPayment(bill)
  if (payment) return { state: 'paid', payment }
  return {
    state: bill.state === 'closed' || bill.closesAt <= now ? 'closed' : 'waiting',
  }
}

export function toPayment({
  orderNo,
  gatewayNo,
  amountCents,
  paidAt,
}: SandboxBill): Payment | undefined {
  return gatewayNo === null || paidAt === null
    ? undefined
    : { orderNo, gatewayNo, amountCents, paidAt }
}
