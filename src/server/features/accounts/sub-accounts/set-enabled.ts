/** Enables and disables sub-accounts. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import {
  blockSessions,
  deleteBlockedSessions,
  recordSecurityEvents,
} from '#server/features/identity/index.ts'
import {
  readManager,
  reclaimLeft,
  zeroAmounts,
  type LockedAccounts,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import { endOpenRequests } from '#server/features/quota-requests/index.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Disables enabled sub-accounts, whose accounts and users are locked, and takes back what they have
 * left, except what running translations reserve. Returns the sums.
 */
export async function disableSubAccounts(
  tx: Db,
  call: SignedCall,
  locked: LockedAccounts,
  userIds: string[],
): Promise<QuotaAmounts> {
  if (userIds.length === 0) return zeroAmounts
  const { ownerId } = locked
  const now = call.clock()
  await saveEnabled(tx, ownerId, userIds, false)
  const sums = await reclaimLeft(
    tx,
    locked,
    userIds,
    'spendable',
    now,
    await readManager(tx, call.me),
  )
  await blockSessions(tx, ownerId, userIds, now)
  await endOpenRequests(tx, ownerId, userIds, now)
  await recordSecurityEvents(tx, call, { ownerId, userIds }, 'disabledByOwner')
  call.afterCommit(() =>
    call.events.publish({ ownerId, about: ['quotaRequest', 'notice', 'memberAccountLog'] }),
  )
  return sums
}

/** Enables disabled sub-accounts, whose users are locked. */
export async function enableSubAccounts(
  tx: Db,
  call: SignedCall,
  ownerId: string,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  await saveEnabled(tx, ownerId, userIds, true)
  await deleteBlockedSessions(tx, ownerId, userIds)
  await recordSecurityEvents(tx, call, { ownerId, userIds }, 'enabledByOwner')
}

async function saveEnabled(
  tx: Db,
  ownerId: string,
  userIds: string[],
  enabled: boolean,
): Promise<void> {
  await tx
    .update(users)
    .set({ enabled, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, userIds)))
}
