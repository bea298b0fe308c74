/** Tables of alerts, and of what the owners of accounts want to be told. */
import { sql } from 'drizzle-orm'
import { index, integer, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AlertKind, AlertMeans } from '#contract/alerts.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { NoticeText } from '../../platform/messages.ts'
import { id, moment } from '../../platform/db/columns.ts'

/** A kind of alert and a means that its owner does not want for it. */
export type Muted = `${AlertKind}.${AlertMeans}`

/** No row: every kind by every means, at all hours. */
export const alertSettings = pgTable('alert_settings', {
  ownerId: id().primaryKey(),
  muted: text()
    .array()
    .$type<Muted[]>()
    .notNull()
    .default(sql`'{}'`),
  /** `HH:MM` in the business time zone. */
  quietFrom: text(),
  quietUntil: text(),
})

/**
 * An alert since its begin. Its row is deleted once mail and robots are told that it has ended; of a
 * kind that does not end, once they are told of it.
 */
export const alerts = pgTable(
  'alerts',
  {
    ownerId: id().notNull(),
    kind: text().$type<AlertKind>().notNull(),
    /** What it is about, such as a user or an order; 0: the account. */
    subjectId: id().notNull(),
    isOn: boolean().notNull(),
    /** How far it has come, downwards, such as days until an end. */
    step: integer().notNull(),
    /** Step that mail and robots were told of; null: not told yet. */
    toldStep: integer(),
    words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
    event: jsonb().$type<WebhookEvent>().notNull(),
    changedAt: moment().notNull(),
    /** When mail and robots are told; null: they have been. */
    dueAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.kind, row.subjectId] }),
    index('alerts_due')
      .on(row.dueAt)
      .where(sql`${row.dueAt} is not null`),
  ],
)
