/** Reservations of characters for running translations: leases that expire if the process dies. */
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id, moment, quantity } from '../../platform/db/columns.ts'

/** Open reservations are also summed in `balances`, so that a debit reads one locked row. */
export const reservations = pgTable(
  'reservations',
  {
    ownerId: id().notNull(),
    id: uuid().notNull(),
    userId: id().notNull(),
    /**
     * Reserved from the user's own characters, and from the main account's to cover a shortfall.
     */
    chars: quantity().notNull(),
    mainChars: quantity().notNull().default(0),
    endsAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    index('reservations_by_end').on(row.endsAt),
    check('reservations_chars', sql`${row.chars} >= 0 and ${row.mainChars} >= 0`),
  ],
)
