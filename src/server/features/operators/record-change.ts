/** Writes the log of every change by an operator. */
import { operatorLog } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Logs a change by an operator, with its reason and the values before and after. Call it in the
 * transaction of the change.
 */
export async function recordChange(tx: Db, change: typeof operatorLog.$inferInsert): Promise<void> {
  await recordChanges(tx, [change])
}

/** The same for several changes. */
export async function recordChanges(
  tx: Db,
  changes: readonly (typeof operatorLog.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += batchSize)
    await tx.insert(operatorLog).values(changes.slice(start, start + batchSize))
}

/** Rows of one insert: PostgreSQL takes at most 65,535 parameters. */
const batchSize = 1_000
