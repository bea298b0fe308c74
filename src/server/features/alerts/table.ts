/** Tables of alerts, and of what owners want to be notified of. */
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
 * An alert from its beginning on. Its row is deleted once mails and robots have its end; of a kind
 * that does not end, once they have it.
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
    /** Step that mails and robots were sent; null: none yet. */
    sentStep: integer(),
    words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
    event: jsonb().$type<WebhookEvent>().notNull(),
    changedAt: moment().notNull(),
    /** When mails and robots are sent what has changed; null: they have it. */
    dueAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.kind, row.subjectId] }),
    index('alerts_due')
      .on(row.dueAt)
      .where(sql`${row.dueAt} is not null`),
  ],
)
