/** Debits what a translation used, from the own quota first and then from the main account’s. */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  lockAccounts,
  type LockedAccounts,
  quotaUnits,
  spendableAmounts,
  type Account,
  type QuotaAmounts,
} from '#server/features/ledger/lock-accounts.ts'
import { postEntries, type Entry } from '#server/features/ledger/post-entries.ts'
import {
  createUserShortageError,
  createTransferEntries,
} from '#server/features/ledger/transfers/transfer-entries.ts'
import {
  type Reservation,
  InsufficientOwnQuota,
} from '#server/features/ledger/reservations/reserve-chars.ts'
import {
  type ReservationConversion,
  lockMainIfNeeded,
  releaseAndLock,
  returnUnused,
} from '#server/features/ledger/reservations/release-reservation.ts'

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
  /** Charges what was reserved in one statement; false if that is not possible, and has no effect. */
  chargeReserved?: ((tx: Db) => Promise<boolean>) | undefined
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
  const pay = async (tx: Db, userIds: string[]) => {
    // It locks the user, before whom a main account that is needed too must be locked.
    if (userIds.length === 1 && (await payment.chargeReserved?.(tx)))
      return payment.inSameTransaction?.(tx)
    const { locked, due, unused } = await lockForPayment(tx, payment, userIds)
    const user = locked.get(due.userId)
    const shortUnit = quotaUnits.find((unit) => spendableAmounts(user)[unit] < due.cost[unit])
    if (shortUnit)
      throw (
        shortageError ??
        (await createUserShortageError(tx, due.ownerId, user, shortUnit, due.cost[shortUnit]))
      )
    await recordAndPost(tx, locked, { ...due, unused }, [], now)
  }
  return lockMainIfNeeded(payment, (userIds) => transaction(db, (tx) => pay(tx, userIds)))
}

function payWithMainQuota(db: Db, payment: Payment, now: Date): Promise<void> {
  return transaction(db, async (tx) => {
    const { locked, due, unused } = await lockForPayment(tx, payment, [
      payment.ownerId,
      payment.userId,
    ])
    const [main, user] = [locked.get(due.ownerId), locked.get(due.userId)]
    const shortfall = shortfallOf(user, due.cost)
    const shortUnit = quotaUnits.find((unit) => spendableAmounts(main)[unit] < shortfall[unit])
    if (shortUnit)
      throw await createUserShortageError(tx, due.ownerId, user, shortUnit, due.cost[shortUnit])
    const transferEntries = quotaUnits.some((unit) => shortfall[unit] > 0)
      ? createTransferEntries(main, user, shortfall, 'DISTRIBUTION', {})
      : []
    await recordAndPost(tx, locked, { ...due, unused }, transferEntries, now)
  })
}

/**
 * Charges the reserved amount, even if the channel changed meanwhile. `unused`: what a disabled
 * sub-account returns.
 */
async function lockForPayment(
  tx: Db,
  payment: Payment,
  userIds: string[],
): Promise<{ locked: LockedAccounts; due: Payment; unused: number }> {
  if (!payment.reservation)
    return { locked: await lockAccounts(tx, payment.ownerId, userIds), due: payment, unused: 0 }
  const { locked, converted, returnable } = await releaseAndLock(tx, payment.reservation, userIds)
  const due = converted ? { ...payment, ...payment.convertPayment?.(converted) } : payment
  return { locked, due, unused: returnable - due.cost.chars }
}

async function recordAndPost(
  tx: Db,
  locked: LockedAccounts,
  { userId, record, inSameTransaction, unused }: Payment & { unused: number },
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
  await returnUnused(tx, locked, { userId, chars: unused }, now)
  await inSameTransaction?.(tx)
}

function shortfallOf(user: Account, cost: QuotaAmounts): QuotaAmounts {
  const missing = (unit: keyof QuotaAmounts) =>
    Math.max(0, cost[unit] - spendableAmounts(user)[unit])
  return { chars: missing('chars'), voices: missing('voices'), images: missing('images') }
}
