/** Deletes deliveries: those above an age, and those of a webhook that is removed. */
import { and, asc, eq, lt, ne, sql, type SQL } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteRows, lockCounter, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import type { WebhookKey } from '#server/features/webhooks/secret.ts'
import { webhookDeliveries } from '#server/features/webhooks/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Deliveries that one transaction deletes: few, since events of the account wait for it. */
const batch = 200
const { state, webhookId: ofWebhook } = columnsOf(webhookDeliveries)

/** Deletes deliveries after `businessLimits.webhooks.keepDays`, account by account. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - businessLimits.webhooks.keepDays * 86_400_000)
  const isOld = and(lt(webhookDeliveries.createdAt, until), ne(state!, 'waiting'))
  const owners = await db
    .selectDistinct({ ownerId: sql<string>`${webhookDeliveries.ownerId}::text` })
    .from(webhookDeliveries)
    .where(acrossOwners('a background job deletes old deliveries of all owners', isOld))
  for (const { ownerId } of owners) await deleteInBatches(db, ownerId, isOld!, now)
}

/** Deletes the deliveries of an account that meet a condition, in several transactions. */
async function deleteInBatches(db: Db, ownerId: string, condition: SQL, now: Date): Promise<void> {
  const stored = storedOf('webhookDeliveries')
  const scope = { ownerId, id: '0' }
  for (let deleted = batch; deleted === batch;)
    deleted = await transaction(db, async (tx) => {
      await lockCounter(tx, stored, scope)
      const found = await tx
        .select({ id: sql<string>`${webhookDeliveries.id}::text` })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.ownerId, ownerId), condition))
        .orderBy(asc(webhookDeliveries.id))
        .limit(batch)
      const ids = found.map(({ id }) => id)
      if (ids.length > 0) await deleteRows(tx, stored, scope, ids, now)
      return ids.length
    })
}

/**
 * Deletes all deliveries of a webhook. `db` is no transaction, so that events of the account wait for
 * a few rows only.
 */
export const deleteDeliveriesOf = (
  db: Db,
  { ownerId, webhookId }: WebhookKey,
  now: Date,
): Promise<void> => deleteInBatches(db, ownerId, eq(ofWebhook!, webhookId), now)
