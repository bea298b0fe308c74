/**
 * Characters set aside while a channel translates: a lease, which ends by itself when the process
 * that took it has died.
 */
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id, moment, quantity } from '../../platform/db/columns.ts'

/** What is open is also summed up in `balances`, where whoever spends looks under the lock. */
export const reservations = pgTable(
  'reservations',
  {
    ownerId: id().notNull(),
    id: uuid().notNull(),
    userId: id().notNull(),
    /**
     * Of the user's own characters, and of the main account's, which a user who runs short will
     * draw on.
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
