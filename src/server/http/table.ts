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

/** Event counters per key, valid until `resetsAt`. */
export const throttles = pgTable(
  'throttles',
  { key: text().primaryKey(), count: integer().notNull(), resetsAt: moment().notNull() },
  (row) => [index('throttles_by_reset').on(row.resetsAt)],
)

/** Idempotent calls that were accepted by their signature; the same call is refused afterwards. */
export const seenSignatures = pgTable(
  'seen_signatures',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** Hash of signature, method, path and body. */
    signedHash: text().notNull(),
    at: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.signedHash] }),
    index('seen_signatures_by_age').using('brin', row.at),
  ],
)
