/** Puts sub-accounts into groups. */
import { and, eq, sql } from 'drizzle-orm'
import type { CurrentTime } from '#server/features/budgets/read-budgets.ts'
import { nextVersion, subAccountBudgets, subAccountGroups } from '#server/features/budgets/table.ts'
import { skipThisMonth } from '#server/features/budgets/top-up.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Sets the groups of sub-accounts, which are locked or new; null: none. The rule of the group tops
 * them up from the next month on; what was due before is topped up already.
 */
export async function assignGroups(
  tx: Db,
  ownerId: string,
  groups: ReadonlyMap<string, string | null>,
  time: CurrentTime,
): Promise<void> {
  if (groups.size === 0) return
  await tx
    .insert(subAccountBudgets)
    .values([...groups].map(([userId, groupId]) => ({ ownerId, userId, groupId, version: 1 })))
    .onConflictDoUpdate({
      target: [subAccountBudgets.ownerId, subAccountBudgets.userId],
      set: { groupId: sql`excluded.group_id`, version: nextVersion },
    })
  await skipThisMonth(tx, ownerId, [...groups.keys()], time)
}

export const isGroupOf = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  isId(id) &&
  (await db.$count(
    subAccountGroups,
    and(eq(subAccountGroups.ownerId, ownerId), eq(subAccountGroups.id, id)),
  )) > 0
