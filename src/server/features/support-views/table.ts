/** Table of the requests of support to view customers' accounts, and of the views allowed. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment } from '../../platform/db/columns.ts'
import { operators } from '../operators/table.ts'

/**
 * An allowed view lasts as long as its row in `sessions`, which is inserted with the consent: what
 * ends the customer's sessions ends the consent too. Personal data, deleted with the user.
 */
export const supportViews = pgTable(
  'support_views',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ownerId: id().notNull(),
    userId: id().notNull(),
    operatorId: id()
      .notNull()
      .references(() => operators.userId),
    /** At the time of the request. */
    operatorName: text().notNull(),
    reason: text().notNull(),
    minutes: integer().notNull(),
    state: text({ enum: ['asked', 'allowed', 'refused', 'withdrawn', 'expired', 'ended'] })
      .notNull()
      .default('asked'),
    askedAt: moment().notNull(),
    /** When the request expires or, once allowed, when the view ends. */
    until: moment().notNull(),
    openedAt: moment(),
    closedAt: moment(),
    /** `time`: its time had passed; `session`: the customer or the operator was signed out. */
    endedBy: text({ enum: ['customer', 'operator', 'time', 'session'] }),
  },
  (row) => [
    uniqueIndex('support_views_open')
      .on(row.ownerId, row.userId)
      .where(sql`${row.state} in ('asked', 'allowed')`),
    index('support_views_of_user').on(row.ownerId, row.userId, row.id),
    check(
      'support_views_closed',
      sql`(${row.state} in ('asked', 'allowed')) = (${row.closedAt} is null)`,
    ),
  ],
)
