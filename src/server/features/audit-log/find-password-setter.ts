/** Finds in the audit log who set a sub-account's password. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AuditAct } from '#contract/audit-acts.ts'
import { collectionTables, columnsOf } from '#server/features/collections/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const auditLog = collectionTables['auditLog']!
const { act, actorId, subjectId } = columnsOf(auditLog)
const acts: readonly AuditAct[] = ['subAccountCreated', 'passwordReset']

/**
 * Id of the last one that set it other than the sub-account itself; undefined after
 * `businessLimits.auditLog.keepDays`.
 */
export async function findPasswordSetter(
  db: Db,
  { ownerId, userId }: UserKey,
): Promise<string | undefined> {
  const [entry] = await db
    .select({ actorId: actorId! })
    .from(auditLog)
    .where(and(eq(auditLog.ownerId, ownerId), eq(subjectId!, userId), inArray(act!, [...acts])))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return entry && String(entry.actorId)
}
