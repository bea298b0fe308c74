/** Deletes entries of the audit log by age. */
import { businessLimits } from '#contract/business-limits.ts'
import { deleteOldRows, storedOf } from '#server/features/collections/index.ts'
import type { Db } from '#server/platform/db/open.ts'

/** After `businessLimits.auditLog.keepDays`. */
export const deleteOldEntries = (db: Db, now: Date): Promise<void> =>
  deleteOldRows(db, storedOf('auditLog'), businessLimits.auditLog.keepDays, now)
