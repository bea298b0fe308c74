/** Deleted rows: restored, deleted with their owner, or removed for good after a time. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { collections } from '#contract/collections.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { inScope, isInState } from '#server/features/collections/queries.ts'
import {
  type Stored,
  collectionTables,
  columnsOf,
  registeredCollections,
  scopeColumnOf,
} from '#server/features/collections/table.ts'
import { isUnreferenced } from '#server/features/collections/references.ts'
import type { ScopeKey } from '#server/features/collections/scopes.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { countPurged, readCounts, deleteCounters } from '#server/features/collections/counters.ts'

/** Deletes rows in the trash for good. */
export async function purge(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  condition: SQL,
): Promise<number> {
  const deleted = await tx
    .delete(stored.table)
    .where(
      and(inScope(stored, scope), isInState(stored, 'inTrash'), isUnreferenced(stored), condition),
    )
    .returning({ id: stored.table.id })
  await countPurged(tx, stored, scope, deleted.length)
  return deleted.length
}

/** Locked before the rows of a scope, so that no two calls wait for each other. */
export const lockCounter = (tx: Db, stored: Stored, scope: ScopeKey) =>
  readCounts(tx, stored, scope, { lock: true })

/** Every collection with its table, in the order of deletion. */
export const storedCollections: readonly Stored[] = Object.entries(collectionTables).map(
  ([name, table]) => ({ collection: registeredCollections[name]!, table }),
)

/** The collection of that name with its table. */
export const storedOf = (name: keyof typeof collections): Stored =>
  storedCollections.find(({ collection }) => collection.name === name)!

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

/** Purges rows that have been in the trash for too long, scope by scope. */
export async function emptyTrash(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - businessLimits.trash.days * 86_400_000)
  for (const stored of storedCollections.filter(({ collection }) => collection.config.trash)) {
    const { collection, table } = stored
    const columns = columnsOf(table)
    const column = scopeColumnOf(collection)
    const expired = lt(columns['deletedAt']!, until)
    const scopes = await db
      .selectDistinct({
        ownerId: sql<string>`${table.ownerId}::text`,
        id: column === undefined ? sql<string>`'0'` : sql<string>`${columns[column]!}::text`,
      })
      .from(table)
      .where(acrossOwners('a background job empties the trash of all owners', expired))
    for (const scope of scopes)
      await transaction(db, async (tx) => {
        await lockCounter(tx, stored, scope)
        await purge(tx, stored, scope, expired)
      })
  }
}
