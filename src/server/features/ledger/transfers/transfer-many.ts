/** Moves quota between a main account and many sub-accounts, other amounts for each. */
import type { Db } from '#server/platform/db/open.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import {
  quotaUnits,
  zeroAmounts,
  type LockedAccounts,
  type QuotaAmounts,
} from '#server/features/ledger/lock-accounts.ts'
import {
  createTransferEntries,
  getSubAccounts,
  managedByMain,
  negate,
  refuseShortage,
  type Manager,
} from '#server/features/ledger/transfers/transfer-entries.ts'

/** `manager`: who does it, if not the main account. */
type TransferKind = {
  logType: 'DISTRIBUTION' | 'RECOVERY'
  manager: Manager | 'system' | undefined
}

/**
 * Distributes (`DISTRIBUTION`) or reclaims (`RECOVERY`) what is stated for each sub-account, all or
 * none. All accounts are locked. Returns the sums. Throws ApiError `notFound` with the id, or
 * `notEnough` with the account's name.
 */
export async function transferMany(
  tx: Db,
  locked: LockedAccounts,
  amounts: ReadonlyMap<string, QuotaAmounts>,
  { logType, manager }: TransferKind,
  now: Date,
): Promise<QuotaAmounts> {
  const main = locked.get(locked.ownerId)
  const cause = manager === 'system' ? {} : (manager ?? managedByMain(main))
  const sums = sumAmounts([...amounts.values()])
  if (logType === 'DISTRIBUTION') await refuseShortage(tx, locked.ownerId, main, sums)
  const entries = getSubAccounts(locked, [...amounts.keys()]).flatMap((sub) => {
    const moved = amounts.get(sub.userId)!
    const units = logType === 'DISTRIBUTION' ? moved : negate(moved)
    return quotaUnits.every((unit) => moved[unit] === 0)
      ? []
      : createTransferEntries(main, sub, units, logType, cause)
  })
  await postEntries(tx, locked, entries, now)
  return sums
}

export const sumAmounts = (all: readonly QuotaAmounts[]): QuotaAmounts =>
  all.reduce(
    (sum, { chars, voices, images }) => ({
      chars: sum.chars + chars,
      voices: sum.voices + voices,
      images: sum.images + images,
    }),
    zeroAmounts,
  )
