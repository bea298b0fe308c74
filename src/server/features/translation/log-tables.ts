/** Logs of sign-ins and translations. Each user's rows are numbered 1, 2, 3 … without a gap, in the order of `at`:
 * the number of rows in a time range is the difference of two numbers, and a page is one look into
 * the index. Both are kept in a partition for each month, so that an old month goes without a row
 * being touched (see `log-months.ts`); therefore their keys hold `at`, though the other columns are
 * unique already.
 */
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'

/**
 * The last running number of each log of each user; whoever raises it holds the row until the
 * commit.
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
 * Refused sign-ins and password changes, summed per account, network and day, so that nobody can
 * fill the table. Kept as long as the login log.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    /** 0, as is `userId`, for a name that no account has. */
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
    /** A /24 or /48; empty for all further networks of a day. */
    network: text().notNull(),
    /** The last address. */
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
    /** An owner's list of everybody's. */
    index('translation_log_of_all').on(row.ownerId, row.at, row.userId, row.seq),
    /** A list sorted by characters, of one user or of everybody. */
    index('translation_log_by_chars').on(row.ownerId, row.chars, row.at, row.userId, row.seq),
  ],
)

/**
 * What is left of translations whose month has gone: the number of the last one, the characters of
 * all, and the moment before which they were.
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
