/** Lookup tables from login names, session tokens, invite codes and order numbers to owners. */
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id, moment } from '../../platform/db/columns.ts'

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

/**
 * Signed-in clients, stored by a hash of the token. Personal: the IP address and the client; rows
 * are deleted with their user.
 */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    /** Identifies a session to its own user; grants no access. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ownerId: id().notNull(),
    userId: id().notNull(),
    clientType: text().notNull(),
    /** Names, as reported by the client at sign-in. */
    browser: text(),
    system: text(),
    ip: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** When the user was disabled: the next request reports that instead of an ended session. */
    disabledAt: moment(),
  },
  (row) => [
    index('sessions_of_user').on(row.ownerId, row.userId),
    index('sessions_by_use').on(row.usedAt),
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
