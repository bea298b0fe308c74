/** Exchanges what was recorded crosswise of two issued fapiao, or of two reversals. */
import { eq } from 'drizzle-orm'
import type { FapiaoFile } from '#contract/fapiaos.ts'
import type { ExchangeScope } from '#contract/operator/fapiaos.ts'
import {
  recordCorrection,
  requireIssued,
  type CorrectionContext,
} from '#server/features/fapiaos/correct.ts'
import { findStoredFile, type FapiaoKey } from '#server/features/fapiaos/files.ts'
import { fieldsOf, findDateProblem } from '#server/features/fapiaos/number-and-date.ts'
import {
  lockFapiao,
  requireVersion,
  type FapiaoChange,
  type LockedFapiao,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoNumbers } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

/** `number`: of the other one. */
type Exchange = CorrectionContext & {
  version: number
  which: FapiaoFile
  number: string
  scope: ExchangeScope
}

/**
 * Of any two accounts; both are notified and get the right file. Returns the changes of both.
 * Throws ApiError `invalid` if no other one has the number or a date does not fit, and `notAllowed`
 * if one is not issued or not reversed.
 */
export async function exchangeFapiaos(
  tx: Db,
  key: FapiaoKey,
  { version, which, number, scope, ...context }: Exchange,
): Promise<FapiaoChange[]> {
  const isNumber = eq(fapiaoNumbers.number, number)
  const { ownerId, fapiaoId: id } = fapiaoNumbers
  const [found] = await tx.select({ ownerId, id }).from(fapiaoNumbers).where(isNumber)
  const [one, two] = await lockBoth(tx, key, found ?? key)
  const fields = fieldsOf[which]
  requireIssued(one, which)
  requireVersion(one, version)
  if (one.id === two.id || two[fields.number] !== number)
    throw new ApiError('invalid', {
      reason: reasonWith('fapiaoNumberOfNone', { number }),
    })
  const hasDatesAndFiles = scope === 'records'
  const changes: FapiaoChange[] = []
  // Notices of several accounts are added in the order of their ids.
  const pairs = [
    { fapiao: one, other: two },
    { fapiao: two, other: one },
  ].toSorted(({ fapiao: a }, { fapiao: b }) => (BigInt(a.ownerId) < BigInt(b.ownerId) ? -1 : 1))
  const files = await Promise.all(pairs.map(({ other }) => findStoredFile(tx, other, which)))
  for (const [at, { fapiao, other }] of pairs.entries()) {
    const date = (hasDatesAndFiles ? other : fapiao)[fields.date]!
    if (hasDatesAndFiles && (await findDateProblem(tx, fapiao, which, date, context)))
      throw new ApiError('invalid', {
        reason: reasonWith('fapiaoDateNotExchangeable', { number: fapiao[fields.number]!, date }),
      })
    const { ownerId, id: fapiaoId, amountCents: sum, state } = fapiao
    const corrected = { number: other[fields.number]!, date, sum, state }
    await tx
      .update(fapiaoNumbers)
      .set({ ownerId, fapiaoId })
      .where(eq(fapiaoNumbers.number, corrected.number))
    const replacement = hasDatesAndFiles ? files[at] : undefined
    changes.push(await recordCorrection(tx, fapiao, which, { ...corrected, replacement }, context))
  }
  return changes
}

/** In one order, whichever of them is named first, so that two exchanges wait for each other. */
async function lockBoth(
  tx: Db,
  one: FapiaoKey,
  two: FapiaoKey,
): Promise<[LockedFapiao, LockedFapiao]> {
  if (![one.id, two.id].every(isId)) throw new ApiError('notFound')
  if (BigInt(one.id) <= BigInt(two.id)) {
    const first = await lockFapiao(tx, one)
    return [first, await lockFapiao(tx, two)]
  }
  const first = await lockFapiao(tx, two)
  return [await lockFapiao(tx, one), first]
}
