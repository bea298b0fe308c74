/** Usage rolled up by day, so that a chart does not read millions of translations. Written together with the translation log. */
import { date, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { id, quantity } from '../columns.ts'

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
