/** Tables of the database itself: sequence numbers, one-time tasks, clock and write probe. */
import { sql } from 'drizzle-orm'
import { customType, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from './columns.ts'

/**
 * Last sequence number per user and log; incrementing it locks the row to the commit. Numbers
 * ascend with `at` without gaps, so that a count is a subtraction and a page a single index seek.
 */
export const logCounters = pgTable(
  'log_counters',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    log: text().notNull(),
    last: quantity().notNull(),
    at: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.log] })],
)

/**
 * Tasks that run once per database. `demo` and `production` mark its mode: at most one of them,
 * permanently.
 */
export const oneTimeTasks = pgTable(
  'one_time_tasks',
  { name: text().primaryKey(), at: moment().notNull().defaultNow() },
  (row) => [
    uniqueIndex('one_time_tasks_one_mode')
      .on(sql`(true)`)
      .where(sql`${row.name} in ('demo', 'production')`),
  ],
)

/** The latest time of the database's clock, by which one that was set back is recognised. */
export const clockMarks = pgTable('clock_marks', {
  name: text().primaryKey(),
  at: moment().notNull(),
})

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Write probe of the readiness check: rows are inserted and deleted at once. `filler` is stored
 * uncompressed and fills a page.
 */
export const heartbeats = pgTable('heartbeats', {
  at: moment().notNull(),
  filler: bytes().notNull(),
})
