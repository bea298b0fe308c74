/** Corrects a wrong number, date or file of an issued fapiao or of its reversal; keeps the wrong ones. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FapiaoFile } from '#contract/fapiaos.ts'
import {
  isFileOf,
  readFapiaoFile,
  toFile,
  type FapiaoKey,
  type StoredFile,
} from '#server/features/fapiaos/files.ts'
import { mailFapiao, notifyOfFapiao } from '#server/features/fapiaos/notify.ts'
import {
  claimNumber,
  fieldsOf,
  freeNumber,
  requireDate,
} from '#server/features/fapiaos/number-and-date.ts'
import {
  changeFapiao,
  lockFapiao,
  requireState,
  type FapiaoChange,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoCorrections, fapiaoFiles } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** `file`: undefined if the stored one is right. */
type Correction = {
  which: FapiaoFile
  number: string
  date: string
  file: Blob | undefined
  reason: string
  operator: string
  now: Date
  zone: string
}

/**
 * The account is notified and gets the right file; the former number is free again. Throws ApiError as
 * `issueFapiao` does, and `invalid` if nothing differs.
 */
export async function correctFapiao(
  tx: Db,
  key: FapiaoKey,
  { which, number, date, file, reason, operator, now, zone }: Correction,
): Promise<FapiaoChange> {
  const replacement = file && (await readFapiaoFile(file))
  const fapiao = await lockFapiao(tx, key)
  if (which === 'fapiao') requireState(fapiao, 'issued', 'toReverse', 'reversed')
  else requireState(fapiao, 'reversed')
  const fields = fieldsOf[which]
  const [oldNumber, oldDate] = [fapiao[fields.number]!, fapiao[fields.date]!]
  if (number === oldNumber && date === oldDate && !replacement)
    throw new ApiError('invalid', { reason: reasonWith('fapiaoUnchanged', {}) })
  await requireDate(tx, fapiao, which, date, { now, zone }, 'date')
  if (number !== oldNumber) {
    await claimNumber(tx, key, 'number', number)
    await freeNumber(tx, oldNumber)
  }
  const old = await replaceFile(tx, key, which, replacement)
  const { ownerId, id: fapiaoId } = key
  await tx.insert(fapiaoCorrections).values({
    ownerId,
    fapiaoId,
    at: now,
    operator,
    reason,
    kind: which,
    number: oldNumber,
    date: oldDate,
    ...(replacement && old),
  })
  const corrected = { [fields.number]: number, [fields.date]: date }
  await changeFapiao(tx, key, { state: fapiao.state, ...corrected })
  const message = which === 'fapiao' ? 'fapiaoCorrected' : 'fapiaoReversalCorrected'
  const words = await notifyOfFapiao(tx, fapiao, { message, level: 'info', number, reason }, now)
  await mailFapiao(tx, fapiao, words, { number, stored: replacement ?? old }, now)
  return { before: fapiao, after: { ...corrected, file: Boolean(replacement) } }
}

/** Returns the file as it was. */
async function replaceFile(
  tx: Db,
  key: FapiaoKey,
  which: FapiaoFile,
  replacement: StoredFile | undefined,
): Promise<StoredFile> {
  const isOne = isFileOf(key, which)
  const [old] = await tx
    .select({ format: fapiaoFiles.format, bytes: fapiaoFiles.bytes })
    .from(fapiaoFiles)
    .where(isOne)
  if (!old) throw new ApiError('notFound')
  if (replacement) await tx.update(fapiaoFiles).set(replacement).where(isOne)
  return { format: old.format, bytes: new Uint8Array(old.bytes) }
}

const isCorrectionOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoCorrections.ownerId, ownerId), eq(fapiaoCorrections.fapiaoId, id))

/** Wrong numbers and dates that were corrected, the oldest first. */
export async function readCorrections(db: Db, key: FapiaoKey, zone: string) {
  const { id, at, operator, reason, kind, number, date, format } = fapiaoCorrections
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
