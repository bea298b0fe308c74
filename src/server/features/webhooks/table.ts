/** Tables of the secrets of webhooks and of the queue of deliveries; both lists are collections. */
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { WebhookFormat } from '#contract/webhooks.ts'
import type { Lang } from '#locales/messages.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import { id, moment } from '#server/platform/db/columns.ts'

/** Webhooks and deliveries, as their collections declare them. */
export const webhooks = collectionTables['webhooks']!
export const webhookDeliveries = collectionTables['webhookDeliveries']!

/** What the server knows of a webhook besides its row. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    ownerId: id().notNull(),
    webhookId: id().notNull(),
    format: text().$type<WebhookFormat>().notNull().default('json'),
    /** Of a robot. */
    language: text().$type<Lang>(),
    /** Of a robot: its vendor's, empty without signatures. */
    sealedSecret: text().notNull(),
    /** The secret before the last rotation, with which payloads are also signed until it ends. */
    sealedFormerSecret: text(),
    formerEndsAt: moment(),
    lastSuccessAt: moment(),
    /** When its owner was last notified of an event that was given up. */
    givenUpNoticeAt: moment(),
    /** Since when nothing is sent, because the address failed for too long. */
    pausedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.webhookId] }),
    foreignKey({
      name: 'webhook_endpoints_webhook',
      columns: [row.ownerId, row.webhookId],
      foreignColumns: [webhooks.ownerId, webhooks.id],
    }).onDelete('cascade'),
  ],
)

/** Deliveries that wait for an attempt, written in the transaction of their event. */
export const webhookQueue = pgTable(
  'webhook_queue',
  {
    deliveryId: id().primaryKey(),
    ownerId: id().notNull(),
    webhookId: id().notNull(),
    /** Start of the attempts, which end `businessLimits.webhooks.retryHours` later. */
    startedAt: moment().notNull(),
    /** Attempts since then. */
    tries: integer().notNull().default(0),
    dueAt: moment().notNull(),
    /** Until when a process has it; another takes over after that. */
    leasedUntil: moment(),
  },
  (row) => [
    index('webhook_queue_due').on(row.dueAt),
    index('webhook_queue_of_webhook').on(row.ownerId, row.webhookId),
  ],
)
