/** Moves quota from sub-accounts back to their main account. */
import type { Db } from '#server/platform/db/open.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import {
  spendableAmounts,
  type LockedAccounts,
  type QuotaAmounts,
} from '#server/features/ledger/lock-accounts.ts'
import { transferMany } from '#server/features/ledger/transfers/transfer-many.ts'
import {
  type Manager,
  type WireId,
  type TransferRequest,
  managedByMain,
  createTransferEntries,
  lockMainAndSubs,
  getSubAccounts,
  refuseShortage,
  negate,
} from '#server/features/ledger/transfers/transfer-entries.ts'

/**
 * Reclaims the same amounts from each sub-account. Throws ApiError `notFound` or `notEnough` with
 * the account's name.
 */
export async function reclaim(
  tx: Db,
  { ownerId, subIds, each, manager }: TransferRequest,
  now: Date,
): Promise<void> {
  const { locked, main, subs } = await lockMainAndSubs(tx, ownerId, subIds)
  for (const sub of subs) await refuseShortage(tx, ownerId, sub, each)
  const entries = subs.flatMap((sub) =>
    createTransferEntries(main, sub, negate(each), 'RECOVERY', manager ?? managedByMain(main)),
  )
  await postEntries(tx, locked, entries, now)
}

/**
 * Reclaims what these sub-accounts, which are locked with the main account, have left: `all`, or the
 * `spendable` part, without what is reserved for running translations. `manager`: who does it, if
 * not the main account. Returns the sums. Throws ApiError `notFound` with the id.
 */
export function reclaimLeft(
  tx: Db,
  locked: LockedAccounts,
  subIds: readonly WireId[],
  part: 'all' | 'spendable',
  now: Date,
  manager?: Manager,
): Promise<QuotaAmounts> {
  const left = getSubAccounts(locked, [...new Set(subIds.map(String))]).map(
    (sub) => [sub.userId, part === 'all' ? sub : spendableAmounts(sub)] as const,
  )
  return transferMany(tx, locked, new Map(left), { logType: 'RECOVERY', manager }, now)
}
