/** Writes the log of every change by an operator. */
import { operatorLog } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Logs a change by an operator, with its reason and the values before and after. Call it in the
 * transaction of the change.
 */
export async function recordChange(tx: Db, change: typeof operatorLog.$inferInsert): Promise<void> {
  await tx.insert(operatorLog).values(change)
}
