/** Deletes the rows of users and workspaces together with them. */
import { and, eq, inArray } from 'drizzle-orm'
import { deleteCounters } from '#server/features/collections/counters.ts'
import { columnsOf, scopeColumnOf, storedCollections } from '#server/features/collections/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Deletes the rows of users, or of workspaces, that are being deleted. Requires a transaction. */
export async function deleteRowsOf(
  tx: Db,
  column: 'userId' | 'spaceId',
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  for (const stored of storedCollections) {
    const { collection, table } = stored
    if (scopeColumnOf(collection) !== column) continue
    await deleteCounters(tx, stored, ownerId, ids)
    await tx
      .delete(table)
      .where(and(eq(table.ownerId, ownerId), inArray(columnsOf(table)[column]!, [...ids])))
  }
}
