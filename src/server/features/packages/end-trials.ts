/** Ends trials whose time is over. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { sql, and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { lockAccounts, postEntries } from '#server/features/ledger/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { readMainMembership, toEntitlement } from '#server/features/packages/main-membership.ts'
import { createTrialEndEntries } from '#server/features/packages/conversion-entries.ts'

/** Removes expired trial characters and logs it. Returns the number of accounts found. */
export async function endTrials(db: Db, now: Date): Promise<number> {
  const isOver = and(
    lte(balances.expiresAt, now),
    gt(balances.chars, 0),
    eq(memberGroups.billingMode, sql`'char'`),
  )
  const ended = await db
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .innerJoin(users, and(eq(users.ownerId, balances.ownerId), eq(users.userId, balances.userId)))
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(acrossOwners('a background job ends all trials', isOver))
    .limit(1_000)
  for (const { ownerId } of ended) await transaction(db, (tx) => endTrial(tx, ownerId, now))
  return ended.length
}

/** Checks again under the lock, because an order may have been credited since the query. */
async function endTrial(tx: Db, ownerId: string, now: Date): Promise<void> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const account = locked.find(ownerId)
  if (!account) return
  await postEntries(
    tx,
    locked,
    createTrialEndEntries(
      ownerId,
      toEntitlement(await readMainMembership(tx, ownerId), account),
      now,
    ),
    now,
  )
}
