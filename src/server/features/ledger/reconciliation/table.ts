/** Tables of ledger reconciliation: checkpoints, findings and runs. */
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../../platform/db/columns.ts'

/** State of an account's logs at the last checked row, where the next check starts. */
export const ledgerCheckpoints = pgTable(
  'ledger_checkpoints',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** Last checked row of the account log, and its closing balances. */
    seq: quantity().notNull(),
    chars: quantity().notNull(),
    voices: quantity().notNull(),
    images: quantity().notNull(),
    expiresAt: moment(),
    /** Sums of all changes up to `seq`. */
    changedChars: quantity().notNull(),
    changedVoices: quantity().notNull(),
    changedImages: quantity().notNull(),
    /** Last checked row of the translation log, and the total of characters up to it. */
    translationSeq: quantity().notNull(),
    translatedChars: quantity().notNull(),
    /** Time of the last full check. */
    wholeAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    index('ledger_checkpoints_by_age').on(row.wholeAt),
  ],
)

/** Violations that no later check has cleared. Owner 0 means the system as a whole. */
export const ledgerFindings = pgTable(
  'ledger_findings',
  {
    ownerId: id().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: id(),
    invariant: text().notNull(),
    sentence: text().notNull(),
    at: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.id] })],
)

/**
 * One row per name: `lastCheckName` is the last finished check, `batch` the progress of a running
 * one.
 */
export const ledgerChecks = pgTable('ledger_checks', {
  name: text().primaryKey(),
  at: moment().notNull(),
  accounts: integer().notNull(),
  rows: quantity().notNull(),
  milliseconds: integer().notNull(),
})

export const lastCheckName = 'standing'
