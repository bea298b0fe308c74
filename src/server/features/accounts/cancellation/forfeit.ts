/** Forfeits the quota of a cancelled account: sub-accounts to the main account, then to zero. */
import type { Db } from '#server/platform/db/open.ts'
import { mainMembership, entitlementOf } from '#server/features/accounts/account-group.ts'
import { closeAccounts, postEntries, type Entry, type LockedAccounts } from '#server/features/ledger/service.ts'
import { minutesLeft } from '#server/features/packages/entitlement.ts'
import { recover } from '#server/features/ledger/transfers/service.ts'
import { reclaimAll } from '#server/features/ledger/transfers.ts'

/**
 * Closes the accounts, so that no later credit is possible. Amounts reserved by translations in
 * flight are forfeited too and never charged.
 */
export async function forfeitQuota(
  tx: Db,
  locked: LockedAccounts,
  subIds: readonly string[],
  now: Date,
): Promise<void> {
  await reclaimAll(tx, locked, subIds, now)
  await postEntries(tx, locked, await rest(tx, locked, now), now)
  await closeAccounts(tx, locked, [locked.ownerId, ...subIds], now)
}

async function rest(tx: Db, locked: LockedAccounts, now: Date): Promise<Entry[]> {
  // Suppresses the low-balance alert.
  const main = { ...locked.get(locked.ownerId), lowChars: null }
  locked.set(main)
  const { userId, chars, voices, images } = main
  const minutes = minutesLeft(entitlementOf(await mainMembership(tx, userId), main), now)
  if (chars + voices + images + minutes === 0) return []
  const time = minutes > 0 ? { minutes: -minutes, expiresAt: now } : {}
  return [
    {
      userId,
      logType: 'OTHER',
      change: { chars: 0 - chars, voices: 0 - voices, images: 0 - images },
      ...time,
    },
  ]
}
