/** How far the ledger has been checked, and what was found wrong. */
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../../platform/db/columns.ts'

/** What an account's logs said up to the last row checked: the next check starts there. */
export const ledgerCheckpoints = pgTable(
  'ledger_checkpoints',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** The last row of the account log that was checked, and what it left. */
    seq: quantity().notNull(),
    chars: quantity().notNull(),
    voices: quantity().notNull(),
    images: quantity().notNull(),
    expiresAt: moment(),
    /** The sum of all changes so far. */
    changedChars: quantity().notNull(),
    changedVoices: quantity().notNull(),
    changedImages: quantity().notNull(),
    /** The last row of the translation log that was checked, and the characters of all so far. */
    translationSeq: quantity().notNull(),
    translatedChars: quantity().notNull(),
    /** When all rows, not only new ones, were checked last. */
    wholeAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    index('ledger_checkpoints_by_age').on(row.wholeAt),
  ],
)

/** Contradictions found and not yet found to be gone. Owner 0 stands for the system as a whole. */
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

/** The last check that ran to its end. */
export const ledgerChecks = pgTable('ledger_checks', {
  name: text().primaryKey(),
  at: moment().notNull(),
  accounts: integer().notNull(),
  rows: quantity().notNull(),
  milliseconds: integer().notNull(),
})
