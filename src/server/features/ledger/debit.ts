/** Debits a user and, if the owner allows it, covers the shortfall from the main account (2.25). */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  lockAccounts,
  postEntries,
  spendable,
  type Account,
  type Entry,
  type LockedAccounts,
  type Units,
} from '#server/features/ledger/service.ts'
import { shortageOfUser } from '#server/features/ledger/shortage.ts'
import { transfer } from '#server/features/ledger/transfers.ts'
import {
  releaseAndLock,
  type Converted,
  type Reservation,
} from '#server/features/ledger/reservations.ts'

export type Payment = {
  ownerId: string
  userId: string
  cost: Units
  /** A shortfall is covered by the main account. */
  drawsOnMain: boolean
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
  converted?: (by: Converted) => Pick<Payment, 'cost' | 'record' | 'also'>
  /**
   * Records the purchase in the same transaction. Returns the account log entries, which add up to
   * `cost`.
   */
  record: (tx: Db) => Promise<Omit<Entry, 'userId'>[]>
  /** Runs in the same transaction. */
  also?: ((tx: Db) => Promise<void>) | undefined
}

const units = ['chars', 'voices', 'images'] as const

/** Thrown to release the user's lock, because the main account's must be taken first. */
class Short extends Error {}

/**
 * Debits all or nothing. Locks the main account only if its quota is needed, so that users with
 * enough quota of their own don't wait for one another. Throws ApiError `notEnough` with the
 * account and the amounts.
 */
export async function debit(db: Db, payment: Payment, now: Date): Promise<void> {
  const mayDraw = payment.drawsOnMain && payment.userId !== payment.ownerId
  if (!mayDraw) return payFromOwn(db, payment, now)
  if (payment.seemsEnough) {
    try {
      return await payFromOwn(db, payment, now, new Short())
    } catch (reason) {
      if (!(reason instanceof Short)) throw reason
    }
  }
  return payWithMain(db, payment, now)
}

function payFromOwn(db: Db, payment: Payment, now: Date, short?: Short): Promise<void> {
  return transaction(db, async (tx) => {
    const { held, due } = await holdFor(tx, payment, [payment.userId])
    const user = held.get(due.userId)
    const lacking = units.find((unit) => spendable(user)[unit] < due.cost[unit])
    if (lacking)
      throw short ?? (await shortageOfUser(tx, due.ownerId, user, lacking, due.cost[lacking]))
    await finish(tx, held, due, [], now)
  })
}

function payWithMain(db: Db, payment: Payment, now: Date): Promise<void> {
  return transaction(db, async (tx) => {
    const { held, due } = await holdFor(tx, payment, [payment.ownerId, payment.userId])
    const [main, user] = [held.get(due.ownerId), held.get(due.userId)]
    const missing = missingOf(user, due.cost)
    const lacking = units.find((unit) => spendable(main)[unit] < missing[unit])
    if (lacking) throw await shortageOfUser(tx, due.ownerId, user, lacking, due.cost[lacking])
    const drawn = units.some((unit) => missing[unit] > 0)
      ? transfer(main, user, missing, 'DISTRIBUTION', {})
      : []
    await finish(tx, held, due, drawn, now)
  })
}

/** Charges the reserved amount, even if the channel changed meanwhile. */
async function holdFor(
  tx: Db,
  payment: Payment,
  userIds: string[],
): Promise<{ held: LockedAccounts; due: Payment }> {
  if (!payment.reservation)
    return { held: await lockAccounts(tx, payment.ownerId, userIds), due: payment }
  const { held, converted } = await releaseAndLock(tx, payment.reservation, userIds)
  return { held, due: converted ? { ...payment, ...payment.converted?.(converted) } : payment }
}

async function finish(
  tx: Db,
  locked: LockedAccounts,
  { userId, record, also }: Payment,
  drawn: Entry[],
  now: Date,
): Promise<void> {
  const recorded = await record(tx)
  await postEntries(tx, locked, [...drawn, ...recorded.map((entry) => ({ ...entry, userId }))], now)
  await also?.(tx)
}

function missingOf(user: Account, cost: Units): Units {
  const missing = (unit: keyof Units) => Math.max(0, cost[unit] - spendable(user)[unit])
  return { chars: missing('chars'), voices: missing('voices'), images: missing('images') }
}
