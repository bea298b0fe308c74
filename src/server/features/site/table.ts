/**
 * What the owner of the site keeps: configuration records, customer-service contacts, what staff
 * did, and what was done once to this database.
 */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

/** 3.15; `value` goes over the wire as JSON text. */
export const configRecords = pgTable('config_records', {
  id: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

/** 3.7; `accountType` 1 is pre-sale, 2 after-sale. */
export const serviceContacts = pgTable('service_contacts', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  platform: text().notNull(),
  accountType: integer().notNull(),
  account: text().notNull(),
  referUrl: text().notNull(),
  /** A picture as a data URL, for a QR code that is not just the address in `referUrl`. */
  qrCode: text(),
  position: integer().notNull(),
})

/**
 * Things done once. `demo` and `production` say what the database serves: at most one of them, and
 * for good (deployment.ts).
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

/** What staff changed by the operator command, and why. Only ever added to. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    operator: text().notNull(),
    /** Such as `packages change`. */
    action: text().notNull(),
    /** What of it: an id or a name. */
    subject: text().notNull(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (row) => [index('operator_log_by_age').using('brin', row.at)],
)
