/** Deletes deliveries: those above an age, and those of a webhook that is removed. */
import { eq, ne } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteInBatches, deleteOldRows, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import type { WebhookKey } from '#server/features/webhooks/secret.ts'
import { webhookDeliveries } from '#server/features/webhooks/table.ts'
import type { Db } from '#server/platform/db/open.ts'

const { state, webhookId: ofWebhook } = columnsOf(webhookDeliveries)

/** Deletes deliveries after `businessLimits.webhooks.keepDays`, account by account. */
export const deleteOldDeliveries = (db: Db, now: Date): Promise<void> =>
  deleteOldRows(db, storedOf('webhookDeliveries'), businessLimits.webhooks.keepDays, now, {
    only: ne(state!, 'waiting'),
  })

/**
 * Deletes all deliveries of a webhook. `db` is no transaction, so that events of the account wait for
 * a few rows only.
 */
export const deleteDeliveriesOf = (db: Db, { ownerId, webhookId }: WebhookKey): Promise<void> =>
  deleteInBatches(db, storedOf('webhookDeliveries'), ownerId, eq(ofWebhook!, webhookId))
