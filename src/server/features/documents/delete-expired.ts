/** Deletes documents with their files a day after the upload. */
import { asc, lt, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteRows, lockCounter, lockUser, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { documents } from '#server/features/documents/table.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import { errorFields } from '#server/platform/log.ts'

/** Before this time, documents are gone. */
export const expiryOf = (now: Date): Date =>
  new Date(now.getTime() - businessLimits.documents.hours * 3_600_000)

/** Documents read at once. */
const maxDeleted = 500

type Expiry = Pick<Dependencies, 'db' | 'clock' | 'events' | 'log'>

/** Deletes all of them. What can't be deleted of one user is logged, and those of others are. */
export async function deleteExpiredDocuments(deps: Expiry): Promise<void> {
  for (;;) {
    const expired = await findExpired(deps)
    let deleted = 0
    for (const [, ofUser] of Map.groupBy(
      expired,
      ({ ownerId, userId }) => `${ownerId} ${userId}`,
    )) {
      const { ownerId, userId } = ofUser[0]!
      const ids = ofUser.map(({ id }) => id)
      try {
        deleted += await deleteOfUser(deps, { ownerId, id: userId }, ids)
      } catch (reason) {
        deps.log.error('expired documents of a user could not be deleted', {
          user: userId,
          ...errorFields(reason),
        })
      }
    }
    if (expired.length < maxDeleted || deleted === 0) return
  }
}

const findExpired = ({ db, clock }: Expiry) =>
  db
    .select({
      ownerId: sql<string>`${documents.ownerId}::text`,
      userId: sql<string>`${columnsOf(documents)['userId']!}::text`,
      id: sql<string>`${documents.id}::text`,
    })
    .from(documents)
    .where(
      acrossOwners(
        'a background job deletes those of all owners',
        lt(documents.createdAt, expiryOf(clock())),
      ),
    )
    .orderBy(asc(documents.createdAt))
    .limit(maxDeleted)

/** Returns how many are deleted. Throws ApiError `notFound` if the user is erased meanwhile. */
async function deleteOfUser(
  { db, events }: Expiry,
  scope: { ownerId: string; id: string },
  ids: readonly string[],
): Promise<number> {
  const stored = storedOf('documents')
  const deleted = await transaction(db, async (tx) => {
    await lockUser(tx, scope)
    await lockCounter(tx, stored, scope)
    return deleteRows(tx, stored, scope, ids)
  })
  events.publish({ ownerId: scope.ownerId, about: ['document'] })
  return deleted.length
}
