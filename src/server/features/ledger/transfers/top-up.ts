/** Tops sub-accounts up from their main account. */
import type { LockedAccounts, QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import {
  createTransferEntries,
  getSubAccounts,
} from '#server/features/ledger/transfers/transfer-entries.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Distributes to each sub-account what is stated for it. All accounts are locked. `month`: first day
 * of the month. Throws ApiError `notEnough`.
 */
export async function topUp(
  tx: Db,
  locked: LockedAccounts,
  given: ReadonlyMap<string, QuotaAmounts>,
  month: string,
  now: Date,
): Promise<void> {
  const main = locked.get(locked.ownerId)
  const entries = getSubAccounts(locked, [...given.keys()]).flatMap((sub) =>
    createTransferEntries(main, sub, given.get(sub.userId)!, 'DISTRIBUTION', { topUpMonth: month }),
  )
  await postEntries(tx, locked, entries, now)
}
