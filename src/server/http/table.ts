/** Table of idempotency keys and stored responses. */
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment } from '../platform/db/columns.ts'

/**
 * First response to an idempotent call, repeated for the same Idempotency-Key. `answer` is null
 * while the call runs.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    key: text().notNull(),
    /** Hash of method, path and body; another request under the same key is refused. */
    requestHash: text().notNull(),
    status: integer(),
    answer: text(),
    at: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.key] }),
    index('idempotency_by_age').using('brin', row.at),
  ],
)
