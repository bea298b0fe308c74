/** What several server processes have to remember together to hold off abuse and repetition. */
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment } from '../platform/db/columns.ts'

/** Counts of events under a key until `resetsAt`. */
export const throttles = pgTable(
  'throttles',
  { key: text().primaryKey(), count: integer().notNull(), resetsAt: moment().notNull() },
  (row) => [index('throttles_by_reset').on(row.resetsAt)],
)

/**
 * The first answer to a call that moves something, to be repeated for the same Idempotency-Key.
 * `answer` is null while it runs.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    key: text().notNull(),
    /** Of method, path and body: another request under the same key is refused. */
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

/** Signatures of calls that move something, each good for one call. */
export const seenSignatures = pgTable(
  'seen_signatures',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    sign: text().notNull(),
    at: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.sign] }),
    index('seen_signatures_by_age').using('brin', row.at),
  ],
)

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Written and deleted to find out whether the database takes writes; always empty. `filler` is
 * stored uncompressed and fills a page.
 */
export const heartbeats = pgTable('heartbeats', {
  at: moment().notNull(),
  filler: bytes().notNull(),
})

/** Mailboxes that left, as keyed hashes: nobody gets a trial twice. */
export const formerAddresses = pgTable(
  'former_addresses',
  { hash: text().primaryKey(), at: moment().notNull() },
  (row) => [index('former_addresses_by_age').on(row.at)],
)

/**
 * The codes last mailed to an address, one for each place that asked: whoever types one reads that
 * mailbox. Only a hash of it is kept.
 */
export const mailCodes = pgTable(
  'mail_codes',
  {
    /** In lower case. */
    email: text().notNull(),
    /** The place that asked for it. */
    askedFrom: text().notNull(),
    salt: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    /** Of `tries`, those from another place than the one that asked. */
    elsewhere: integer().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.email, row.askedFrom] }),
    index('mail_codes_by_age').on(row.expiresAt),
  ],
)
