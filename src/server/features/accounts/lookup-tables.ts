/** Lookup tables from login names, invite codes and order numbers to owners. */
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id } from '../../platform/db/columns.ts'

/**
 * All login names in lower case: e-mails, usernames and sub-account names share one namespace. The
 * lookup tables have no foreign keys, because they are partitioned by another key than the tables
 * they refer to.
 */
export const loginNames = pgTable(
  'login_names',
  {
    name: text().primaryKey(),
    kind: text({ enum: ['email', 'username', 'account'] }).notNull(),
    ownerId: id().notNull(),
    userId: id().notNull(),
  },
  (row) => [
    index('login_names_of_user').on(row.ownerId, row.userId),
    check('login_names_lower_case', sql`${row.name} = lower(${row.name})`),
  ],
)

export const inviteCodes = pgTable('invite_codes', {
  code: text().primaryKey(),
  ownerId: id().notNull(),
  userId: id().notNull(),
})

/** Makes order numbers globally unique and maps a gateway's notification to its order. */
export const orderNumbers = pgTable('order_numbers', {
  no: text().primaryKey(),
  ownerId: id().notNull(),
  orderId: id().notNull(),
})
