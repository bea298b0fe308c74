/** Deletes rows of an account group by condition or by age, a few in each transaction. */
import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { deleteRows } from '#server/features/collections/change-rows.ts'
import type { Stored } from '#server/features/collections/table.ts'
import { lockCounter } from '#server/features/collections/counters.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Rows that one transaction deletes: few, since changes of the account wait for it. */
const batch = 200

/** Deletes rows after `days`, account by account; `only`: those that meet a condition. */
export async function deleteOldRows(
  db: Db,
  stored: Stored,
  days: number,
  now: Date,
  { only }: { only?: SQL } = {},
): Promise<void> {
  const { table } = stored
  const until = new Date(now.getTime() - days * 86_400_000)
  const isOld = and(lt(table.createdAt, until), only)!
  const owners = await db
    .selectDistinct({ ownerId: sql<string>`${table.ownerId}::text` })
    .from(table)
    .where(acrossOwners('a background job deletes old rows of all owners', isOld))
  for (const { ownerId } of owners) await deleteInBatches(db, stored, ownerId, isOld)
}

/** Deletes the rows of an account group that meet a condition, in several transactions. */
export async function deleteInBatches(
  db: Db,
  stored: Stored,
  ownerId: string,
  condition: SQL,
): Promise<void> {
  const { table } = stored
  const scope = { ownerId, id: '0' }
  for (let deleted = batch; deleted === batch;)
    deleted = await transaction(db, async (tx) => {
      await lockCounter(tx, stored, scope)
      const found = await tx
        .select({ id: sql<string>`${table.id}::text` })
        .from(table)
        .where(and(eq(table.ownerId, ownerId), condition))
        .orderBy(asc(table.id))
        .limit(batch)
      const ids = found.map(({ id }) => id)
      if (ids.length > 0) await deleteRows(tx, stored, scope, ids)
      return ids.length
    })
}
