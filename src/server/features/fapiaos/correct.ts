/** Corrects what was recorded wrongly of an issued fapiao or of its reversal, and keeps it. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FapiaoFile, FapiaoState } from '#contract/fapiaos.ts'
import {
  findStoredFile,
  isFileOf,
  readFapiaoFile,
  toFile,
  type FapiaoKey,
  type StoredFile,
} from '#server/features/fapiaos/files.ts'
import { markToReverse } from '#server/features/fapiaos/apply-refund.ts'
import { mailFapiao, notifyOfFapiao } from '#server/features/fapiaos/notify.ts'
import {
  claimNumber,
  fieldsOf,
  freeNumber,
  requireDate,
} from '#server/features/fapiaos/number-and-date.ts'
import {
  changeFapiao,
  lockFapiaoWithOrders,
  requireState,
  requireVersion,
  type FapiaoChange,
  type LockedFapiao,
  type LockedOrder,
} from '#server/features/fapiaos/requests.ts'
import { reportFapiao } from '#server/features/fapiaos/report.ts'
import { divideSum, storeSums, sumsOf } from '#server/features/fapiaos/sums.ts'
import { fapiaoCorrections, fapiaoFiles } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'
import { formatYuan } from '#server/platform/messages.ts'

/** Why and by whom; `zone`: of the business day. */
export type CorrectionContext = { reason: string; operator: string; now: Date; zone: string }

/** `amountCents`, `file`: undefined if the recorded one is right. */
type Correction = CorrectionContext & {
  version: number
  which: FapiaoFile
  number: string
  date: string
  amountCents: number | undefined
  file: Blob | undefined
}

/**
 * The account is notified and gets the right file; the former number is free again. With another
 * sum, it has to be reversed if that is more than what is left of its orders, else no more. Throws
 * ApiError as `issueFapiao` does, and `invalid` if nothing differs.
 */
export async function correctFapiao(
  tx: Db,
  key: FapiaoKey,
  { version, which, number, date, amountCents, file, ...context }: Correction,
): Promise<FapiaoChange> {
  const replacement = file && (await readFapiaoFile(file))
  const { fapiao, orders } = await lockFapiaoWithOrders(tx, key)
  requireIssued(fapiao, which)
  requireVersion(fapiao, version)
  const fields = fieldsOf[which]
  const [oldNumber, oldDate] = [fapiao[fields.number]!, fapiao[fields.date]!]
  const oldSum = fapiao.amountCents
  const sum = amountCents ?? oldSum
  if (number === oldNumber && date === oldDate && sum === oldSum && !replacement)
    throw new ApiError('invalid', { reason: reasonWith('fapiaoUnchanged', {}) })
  await requireDate(tx, fapiao, which, date, context)
  if (number !== oldNumber) {
    await claimNumber(tx, key, 'number', number)
    await freeNumber(tx, oldNumber)
  }
  const unchanged = { state: fapiao.state, refunded: '' }
  const { state, refunded } = sum === oldSum ? unchanged : await changeSum(tx, fapiao, orders, sum)
  const change = await recordCorrection(
    tx,
    fapiao,
    which,
    { number, date, sum, state, replacement },
    context,
  )
  if (fapiao.state === 'issued' && state === 'toReverse')
    await markToReverse(tx, { ...fapiao, amountCents: sum }, refunded, context.now)
  return change
}

/** Throws ApiError `notAllowed` if there is nothing to correct. */
export function requireIssued(fapiao: LockedFapiao, which: FapiaoFile): void {
  if (which === 'fapiao') requireState(fapiao, 'issued', 'toReverse', 'reversed')
  else requireState(fapiao, 'reversed')
}

type CorrectedRecord = {
  number: string
  date: string
  sum: number
  state: FapiaoState
  replacement: StoredFile | undefined
}

/** Keeps what was recorded, records what is right instead, and sends it to the account. */
export async function recordCorrection(
  tx: Db,
  fapiao: LockedFapiao,
  which: FapiaoFile,
  { number, date, sum, state, replacement }: CorrectedRecord,
  { reason, operator, now }: CorrectionContext,
): Promise<FapiaoChange> {
  const fields = fieldsOf[which]
  const old = await findStoredFile(tx, fapiao, which)
  if (replacement) await tx.update(fapiaoFiles).set(replacement).where(isFileOf(fapiao, which))
  const { ownerId, id: fapiaoId } = fapiao
  await tx.insert(fapiaoCorrections).values({
    ownerId,
    fapiaoId,
    at: now,
    operator,
    reason,
    kind: which,
    number: fapiao[fields.number]!,
    date: fapiao[fields.date]!,
    amountCents: sum === fapiao.amountCents ? null : fapiao.amountCents,
    ...(replacement && old),
  })
  const changed = { [fields.number]: number, [fields.date]: date, amount: sum, state } as const
  await changeFapiao(tx, fapiao, {
    ...changed,
    ...(state === 'issued' && { refundDateTime: null }),
  })
  const message =
    which === 'reversal'
      ? 'fapiaoReversalCorrected'
      : fapiao.state === 'toReverse' && state === 'issued'
        ? 'fapiaoCorrectedToStay'
        : 'fapiaoCorrected'
  const corrected = {
    ...fapiao,
    amountCents: sum,
    [fields.number]: number,
    [fields.date]: date,
  } as LockedFapiao
  const words = await notifyOfFapiao(tx, corrected, { message, level: 'info', number, reason }, now)
  await mailFapiao(tx, corrected, words, { number, stored: replacement ?? old }, now)
  const data = {
    state: state as 'issued' | 'toReverse' | 'reversed',
    reversalNo: corrected.reversalNo,
    reversalDate: corrected.reversalDate,
    corrected: which,
    former: {
      number: fapiao[fields.number]!,
      date: fapiao[fields.date]!,
      amount: fapiao.amountCents,
    },
    hasNewFile: Boolean(replacement),
    reason,
  }
  await reportFapiao(tx, corrected, { event: 'fapiaoCorrected', data }, words, now)
  return { before: fapiao, after: { ...changed, file: Boolean(replacement) } }
}

/** Returns the state that follows, and the orders of which less is left than the sum contains. */
async function changeSum(
  tx: Db,
  fapiao: LockedFapiao,
  orders: readonly LockedOrder[],
  sum: number,
): Promise<{ state: 'issued' | 'toReverse'; refunded: string }> {
  requireState(fapiao, 'issued', 'toReverse')
  const { least, most } = sumsOf(fapiao.state, orders)
  if (sum <= 0 || sum < least || sum > most)
    throw new ApiError('invalid', {
      reason: reasonWith('fapiaoSumOutside', { least: formatYuan(least), most: formatYuan(most) }),
    })
  const divided = divideSum(fapiao.state, orders, sum)
  await storeSums(tx, fapiao, divided)
  const refunded = divided.filter(({ cents, left }) => left < cents).map(({ no }) => no)
  return {
    state: refunded.length > 0 ? 'toReverse' : 'issued',
    refunded: refunded.join(', '),
  }
}

const isCorrectionOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoCorrections.ownerId, ownerId), eq(fapiaoCorrections.fapiaoId, id))

/** Wrong numbers, dates and sums that were corrected, the oldest first. */
export async function readCorrections(db: Db, key: FapiaoKey, zone: string) {
  const { id, at, operator, reason, kind, number, date, amountCents, format } = fapiaoCorrections
  const createDateTime = wireTime(at, zone)
  const rows = await db
    .select({
      id: sql<string>`${id}::text`,
      createDateTime,
      operator,
      reason,
      which: kind,
      number,
      date,
      amount: amountCents,
      format,
    })
    .from(fapiaoCorrections)
    .where(isCorrectionOf(key))
    .orderBy(asc(id))
  return rows.map(
    ({ format: replaced, ...row }) => ({ ...row, hasFile: replaced ? 1 : 0 }) as const,
  )
}

/** The file that a correction replaced. Throws ApiError `notFound`. */
export async function readReplacedFile(db: Db, key: FapiaoKey, id: string): Promise<File> {
  const { number, format, bytes } = fapiaoCorrections
  const [found] = isId(id)
    ? await db
        .select({ number, format, bytes })
        .from(fapiaoCorrections)
        .where(and(isCorrectionOf(key), eq(fapiaoCorrections.id, id)))
    : []
  if (!found?.format || !found.bytes) throw new ApiError('notFound')
  return toFile(found.number, { format: found.format, bytes: found.bytes })
}
