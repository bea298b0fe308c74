/** Two-factor tables: personal data, deleted with the user; secrets encrypted, codes hashed. */
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment } from '../../platform/db/columns.ts'

export const twoFactorSecrets = pgTable(
  'second_steps',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** TOTP secret shared with the authenticator app, encrypted. */
    sealedSecret: text().notNull(),
    /** Null until the first code confirms the enrollment. */
    enabledAt: moment(),
    /** Time step of the last accepted code; that step and earlier ones are rejected. */
    lastStep: bigint({ mode: 'number' }).notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Unused recovery codes, as keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { ownerId: id().notNull(), userId: id().notNull(), mark: text().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.mark] })],
)
