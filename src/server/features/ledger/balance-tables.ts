/** Current balances per user, changed only together with a row of the account log. */
import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'
import { users } from '../accounts/table.ts'

const max = sql.raw(String(Number.MAX_SAFE_INTEGER))

export const balances = pgTable(
  'balances',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    chars: quantity().notNull().default(0),
    voices: quantity().notNull().default(0),
    images: quantity().notNull().default(0),
    /**
     * The part of `chars` reserved for running translations, and how many this user has running.
     */
    reservedChars: quantity().notNull().default(0),
    translating: integer().notNull().default(0),
    /** Total characters translated, in either billing mode. */
    usedChars: quantity().notNull().default(0),
    /** Sum of all paid orders, in cents. */
    rechargedCents: quantity().notNull().default(0),
    /** End of a time-based membership or of the free trial; null: never. */
    expiresAt: moment(),
    /**
     * Set when the user is deleted; closed accounts accept no credit. Stored here because this row
     * is the one locked.
     */
    closedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    foreignKey({
      columns: [row.ownerId, row.userId],
      foreignColumns: [users.ownerId, users.userId],
    }),
    check('balances_chars', sql`${row.chars} between 0 and ${max}`),
    check('balances_voices', sql`${row.voices} between 0 and ${max}`),
    check('balances_images', sql`${row.images} between 0 and ${max}`),
    check('balances_reserved', sql`${row.reservedChars} >= 0 and ${row.translating} >= 0`),
    check('balances_used_chars', sql`${row.usedChars} between 0 and ${max}`),
    check(
      'balances_closed',
      sql`${row.closedAt} is null or (${row.chars} = 0 and ${row.voices} = 0 and ${row.images} = 0)`,
    ),
    check('balances_recharged_cents', sql`${row.rechargedCents} between 0 and ${max}`),
  ],
)

export type Balance = typeof balances.$inferSelect
