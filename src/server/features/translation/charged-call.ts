/** Steps of a charged translation: its text checked, characters reserved, charged. */
import {
  chargeTranslations,
  type TranslationCharge,
  countCharacters,
} from '#server/features/translation/charge-translations.ts'
import { enforceKeyCaps, type ProgramUser } from '#server/features/api-keys/index.ts'
import { readBudgets, refuseAboveBudget } from '#server/features/budgets/index.ts'
import {
  readCappedMembership,
  readMembership,
  refuseExpired,
  type Membership,
} from '#server/features/packages/index.ts'
import {
  releaseReservation,
  reserveChars,
  type BeginReservation,
  type Reservation,
} from '#server/features/ledger/index.ts'
import type { LanguagePair } from '#server/features/translation/translator.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { errorFields } from '#server/platform/log.ts'

/** Who pays for a translation: the user of a session, or of a program's key, whose caps hold. */
export type Payer =
  | Pick<CurrentUser, 'ownerId' | 'userId' | 'clientType'>
  | Pick<ProgramUser, 'ownerId' | 'userId' | 'clientType' | 'keyId' | 'dailyChars' | 'monthlyChars'>

/** What a translation needs of a call; a job has it too. */
export type TranslationCall = Pick<
  SignedCall<Payer>,
  'db' | 'reads' | 'log' | 'clock' | 'settings' | 'translators' | 'yieldTurn' | 'me' | 'ip'
>

/** Throws ApiError `invalid` for a blank text and for one above the limit. */
export function countCharactersWithin(text: string, max: number): number {
  if (text.trim() === '')
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'required' }] })
  const chars = countCharacters(text)
  if (chars > max)
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'max', limit: max }] })
  return chars
}

export async function readValidMembership({
  reads,
  me,
  clock,
}: TranslationCall): Promise<Membership> {
  const membership = await readMembership(reads, me)
  refuseExpired(membership, me, clock())
  return membership
}

/** Throws ApiError `changedElsewhere` if the channel was changed since the membership was read. */
export const reserveForMembership = async (
  call: TranslationCall,
  { mode, channelId }: Membership,
  chars: number,
  begin?: BeginReservation,
): Promise<Reservation> =>
  (
    await reserve(
      call,
      chars,
      (current) => {
        if (current.channelId !== channelId || current.mode !== mode)
          throw new ApiError('changedElsewhere')
      },
      begin,
    )
  ).reservation

/**
 * Reads the membership after the account is locked: a later channel change converts the
 * reservation, but one between a read and the lock would not. `accept` throws ApiError to refuse by
 * it. Throws ApiError `changedElsewhere` if the billing mode changes meanwhile, and errors of
 * `reserveChars`, `refuseAboveBudget` and `enforceKeyCaps`.
 */
export async function reserve<T>(
  { db, me, clock, settings }: TranslationCall,
  chars: number,
  accept: (membership: Membership) => T,
  begin: BeginReservation = (work) => transaction(db, work),
): Promise<{ reservation: Reservation; accepted: T }> {
  const { ownerId, userId } = me
  const now = clock()
  const time = { now, zone: settings.timeZone }
  const requested = {
    ownerId,
    userId,
    id: crypto.randomUUID(),
    chars,
    usesMainQuota: false,
    key: 'keyId' in me ? { id: me.keyId, chars } : undefined,
  }
  const except = requested.id
  const readCurrent = (tx: Db): Promise<Membership & { capLeft?: number | null }> => {
    if (userId === ownerId) return readMembership(tx, me)
    const today = formatWireTime(now, settings.timeZone).slice(0, 10)
    return readCappedMembership(tx, me, { today, except })
  }
  let accepted: T
  const reservation = await reserveChars(db, requested, now, (reserveInTransaction) =>
    begin(async (tx) => {
      // The first statement locks the balance; the others are sent right behind it.
      const reserving = reserveInTransaction(tx)
      const reading = readCurrent(tx)
      const enforcing = 'keyId' in me && enforceKeyCaps(tx, me, { chars, except }, time)
      await Promise.allSettled([reserving, reading, enforcing])
      const current = await reading
      accepted = accept(current)
      // If the own quota doesn't suffice, the second try goes by what the first one has read.
      requested.chars = current.mode === 'char' ? chars : 0
      requested.usesMainQuota = current.usesMainQuota
      const reserved = await reserving
      if (reserved.chars + reserved.mainChars !== requested.chars)
        throw new ApiError('changedElsewhere')
      await enforcing
      // The full budget is read only for the sentence of a refusal.
      if (current.isCapped && (current.capLeft ?? 0) < chars)
        for (const budget of await readBudgets(tx, ownerId, [userId], time, {
          unit: 'chars',
          except,
        }))
          refuseAboveBudget(budget, chars)
      return reserved
    }),
  )
  return { reservation, accepted: accepted! }
}

/** Releases the reservation on any error. */
export async function releaseOnError<T>(
  { db, log, clock }: TranslationCall,
  reservation: Reservation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    // If the database is unreachable, the lease ends the reservation.
    await releaseReservation(db, reservation, clock()).catch((failure: unknown) =>
      log.warn('a reservation waits for its end', errorFields(failure)),
    )
    throw reason
  }
}

/** Logs the detected language instead of `auto`. */
export function chargeCall(
  call: TranslationCall,
  { source, target }: LanguagePair,
  detected: string | undefined,
  options: Pick<TranslationCharge, 'items' | 'reservation' | 'membership' | 'inSameTransaction'>,
) {
  const { db, me, ip, settings, clock } = call
  const { ownerId, userId, clientType } = me
  return chargeTranslations(
    db,
    {
      ownerId,
      userId,
      ip,
      clientType,
      keyId: 'keyId' in me ? me.keyId : undefined,
      source: detected ?? source,
      target,
      ...options,
    },
    settings.timeZone,
    clock(),
  )
}
