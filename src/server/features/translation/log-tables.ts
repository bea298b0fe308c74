/** Tables of the sign-in and translation logs, partitioned by month and numbered per user. */
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'

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
 * A partition per month, so that an old month is dropped without touching rows. PostgreSQL requires
 * the partition key `at` in the primary key, which is unique without it.
 */
export const loginLog = pgTable(
  'login_log',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    at: moment().notNull(),
    ip: text().notNull(),
    clientType: text().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.seq, row.at] }),
    index('login_log_at').on(row.ownerId, row.userId, row.at, row.seq),
  ],
)

/**
 * Rejected sign-ins and password changes, aggregated per account, network and day, which bounds the
 * table's growth. Retained as long as the login log.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    /** 0, like `userId`, for a login name without an account. */
    ownerId: id().notNull(),
    userId: id().notNull(),
    event: text({
      enum: [
        'wrongPassword',
        'wrongOwnPassword',
        'wrongCode',
        'passwordChanged',
        'passwordReset',
        'passwordSetByOwner',
      ],
    }).notNull(),
    day: date().notNull(),
    /** A /24 or /48; empty for all networks of the day beyond the limit. */
    network: text().notNull(),
    /** The latest address. */
    ip: text().notNull(),
    count: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.event, row.day, row.network] })],
)

export const translationLog = pgTable(
  'translation_log',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    at: moment().notNull(),
    /** Characters deducted. */
    chars: quantity().notNull(),
    mode: text().notNull(),
    channelId: id().notNull(),
    ip: text().notNull(),
    clientType: text().notNull(),
    source: text().notNull(),
    target: text().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.seq, row.at] }),
    index('translation_log_at').on(row.ownerId, row.userId, row.at, row.seq),
    /** Lists of all users of an owner. */
    index('translation_log_of_all').on(row.ownerId, row.at, row.userId, row.seq),
    /** Lists sorted by characters, of one user or of all. */
    index('translation_log_by_chars').on(row.ownerId, row.chars, row.at, row.userId, row.seq),
  ],
)

/**
 * Totals of translations deleted with their month: the last sequence number, the characters, and
 * the time before which they were made.
 */
export const translationFloors = pgTable(
  'translation_floors',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    chars: quantity().notNull(),
    until: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)
