/** Moves quota from a main account to its sub-accounts. */
import type { Db } from '#server/platform/db/open.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import type { Account } from '#server/features/ledger/lock-accounts.ts'
import {
  type TransferRequest,
  managedByMain,
  createTransferEntries,
  lockMainAndSubs,
  refuseShortage,
} from '#server/features/ledger/transfers/transfer-entries.ts'

/**
 * Distributes the same amounts to each sub-account, all or none. `requestId`: the request that it
 * grants. Throws ApiError `notFound` or `notEnough` with the account's name.
 */
export async function distribute(
  tx: Db,
  { ownerId, subIds, each, manager, requestId }: TransferRequest & { requestId?: string },
  now: Date,
): Promise<{ main: Account; subs: Account[] }> {
  const { locked, main, subs } = await lockMainAndSubs(tx, ownerId, subIds)
  await refuseShortage(tx, ownerId, main, {
    chars: each.chars * subs.length,
    voices: each.voices * subs.length,
    images: each.images * subs.length,
  })
  const cause = {
    ...(manager ?? managedByMain(main)),
    ...(requestId === undefined ? {} : { requestId }),
  }
  const entries = subs.flatMap((sub) =>
    createTransferEntries(main, sub, each, 'DISTRIBUTION', cause),
  )
  await postEntries(tx, locked, entries, now)
  return { main, subs }
}
