/** Reserves characters for running translations, and debits what was used. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, lte, sql } from 'drizzle-orm'
import { translationLimits } from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { transaction, type Transaction } from '#server/platform/db/db.ts'
import { balances, reservations } from '#server/features/ledger/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import {
  spendableChars,
  lockAccounts,
  type LockedAccounts,
  postEntries,
  quotaUnits,
  spendableAmounts,
  type Account,
  type Entry,
  type QuotaAmounts,
} from '#server/features/ledger/service.ts'
import {
  createUserShortageError,
  createTransferEntries,
} from '#server/features/ledger/transfers/service.ts'
import { ApiError } from '#server/http/errors.ts'

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
  chars: number
  /** A shortfall is covered by the main account (spec 2.25). */
  usesMainQuota: boolean
}

/** Lease in milliseconds: longer than any channel timeout. */
export const leaseMilliseconds = 90_000

/**
 * Reserves characters for one running translation; none if it is billed by time.
 * Throws ApiError `notEnough`, or `tooManyRequests` if too many translations of the user are
 * running.
 */
export async function reserveChars(
  db: Db,
  request: ReservationRequest,
  now: Date,
  beginTransaction: Transaction = (work) => transaction(db, work),
): Promise<Reservation> {
  for (const isLastTry of [false, true]) {
    try {
      return await beginTransaction((tx) => reserveOwn(tx, request, now))
    } catch (reason) {
      if (!(reason instanceof InsufficientOwnQuota)) throw reason
    }
    try {
      return await beginTransaction((tx) => reserveWithMain(tx, request, now))
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

/**
 * Thrown if the user's own quota does not suffice, to release the user's lock, because the main
 * account's must be taken first.
 */
class InsufficientOwnQuota extends Error {}

const maxTranslating = sql.raw(String(translationLimits.concurrent))

const reserveOwnStatement = prepareStatement<{ id: string }>(
  'reserve_own',
  sql`with taken as (update ${balances} set reserved_chars = reserved_chars + ${typedPlaceholder('chars', 'bigint')}, translating = translating + 1
      where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and user_id = ${typedPlaceholder('userId', 'bigint')} and closed_at is null and translating < ${maxTranslating}
        and chars - reserved_chars >= ${typedPlaceholder('chars', 'bigint')} returning 1)
    insert into ${reservations} (owner_id, id, user_id, chars, main_chars, ends_at)
    select ${typedPlaceholder('ownerId', 'bigint')}, ${typedPlaceholder('id', 'uuid')}, ${typedPlaceholder('userId', 'bigint')}, ${typedPlaceholder('chars', 'bigint')}, 0, ${typedPlaceholder('endsAt', 'timestamptz')} from taken
    returning id`,
)

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMilliseconds)

/** One statement without prior locks, which suffices for nearly every translation. */
async function reserveOwn(
  tx: Db,
  { ownerId, userId, chars }: ReservationRequest,
  now: Date,
): Promise<Reservation> {
  const reservation = { ownerId, userId, id: crypto.randomUUID(), chars, mainChars: 0 }
  const inserted = await reserveOwnStatement(tx, {
    ...reservation,
    endsAt: leaseEnd(now).toISOString(),
  })
  if (inserted.length === 0) throw new InsufficientOwnQuota()
  return reservation
}

/**
 * Takes row locks, to find the reason for a refusal and to cover a shortfall from the main account.
 */
async function reserveWithMain(
  tx: Db,
  { ownerId, userId, chars, usesMainQuota }: ReservationRequest,
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
  const reservation = { ownerId, userId, id: crypto.randomUUID(), chars: ownChars, mainChars }
  await addReserved(tx, userId, { ownerId, chars: ownChars, translations: 1 })
  if (mainChars > 0) await addReserved(tx, ownerId, { ownerId, chars: mainChars, translations: 0 })
  await tx.insert(reservations).values({ ...reservation, endsAt: leaseEnd(now) })
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

/**
 * Releases the user's share and the main account's; does nothing if the reservation is already
 * gone.
 */
const releaseStatement = prepareStatement<Record<'chars' | 'main_chars', string>>(
  'reservation_back',
  sql`with gone as (delete from ${reservations} where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and id = ${typedPlaceholder('id', 'uuid')}
      returning owner_id, user_id, chars, main_chars),
    shares as (select owner_id, user_id, sum(chars) as chars, sum(one) as one from (select owner_id, user_id, chars, 1 as one from gone
      union all select owner_id, owner_id, main_chars, 0 from gone where main_chars > 0) s group by 1, 2),
    back as (update ${balances} b set reserved_chars = b.reserved_chars - s.chars, translating = b.translating - s.one from shares s
      where b.owner_id = s.owner_id and b.user_id = s.user_id)
    select chars, main_chars from gone`,
)

/** Reserved characters before and after a change of channel. */
export type ReservationConversion = { before: number; after: number }

/**
 * Locks the named accounts and releases a reservation in one round trip. Locks are taken first, in
 * the usual order, so that a concurrent `convertReserved` can't change the reservation meanwhile.
 */
export async function releaseAndLock(
  tx: Db,
  { ownerId, userId, id, chars, mainChars }: Reservation,
  userIds: readonly string[],
): Promise<{ locked: LockedAccounts; converted: ReservationConversion | undefined }> {
  const lockedIds = [...userIds, userId, ...(mainChars > 0 ? [ownerId] : [])]
  const [locked, [released]] = await Promise.all([
    lockAccounts(tx, ownerId, lockedIds),
    releaseStatement(tx, { ownerId, id }),
  ])
  if (!released) return { locked, converted: undefined }
  const shares = { chars: Number(released.chars), mainChars: Number(released.main_chars) }
  subtractReserved(locked, userId, shares.chars, 1)
  subtractReserved(locked, ownerId, shares.mainChars, 0)
  const before = chars + mainChars
  const after = shares.chars + shares.mainChars
  return { locked, converted: after === before ? undefined : { before, after } }
}

/** Applies a release to an account that was read before it, under the same lock. */
function subtractReserved(
  locked: LockedAccounts,
  userId: string,
  chars: number,
  translations: number,
): void {
  const account = locked.find(userId)
  if (!account) return
  const { reserved, translating } = account
  locked.set({ ...account, reserved: reserved - chars, translating: translating - translations })
}

/**
 * Converts an account group's reservations to another channel, with all its accounts locked, so
 * that running translations cost what they would have before.
 */
export async function convertReserved(
  tx: Db,
  ownerId: string,
  convertChars: (chars: number) => number,
): Promise<void> {
  const open = await tx.select().from(reservations).where(eq(reservations.ownerId, ownerId))
  if (open.length === 0) return
  const changes = open.map(({ id, chars, mainChars }) => ({
    id,
    chars: convertChars(chars),
    main_chars: convertChars(mainChars),
  }))
  await tx.execute(
    sql`with changed as (update ${reservations} r set chars = c.chars, main_chars = c.main_chars
        from json_to_recordset(${JSON.stringify(changes)}::json) as c(id uuid, chars bigint, main_chars bigint)
        where r.owner_id = ${ownerId}::bigint and r.id = c.id returning r.owner_id, r.user_id, r.chars, r.main_chars),
      sums as (select owner_id, user_id, sum(chars) as chars from (select owner_id, user_id, chars from changed
        union all select owner_id, owner_id, main_chars from changed) s group by 1, 2)
      update ${balances} b set reserved_chars = s.chars from sums s where b.owner_id = s.owner_id and b.user_id = s.user_id`,
  )
}

/** For a translation that failed: nothing is charged. */
export async function releaseReservation(db: Db, reservation: Reservation): Promise<void> {
  await transaction(db, (tx) => releaseAndLock(tx, reservation, [reservation.userId]))
}

/** Reservations released in one round. */
const maxReleased = 1_000

/**
 * Releases expired reservations and returns their number. `ownerId` limits it to one account group.
 */
export async function releaseExpired(db: Db, now: Date, ownerId?: string): Promise<number> {
  const expired = await db
    .select()
    .from(reservations)
    .where(
      and(
        lte(reservations.endsAt, now),
        ownerId === undefined
          ? acrossOwners('a background job releases them for all owners')
          : eq(reservations.ownerId, ownerId),
      ),
    )
    .limit(maxReleased)
  for (const reservation of expired) await releaseReservation(db, reservation)
  return expired.length
}

/** What a user is charged (spec 2.25). */
export type Payment = {
  ownerId: string
  userId: string
  cost: QuotaAmounts
  /** A shortfall is covered by the main account. */
  usesMainQuota: boolean
  /**
   * Whether an earlier unlocked read showed enough balance; only decides which locks are tried
   * first.
   */
  seemsEnough: boolean
  /** The reservation for this payment, released with it. */
  reservation?: Reservation | undefined
  /**
   * The same payment in another channel's characters, after the reservation was converted to that
   * channel.
   */
  convertPayment?: (
    conversion: ReservationConversion,
  ) => Pick<Payment, 'cost' | 'record' | 'inSameTransaction'>
  /**
   * Records the purchase in the same transaction. Returns the account log entries, which add up to
   * `cost`.
   */
  record: (tx: Db) => Promise<Omit<Entry, 'userId'>[]>
  /** Runs last, in the transaction of the charge. */
  inSameTransaction?: ((tx: Db) => Promise<void>) | undefined
}

/**
 * Debits all or nothing. Locks the main account only if its quota is needed, so that users with
 * enough quota of their own don't wait for one another. Throws ApiError `notEnough` with the
 * account and the amounts.
 */
export async function debitQuota(db: Db, payment: Payment, now: Date): Promise<void> {
  const canUseMainQuota = payment.usesMainQuota && payment.userId !== payment.ownerId
  if (!canUseMainQuota) return payFromOwnQuota(db, payment, now)
  if (payment.seemsEnough) {
    try {
      return await payFromOwnQuota(db, payment, now, new InsufficientOwnQuota())
    } catch (reason) {
      if (!(reason instanceof InsufficientOwnQuota)) throw reason
    }
  }
  return payWithMainQuota(db, payment, now)
}

function payFromOwnQuota(
  db: Db,
  payment: Payment,
  now: Date,
  shortageError?: InsufficientOwnQuota,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { locked, due } = await lockForPayment(tx, payment, [payment.userId])
    const user = locked.get(due.userId)
    const shortUnit = quotaUnits.find((unit) => spendableAmounts(user)[unit] < due.cost[unit])
    if (shortUnit)
      throw (
        shortageError ??
        (await createUserShortageError(tx, due.ownerId, user, shortUnit, due.cost[shortUnit]))
      )
    await recordAndPost(tx, locked, due, [], now)
  })
}

function payWithMainQuota(db: Db, payment: Payment, now: Date): Promise<void> {
  return transaction(db, async (tx) => {
    const { locked, due } = await lockForPayment(tx, payment, [payment.ownerId, payment.userId])
    const [main, user] = [locked.get(due.ownerId), locked.get(due.userId)]
    const shortfall = shortfallOf(user, due.cost)
    const shortUnit = quotaUnits.find((unit) => spendableAmounts(main)[unit] < shortfall[unit])
    if (shortUnit)
      throw await createUserShortageError(tx, due.ownerId, user, shortUnit, due.cost[shortUnit])
    const transferEntries = quotaUnits.some((unit) => shortfall[unit] > 0)
      ? createTransferEntries(main, user, shortfall, 'DISTRIBUTION', {})
      : []
    await recordAndPost(tx, locked, due, transferEntries, now)
  })
}

/** Charges the reserved amount, even if the channel changed meanwhile. */
async function lockForPayment(
  tx: Db,
  payment: Payment,
  userIds: string[],
): Promise<{ locked: LockedAccounts; due: Payment }> {
  if (!payment.reservation)
    return { locked: await lockAccounts(tx, payment.ownerId, userIds), due: payment }
  const { locked, converted } = await releaseAndLock(tx, payment.reservation, userIds)
  return {
    locked,
    due: converted ? { ...payment, ...payment.convertPayment?.(converted) } : payment,
  }
}

async function recordAndPost(
  tx: Db,
  locked: LockedAccounts,
  { userId, record, inSameTransaction }: Payment,
  transferEntries: Entry[],
  now: Date,
): Promise<void> {
  const recorded = await record(tx)
  await postEntries(
    tx,
    locked,
    [...transferEntries, ...recorded.map((entry) => ({ ...entry, userId }))],
    now,
  )
  await inSameTransaction?.(tx)
}

function shortfallOf(user: Account, cost: QuotaAmounts): QuotaAmounts {
  const missing = (unit: keyof QuotaAmounts) =>
    Math.max(0, cost[unit] - spendableAmounts(user)[unit])
  return { chars: missing('chars'), voices: missing('voices'), images: missing('images') }
}
