/** Rules of the numbers and dates of fapiao and of their reversals. */
import { and, eq, min } from 'drizzle-orm'
import type { FapiaoFile } from '#contract/fapiaos.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import type { LockedFapiao } from '#server/features/fapiaos/requests.ts'
import { isOrderOf } from '#server/features/fapiaos/sums.ts'
import { fapiaoNumbers, fapiaoOrders } from '#server/features/fapiaos/table.ts'
import { orders } from '#server/features/orders/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Fields of the number and the date of each. */
export const fieldsOf = {
  fapiao: { number: 'fapiaoNo', date: 'issueDate' },
  reversal: { number: 'reversalNo', date: 'reversalDate' },
} as const satisfies Record<FapiaoFile, object>

/** A number is used once, whatever the account; concurrent claims wait for each other. */
export async function claimNumber(
  tx: Db,
  { ownerId, id: fapiaoId }: FapiaoKey,
  field: string,
  number: string,
): Promise<void> {
  const claimed = await tx
    .insert(fapiaoNumbers)
    .values({ number, ownerId, fapiaoId })
    .onConflictDoNothing()
    .returning({ number: fapiaoNumbers.number })
  if (claimed.length === 0)
    throw new ApiError('alreadyExists', {
      reason: reasonWith('fapiaoNumberUsed', { number }),
      fields: [{ field, rule: 'taken' }],
    })
}

/** A number that was recorded by mistake is free for another fapiao. */
export async function freeNumber(tx: Db, number: string): Promise<void> {
  await tx.delete(fapiaoNumbers).where(eq(fapiaoNumbers.number, number))
}

/** Throws ApiError `invalid` for a date with a problem. */
export async function requireDate(
  tx: Db,
  fapiao: LockedFapiao,
  which: FapiaoFile,
  date: string,
  day: BusinessDay,
): Promise<void> {
  const problem = await findDateProblem(tx, fapiao, which, date, day)
  if (problem) throw new ApiError('invalid', { reason: reasonWith(problem, {}) })
}

type BusinessDay = { now: Date; zone: string }
type DateProblem = 'fapiaoDateLater' | 'fapiaoDateBeforePayment' | 'fapiaoDatesReversed'

/**
 * Of a date in the future; of a fapiao dated before its first order was paid or after its reversal,
 * and of a reversal dated before its fapiao.
 */
export async function findDateProblem(
  tx: Db,
  fapiao: LockedFapiao,
  which: FapiaoFile,
  date: string,
  { now, zone }: BusinessDay,
): Promise<DateProblem | undefined> {
  const dayOf = (time: Date) => formatWireTime(time, zone).slice(0, 10)
  if (date > dayOf(now)) return 'fapiaoDateLater'
  const issueDate = which === 'fapiao' ? date : fapiao.issueDate
  const reversalDate = which === 'reversal' ? date : fapiao.reversalDate
  if (issueDate && reversalDate && issueDate > reversalDate) return 'fapiaoDatesReversed'
  if (which === 'reversal') return undefined
  const paidAt = await readFirstPayment(tx, fapiao)
  return paidAt && date < dayOf(paidAt) ? 'fapiaoDateBeforePayment' : undefined
}

async function readFirstPayment(tx: Db, fapiao: FapiaoKey): Promise<Date | null> {
  const [found] = await tx
    .select({ paidAt: min(orders.paidAt) })
    .from(fapiaoOrders)
    .innerJoin(
      orders,
      and(eq(orders.ownerId, fapiaoOrders.ownerId), eq(orders.id, fapiaoOrders.orderId)),
    )
    .where(isOrderOf(fapiao))
  return found?.paidAt ?? null
}
