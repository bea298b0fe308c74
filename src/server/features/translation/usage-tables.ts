/**
 * Usage rolled up by day, so that a chart does not read millions of translations. Written together
 * with the translation log.
 */
import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, quantity } from '../../platform/db/columns.ts'

export const usageDays = pgTable(
  'usage_days',
  {
    ownerId: id().notNull(),
    /** A day of the business time zone. */
    day: date({ mode: 'string' }).notNull(),
    userId: id().notNull(),
    channelId: id().notNull(),
    chars: quantity().notNull(),
    /** Translations. */
    count: quantity().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.day, row.userId, row.channelId] })],
)

/**
 * Translations of all of an owner's users on days that are over, so that the total of everybody's
 * log does not read each user's days. Nothing writes it with a translation, which would make all
 * users of an owner wait for one row: a day is summed up when somebody reads it, once it is over
 * for an hour. There is no gap: all days up to the last one here are closed.
 */
export const ownerDays = pgTable(
  'owner_days',
  {
    ownerId: id().notNull(),
    day: date({ mode: 'string' }).notNull(),
    channelId: id().notNull(),
    count: quantity().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.day, row.channelId] })],
)

/** What a translation log is filtered by, and what is charted. */
const counted = {
  ownerId: id().notNull(),
  userId: id().notNull(),
  channelId: id().notNull(),
  source: text().notNull(),
  target: text().notNull(),
  clientType: text().notNull(),
  chars: quantity().notNull(),
  count: quantity().notNull(),
}

/**
 * As above, told apart by all that a translation log is filtered by: totals of filtered lists, and
 * charts, come from here.
 */
export const translationDays = pgTable(
  'translation_days',
  { ...counted, day: date({ mode: 'string' }).notNull() },
  (row) => [
    primaryKey({
      name: 'translation_days_pk',
      columns: [
        row.ownerId,
        row.userId,
        row.day,
        row.channelId,
        row.source,
        row.target,
        row.clientType,
      ],
    }),
  ],
)

/**
 * As above by month, so that the charts of a year read a twelfth; a month is named by its first
 * day. Days and months add up to the same.
 */
export const translationMonths = pgTable(
  'translation_months',
  { ...counted, month: date({ mode: 'string' }).notNull() },
  (row) => [
    primaryKey({
      name: 'translation_months_pk',
      columns: [
        row.ownerId,
        row.userId,
        row.month,
        row.channelId,
        row.source,
        row.target,
        row.clientType,
      ],
    }),
  ],
)
