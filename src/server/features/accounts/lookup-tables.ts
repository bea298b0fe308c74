/** Directories: keyed by what a caller brings, they tell whose it is.
 * They have no foreign keys, because they are spread by another key than the tables they lead to.
 */
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id, moment } from '../../platform/db/columns.ts'

/**
 * Every name that signs in: e-mails, usernames, sub-account names share one space, in lower case.
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
 * Signed-in clients. Only a hash of the token is kept. Personal: the address, and what it was
 * signed in with; rows go with their user.
 */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    /** Names a session to its own user; it opens nothing. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ownerId: id().notNull(),
    userId: id().notNull(),
    clientType: text().notNull(),
    /** By their names, as far as the client told at sign-in. */
    browser: text(),
    system: text(),
    ip: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** When its user was shut out: the next call is told so, instead of that the session ended. */
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

/** Makes order numbers unique everywhere, and leads a gateway's notification to its order. */
export const orderNumbers = pgTable('order_numbers', {
  no: text().primaryKey(),
  ownerId: id().notNull(),
  orderId: id().notNull(),
})
