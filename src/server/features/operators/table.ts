/** Tables of the operators, who run the business: people, sessions and the log of their changes. */
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { id, moment, nextOf } from '../../platform/db/columns.ts'

/**
 * Ids come from the sequence of the customers, so that what is keyed by a user's id alone, such as a
 * limit of attempts, is never shared by an operator and a customer.
 */
export const operators = pgTable('operators', {
  userId: id().primaryKey().default(nextOf('user_ids')),
  /** In lower case. */
  email: text().notNull().unique(),
  /** Stands in the log, so that two operators never share one. */
  name: text().notNull().unique(),
  role: text().$type<OperatorRole>().notNull(),
  enabled: boolean().notNull().default(true),
  passwordHash: text().notNull(),
  createdAt: moment().notNull(),
  lastLoginAt: moment(),
})

/** Signed-in operators, stored by a hash of the token. */
export const operatorSessions = pgTable(
  'operator_sessions',
  {
    tokenHash: text().primaryKey(),
    userId: id()
      .notNull()
      .references(() => operators.userId),
    ip: text().notNull(),
    /** Names, as reported by the browser at sign-in. */
    browser: text(),
    system: text(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
  },
  (row) => [
    index('operator_sessions_of_operator').on(row.userId),
    index('operator_sessions_by_use').on(row.usedAt),
  ],
)

/** Append-only log of changes by operators, on screens and by command, with reasons. */
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
