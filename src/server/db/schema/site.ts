/** What the owner of the site keeps: configuration records, customer-service contacts, and what was done once to this database. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** 3.15; `value` goes over the wire as JSON text. */
export const configRecords = pgTable('config_records', {
  id: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment().notNull().defaultNow(),
})

/** 3.7; QR codes are drawn from `referUrl`. `accountType` 1 is pre-sale, 2 after-sale. */
export const serviceContacts = pgTable('service_contacts', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  platform: text().notNull(),
  accountType: integer().notNull(),
  account: text().notNull(),
  referUrl: text().notNull(),
  position: integer().notNull(),
})

/** Things done once, such as filling in the demo data. */
export const milestones = pgTable('milestones', { name: text().primaryKey(), at: moment().notNull().defaultNow() })
