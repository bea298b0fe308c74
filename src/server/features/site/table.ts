/** Tables of configuration records, service contacts, the operator log and one-time tasks. */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

/** Spec 3.15; `value` is sent as JSON text. */
export const configRecords = pgTable('config_records', {
  id: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

/** Spec 3.7; `accountType` 1: pre-sales, 2: after-sales. */
export const serviceContacts = pgTable('service_contacts', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  platform: text().notNull(),
  accountType: integer().notNull(),
  account: text().notNull(),
  referUrl: text().notNull(),
  /** A picture as a data URL, for QR codes that encode more than `referUrl`. */
  qrCode: text(),
  position: integer().notNull(),
})

/**
 * Tasks that run once per database. `demo` and `production` mark its mode: at most one of them,
 * permanently (deployment.ts).
 */
export const oneTimeTasks = pgTable(
  'milestones',
  { name: text().primaryKey(), at: moment().notNull().defaultNow() },
  (row) => [
    uniqueIndex('milestones_one_mode')
      .on(sql`(true)`)
      .where(sql`${row.name} in ('demo', 'production')`),
  ],
)

/** Append-only log of changes by the operator command, with reasons. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    operator: text().notNull(),
    /** For example `packages change`. */
    action: text().notNull(),
    /** Id or name of the changed object. */
    subject: text().notNull(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (row) => [index('operator_log_by_age').using('brin', row.at)],
)
