/** Releases reservations: with the payment, after a failure, or once their lease has ended. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { balances, reservations } from '#server/features/ledger/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  lockAccounts,
  spendableChars,
  zeroAmounts,
  type LockedAccounts,
} from '#server/features/ledger/lock-accounts.ts'
import { transferMany } from '#server/features/ledger/transfers/transfer-many.ts'
import type { Reservation } from '#server/features/ledger/reservations/reserve-chars.ts'

/**
 * Releases the user's share and the main account's; does nothing if the reservation is already
 * gone. Sent after the locks, so that it sees whether the user was disabled while it waited.
 */
const releaseStatement = prepareStatement<
  Record<'chars' | 'main_chars', string> & { enabled: boolean }
>(
  'reservation_back',
  sql`with gone as (delete from ${reservations} where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and id = ${typedPlaceholder('id', 'uuid')}
      returning owner_id, user_id, chars, main_chars),
    shares as (select owner_id, user_id, sum(chars) as chars, sum(one) as one from (select owner_id, user_id, chars, 1 as one from gone
      union all select owner_id, owner_id, main_chars, 0 from gone where main_chars > 0) s group by 1, 2),
    back as (update ${balances} b set reserved_chars = b.reserved_chars - s.chars, translating = b.translating - s.one from shares s
      where b.owner_id = s.owner_id and b.user_id = s.user_id)
    select chars, main_chars, (select enabled from ${users} u where u.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and u.user_id = gone.user_id) as enabled from gone`,
)

/** Reserved characters before and after a change of channel. */
export type ReservationConversion = { before: number; after: number }

/**
 * `returnable`: what the main account gets back, unless it is used: the own characters of a
 * sub-account that was disabled while it translated.
 */
type Release = {
  locked: LockedAccounts
  converted: ReservationConversion | undefined
  returnable: number
}

/**
 * Locks the named accounts and releases a reservation in one round trip. Locks are taken first, in
 * the usual order, so that a concurrent `convertReserved` can't change the reservation meanwhile.
 */
export async function releaseAndLock(
  tx: Db,
  { ownerId, userId, id, chars, mainChars }: Reservation,
  userIds: readonly string[],
): Promise<Release> {
  const lockedIds = [...userIds, userId, ...(mainChars > 0 ? [ownerId] : [])]
  const [locked, [released]] = await Promise.all([
    lockAccounts(tx, ownerId, lockedIds),
    releaseStatement(tx, { ownerId, id }),
  ])
  if (!released) return { locked, converted: undefined, returnable: 0 }
  const shares = { chars: Number(released.chars), mainChars: Number(released.main_chars) }
  subtractReserved(locked, userId, shares.chars, 1)
  subtractReserved(locked, ownerId, shares.mainChars, 0)
  const before = chars + mainChars
  const after = shares.chars + shares.mainChars
  return {
    locked,
    converted: after === before ? undefined : { before, after },
    returnable: released.enabled || userId === ownerId ? 0 : shares.chars,
  }
}

/** Thrown to begin again with the lock of the main account, which is taken before the others. */
export class MainLockMissing extends Error {}

/** Runs `work` with the lock of the sub-account and, if needed, of the main account too. */
export async function lockMainIfNeeded<T>(
  { ownerId, userId }: Pick<Reservation, 'ownerId' | 'userId'>,
  work: (userIds: string[]) => Promise<T>,
): Promise<T> {
  try {
    return await work([userId])
  } catch (reason) {
    if (!(reason instanceof MainLockMissing)) throw reason
    return work([ownerId, userId])
  }
}

/**
 * Disabling a sub-account takes back what it has, except what a running translation reserves: this
 * takes back the part of that which was not used. Throws MainLockMissing.
 */
export async function returnUnused(
  tx: Db,
  locked: LockedAccounts,
  { userId, chars }: { userId: string; chars: number },
  now: Date,
): Promise<void> {
  const sub = locked.find(userId)
  const unused = sub ? Math.min(chars, spendableChars(sub)) : 0
  if (unused <= 0) return
  if (!locked.find(locked.ownerId)) throw new MainLockMissing()
  const amounts = new Map([[userId, { ...zeroAmounts, chars: unused }]])
  await transferMany(tx, locked, amounts, { logType: 'RECOVERY', manager: 'system' }, now)
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
export async function releaseReservation(
  db: Db,
  reservation: Reservation,
  now: Date,
): Promise<void> {
  const { userId } = reservation
  await lockMainIfNeeded(reservation, (userIds) =>
    transaction(db, async (tx) => {
      const { locked, returnable } = await releaseAndLock(tx, reservation, userIds)
      await returnUnused(tx, locked, { userId, chars: returnable }, now)
    }),
  )
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
  for (const reservation of expired) await releaseReservation(db, reservation, now)
  return expired.length
}
