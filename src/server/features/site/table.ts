/** Tables of configuration records and service contacts. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

/** What the site and the clients are configured with (spec 3.15); `value` is sent as JSON text. */
export const configRecords = pgTable('config_records', {
  id: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

/** Accounts of customer service by platform (spec 3.7). `accountType`: 1 before, 2 after the sale. */
export const serviceContacts = pgTable('service_contacts', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  platform: text().notNull(),
  accountType: integer().notNull(),
  account: text().notNull(),
  referUrl: text().notNull(),
  /** A picture as a data URL or its https address, for QR codes that encode more than `referUrl`. */
  qrCode: text(),
  position: integer().notNull(),
})
