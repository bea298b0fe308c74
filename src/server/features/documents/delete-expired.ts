/** Deletes documents with their files a day after the upload. */
import { lt, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteRows, lockCounter, lockUser, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { documents } from '#server/features/documents/table.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { groupBy } from '#server/http/handler.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'

/** Before this time, documents are gone. */
export const expiryOf = (now: Date): Date =>
  new Date(now.getTime() - businessLimits.documents.hours * 3_600_000)

/** Documents deleted in one round. */
const maxDeleted = 500

export async function deleteExpiredDocuments({
  db,
  clock,
  events,
}: Pick<Dependencies, 'db' | 'clock' | 'events'>): Promise<void> {
  const now = clock()
  const expired = await db
    .select({
      ownerId: sql<string>`${documents.ownerId}::text`,
      userId: sql<string>`${columnsOf(documents)['userId']!}::text`,
      id: sql<string>`${documents.id}::text`,
    })
    .from(documents)
    .where(
      acrossOwners(
        'a background job deletes those of all owners',
        lt(documents.createdAt, expiryOf(now)),
      ),
    )
    .limit(maxDeleted)
  const stored = storedOf('documents')
  for (const [, ofUser] of groupBy(expired, ({ ownerId, userId }) => `${ownerId} ${userId}`)) {
    const { ownerId, userId } = ofUser[0]!
    const scope = { ownerId, id: userId }
    await transaction(db, async (tx) => {
      await lockUser(tx, scope)
      await lockCounter(tx, stored, scope)
      await deleteRows(
        tx,
        stored,
        scope,
        ofUser.map(({ id }) => id),
        now,
      )
    })
    events.publish({ ownerId, about: ['document'] })
  }
}
