/** Counters of the rows of each scope, so that totals need no counting and the limit is exact. */
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import type { ListScope, ScopeKey } from '#server/features/collections/scopes.ts'
import {
  collectionCounts,
  ownCounterOf,
  scopeColumnOf,
  type OwnCounter,
  type Stored,
} from '#server/features/collections/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

const isCounterOfScope = ({ collection: { name } }: Stored, { ownerId, id }: ListScope) =>
  and(
    eq(collectionCounts.ownerId, ownerId),
    eq(collectionCounts.collection, name),
    id === undefined ? undefined : eq(collectionCounts.scopeId, id),
  )

/** Column with the number of rows. */
const rowsColumnOf = ({ table, rows }: OwnCounter) => getTableColumns(table)[rows]!
const isOwnCounterOfScope = ({ table }: OwnCounter, { ownerId, id }: ScopeKey) =>
  and(eq(table.ownerId, ownerId), eq(table.id, id))

/** Number of rows of a list, which may have several scopes. */
export async function countListed(
  db: Db,
  stored: Stored,
  { ownerId, id }: ListScope,
): Promise<number> {
  if (id !== undefined) return readCount(db, stored, { ownerId, id })
  const [sum] = await db
    .select({ rows: sql<number>`coalesce(sum(${collectionCounts.rows}), 0)::int` })
    .from(collectionCounts)
    .where(isCounterOfScope(stored, { ownerId }))
  return sum!.rows
}

/** With `lock`, other changes of the number of rows wait until the transaction ends. */
export async function readCount(
  db: Db,
  stored: Stored,
  scope: ScopeKey,
  { lock = false } = {},
): Promise<number> {
  const own = ownCounterOf(stored.collection)
  const { rows } = collectionCounts
  const query = own
    ? db
        .select({ rows: sql<number>`${rowsColumnOf(own)}` })
        .from(own.table)
        .where(isOwnCounterOfScope(own, scope))
    : db.select({ rows }).from(collectionCounts).where(isCounterOfScope(stored, scope))
  const [found] = await (lock ? query.for('update') : query)
  return found?.rows ?? 0
}

/** Locked before the rows of a scope, so that no two calls wait for each other. */
export const lockCounter = (tx: Db, stored: Stored, scope: ScopeKey) =>
  readCount(tx, stored, scope, { lock: true })

/**
 * Counts new rows. Concurrent calls wait for each other. Throws ApiError `notAllowed` above the limit
 * of the scope.
 */
export async function countAdded(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  count: number,
): Promise<void> {
  const { name, config } = stored.collection
  if (count > config.maxRows) throw createTooManyRowsError(stored.collection)
  const own = ownCounterOf(stored.collection)
  const { ownerId, collection, scopeId, rows } = collectionCounts
  const counted = own
    ? await changeOwnCounter(tx, own, scope, count, config.maxRows)
    : await tx
        .insert(collectionCounts)
        .values({ ownerId: scope.ownerId, collection: name, scopeId: scope.id, rows: count })
        .onConflictDoUpdate({
          target: [ownerId, collection, scopeId],
          set: { rows: sql`${rows} + ${count}` },
          setWhere: sql`${rows} + ${count} <= ${config.maxRows}`,
        })
        .returning({ rows })
  if (counted.length === 0) throw createTooManyRowsError(stored.collection)
}

/** Counts deleted rows. */
export async function countDeleted(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  count: number,
): Promise<void> {
  const own = ownCounterOf(stored.collection)
  if (own) {
    await changeOwnCounter(tx, own, scope, -count)
    return
  }
  await tx
    .update(collectionCounts)
    .set({ rows: sql`${collectionCounts.rows} - ${count}` })
    .where(isCounterOfScope(stored, scope))
}

const changeOwnCounter = (
  tx: Db,
  own: OwnCounter,
  scope: ScopeKey,
  change: number,
  max = Number.MAX_SAFE_INTEGER,
) =>
  tx
    .update(own.table)
    .set({ [own.rows]: sql`${rowsColumnOf(own)} + ${change}` })
    .where(
      and(isOwnCounterOfScope(own, scope), sql`${rowsColumnOf(own)} + ${change} <= ${max}::bigint`),
    )
    .returning({ id: own.table.id })

/** Deletes the counters of scopes that are being deleted. */
export async function deleteCounters(
  tx: Db,
  stored: Stored,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  if (ownCounterOf(stored.collection)) return
  await tx
    .delete(collectionCounts)
    .where(
      and(
        eq(collectionCounts.ownerId, ownerId),
        eq(collectionCounts.collection, stored.collection.name),
        inArray(collectionCounts.scopeId, [...ids]),
      ),
    )
}

export const createTooManyRowsError = (collection: Collection): ApiError =>
  new ApiError('notAllowed', {
    reason: {
      key: scopeColumnOf(collection) === 'spaceId' ? 'tooManyRowsInSpace' : 'tooManyRows',
      values: { limit: collection.config.maxRows },
      collection: collection.name,
    },
  })
