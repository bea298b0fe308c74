/**
 * The second step of signing in, of those who turned it on. Personal: all of both tables, which go
 * with their user. Nothing in them helps whoever reads the database: secrets are sealed, and codes
 * marked, by a key that is not in it.
 */
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment } from '../../platform/db/columns.ts'

export const twoFactorSecrets = pgTable(
  'second_steps',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** What the authenticator app knows. */
    sealedSecret: text().notNull(),
    /** Null until a first code has shown that the app knows it. */
    enabledAt: moment(),
    /** The time step of the last code that was taken: none of it or before is taken again. */
    lastStep: bigint({ mode: 'number' }).notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Those that have not been used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { ownerId: id().notNull(), userId: id().notNull(), mark: text().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.mark] })],
)
