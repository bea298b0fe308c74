/** Reserves the characters of a translation before its vendor is called. */
import { and, eq, sql } from 'drizzle-orm'
import { translationLimits } from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { users } from '#server/features/accounts/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { balances, reservations } from '#server/features/ledger/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { spendableChars, lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { createUserShortageError } from '#server/features/ledger/transfers/transfer-entries.ts'
import { ApiError } from '#server/http/errors.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'

/** Reserves characters while a channel translates; nothing is logged until the charge. */
export type Reservation = {
  ownerId: string
  userId: string
  id: string
  chars: number
  mainChars: number
}
type ReservationRequest = {
  ownerId: string
  userId: string
  /** Of the reservation; by default a new one. */
  id?: string
  /** None are reserved in billing by time. */
  chars: number
  /** A shortfall is covered by the main account (spec 2.25). */
  usesMainQuota: boolean
  /** The API key whose caps the characters count towards, in either billing mode. */
  key?: { id: string; chars: number } | undefined
}

/** Lease in milliseconds: longer than any channel timeout. */
export const leaseMilliseconds = 90_000

/** Opens the transaction of a reservation, which locks the balance with its first statement. */
export type BeginReservation = (work: (tx: Db) => Promise<Reservation>) => Promise<Reservation>

/**
 * Reserves characters for one running translation. A second try, if the own quota does not suffice,
 * goes by the request as it then is.
 * Throws ApiError `notEnough`, or `tooManyRequests` if too many translations of the user are
 * running.
 */
export async function reserveChars(
  db: Db,
  request: ReservationRequest,
  now: Date,
  beginTransaction: BeginReservation = (work) => transaction(db, work),
): Promise<Reservation> {
  for (const isLastTry of [false, true]) {
    try {
      return await reserveOnce(request, now, beginTransaction)
    } catch (reason) {
      // Expired reservations of a dead process may block this one: release them and retry once.
      if (
        isLastTry ||
        !(reason instanceof ApiError) ||
        !(await releaseExpired(db, now, request.ownerId))
      )
        throw reason
    }
  }
  // Unreachable: the last try returns or throws.
  throw new ApiError('notEnough')
}

async function reserveOnce(
  request: ReservationRequest,
  now: Date,
  beginTransaction: BeginReservation,
): Promise<Reservation> {
  try {
    return await beginTransaction((tx) => reserveOwn(tx, request, now))
  } catch (reason) {
    if (!(reason instanceof InsufficientOwnQuota)) throw reason
    return beginTransaction((tx) => reserveWithMain(tx, request, now))
  }
}

/**
 * Thrown if the user's own quota does not suffice, to release the user's lock, because the main
 * account's must be taken first.
 */
export class InsufficientOwnQuota extends Error {}

const maxTranslating = sql.raw(String(translationLimits.concurrent))

const ownerId = typedPlaceholder('ownerId', 'bigint')
const userId = typedPlaceholder('userId', 'bigint')

const reserveOwnStatement = prepareStatement<{ chars: string }>(
  'reserve_own',
  sql`with price as (select case g.billing_mode when 'char' then ${typedPlaceholder('chars', 'bigint')} else 0 end as chars
      from ${users} m join ${memberGroups} g on g.id = m.member_group_id where m.owner_id = ${ownerId} and m.user_id = ${ownerId}),
    taken as (update ${balances} b set reserved_chars = b.reserved_chars + price.chars, translating = b.translating + 1 from price
      where b.owner_id = ${ownerId} and b.user_id = ${userId} and b.closed_at is null and b.translating < ${maxTranslating}
        and b.chars - b.reserved_chars >= price.chars returning price.chars)
    insert into ${reservations} (owner_id, id, user_id, chars, main_chars, key_id, key_chars, ends_at)
    select ${ownerId}, ${typedPlaceholder('id', 'uuid')}, ${userId}, chars, 0,
      ${typedPlaceholder('keyId', 'bigint')}, ${typedPlaceholder('keyChars', 'bigint')}, ${typedPlaceholder('endsAt', 'timestamptz')} from taken
    returning chars`,
)

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMilliseconds)

/** One statement without prior locks, which suffices for nearly every translation. */
async function reserveOwn(
  tx: Db,
  { id = crypto.randomUUID(), key, ...request }: ReservationRequest,
  now: Date,
): Promise<Reservation> {
  const [reserved] = await reserveOwnStatement(tx, {
    ...request,
    id,
    keyId: key?.id ?? null,
    keyChars: key?.chars ?? 0,
    endsAt: leaseEnd(now).toISOString(),
  })
  if (!reserved) throw new InsufficientOwnQuota()
  const { ownerId, userId } = request
  return { ownerId, userId, id, chars: Number(reserved.chars), mainChars: 0 }
}

/**
 * Takes row locks, to find the reason for a refusal and to cover a shortfall from the main account.
 */
async function reserveWithMain(
  tx: Db,
  { ownerId, userId, id = crypto.randomUUID(), chars, usesMainQuota, key }: ReservationRequest,
  now: Date,
): Promise<Reservation> {
  const canUseMainQuota = usesMainQuota && userId !== ownerId
  const locked = await lockAccounts(tx, ownerId, canUseMainQuota ? [ownerId, userId] : [userId])
  const user = locked.get(userId)
  if (user.translating >= translationLimits.concurrent)
    throw new ApiError('tooManyRequests', { seconds: 1 })
  const ownChars = Math.min(chars, spendableChars(user))
  const mainChars = chars - ownChars
  if (mainChars > (canUseMainQuota ? spendableChars(locked.get(ownerId)) : 0))
    throw await createUserShortageError(tx, ownerId, user, 'chars', chars)
  const reservation = { ownerId, userId, id, chars: ownChars, mainChars }
  await addReserved(tx, userId, { ownerId, chars: ownChars, translations: 1 })
  if (mainChars > 0) await addReserved(tx, ownerId, { ownerId, chars: mainChars, translations: 0 })
  await tx.insert(reservations).values({
    ...reservation,
    keyId: key?.id,
    keyChars: key?.chars,
    endsAt: leaseEnd(now),
  })
  return reservation
}

async function addReserved(
  tx: Db,
  userId: string,
  { ownerId, chars, translations }: { ownerId: string; chars: number; translations: number },
): Promise<void> {
  await tx
    .update(balances)
    .set({
      reservedChars: sql`${balances.reservedChars} + ${chars}::bigint`,
      translating: sql`${balances.translating} + ${translations}::int`,
    })
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
}

/** Keeps a reservation for another lease, while a translation takes longer than one. */
export async function renewReservation(
  db: Db,
  { ownerId, id }: Pick<Reservation, 'ownerId' | 'id'>,
  now: Date,
): Promise<void> {
  await db
    .update(reservations)
    .set({ endsAt: leaseEnd(now) })
    .where(and(eq(reservations.ownerId, ownerId), eq(reservations.id, id)))
}
