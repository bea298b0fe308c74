/** Removes the names of deleted sub-accounts from the audit log. */
import { and, eq, type SQL } from 'drizzle-orm'
import { lockCounter, storedOf } from '#server/features/collections/index.ts'
import { collectionTables, columnsOf } from '#server/features/collections/table.ts'
import { isOneOf } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const auditLog = collectionTables['auditLog']!
const { actorId, subjectId } = columnsOf(auditLog)

/** The rows stay, with the ids of the sub-accounts. Requires a transaction. */
export async function eraseNames(
  tx: Db,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  // As everywhere, before its rows.
  await lockCounter(tx, storedOf('auditLog'), { ownerId, id: '0' })
  const isOwned = eq(auditLog.ownerId, ownerId)
  const names: [Record<string, null>, SQL][] = [
    [{ actorName: null, object: null }, isOneOf(actorId!, userIds)],
    [{ subjectName: null, object: null }, isOneOf(subjectId!, userIds)],
  ]
  for (const [blank, isOf] of names) await tx.update(auditLog).set(blank).where(and(isOwned, isOf))
}
