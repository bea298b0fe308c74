/** Table of saved views of list pages. */
import { sql } from 'drizzle-orm'
import { boolean, pgSequence, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, nextFromSequence, version } from '#server/platform/db/columns.ts'

export const listViewIds = pgSequence('list_view_ids', { startWith: 1_001 })

/** Personal: `name`, `query`. Changes lock the user's row first, so that limits hold. */
export const listViews = pgTable(
  'list_views',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    id: id().notNull().default(nextFromSequence('list_view_ids')),
    page: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    isDefault: boolean().notNull().default(false),
    version: version(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.id] }),
    uniqueIndex('list_views_by_name').on(
      row.ownerId,
      row.userId,
      row.page,
      sql`lower(${row.name})`,
    ),
    uniqueIndex('list_views_default')
      .on(row.ownerId, row.userId, row.page)
      .where(sql`${row.isDefault}`),
  ],
)
