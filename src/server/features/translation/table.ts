/** Tables of the translation log, partitioned by month, and of usage by day. */
import { sql } from 'drizzle-orm'
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ErrorKind } from '#server/features/translation/translator.ts'
import { id, moment, quantity } from '#server/platform/db/columns.ts'

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
    /** The API key by which a program translated. */
    keyId: id(),
    /** The channel that translated while `channelId` was down. */
    fallbackChannelId: id(),
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

/** Dimensions of the log's filters and charts, and the amounts of one day. */
const usageColumns = {
  ownerId: id().notNull(),
  /** Day in the business time zone. */
  day: date({ mode: 'string' }).notNull(),
  channelId: id().notNull(),
  source: text().notNull(),
  target: text().notNull(),
  clientType: text().notNull(),
  chars: quantity().notNull(),
  /** Number of translations. */
  count: quantity().notNull(),
}

/** Daily usage by user, written together with the translation log. */
export const usageDays = pgTable(
  'usage_days',
  {
    ...usageColumns,
    userId: id().notNull(),
    /** The key by which a program translated; 0 without one. */
    keyId: id()
      .notNull()
      .default(sql`0`),
  },
  (row) => [
    primaryKey({
      name: 'usage_days_pk',
      columns: [
        row.ownerId,
        row.userId,
        row.day,
        row.channelId,
        row.source,
        row.target,
        row.clientType,
        row.keyId,
      ],
    }),
    /** Days of all owners, and of all users of one, whose rows it finds in the order of insertion. */
    index('usage_days_by_day').on(row.day, row.ownerId),
  ],
)

/**
 * Daily usage by account group, so that totals over all users needn't read each user's days.
 * Written by readers, an hour after the end of a day: updating it per translation would make all
 * users of an owner contend for one row. All days up to the last one present are closed.
 */
export const ownerDays = pgTable('owner_days', usageColumns, (row) => [
  primaryKey({
    name: 'owner_days_pk',
    columns: [row.ownerId, row.day, row.channelId, row.source, row.target, row.clientType],
  }),
])

/** Translations that a vendor failed, by business day, channel and kind of error. */
export const channelFailures = pgTable(
  'channel_failures',
  {
    day: date({ mode: 'string' }).notNull(),
    channelId: id().notNull(),
    errorKind: text().$type<ErrorKind>().notNull(),
    count: quantity().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.channelId, row.errorKind] })],
)
