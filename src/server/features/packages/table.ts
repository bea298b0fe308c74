/** The catalogue: translation channels and the packages on sale. Small, the same for everybody. */
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, quantity } from '../../platform/db/columns.ts'

export const channels = pgTable(
  'channels',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    enName: text().notNull(),
    /** Which engine of the server translates. */
    engine: text({ enum: ['google', 'microsoft', 'deepl', 'tencent', 'youdao', 'openai'] })
      .notNull()
      .default('openai'),
    /** 1.4 */
    tier: text({ enum: ['normal', 'high', 'specialty', 'ai'] }).notNull(),
    /**
     * What one million characters are worth, in cents: changing the channel converts at equal
     * value.
     */
    centsPerMillion: integer().notNull(),
    /** Members may switch to it; those who translate with it stay. */
    offered: boolean().notNull().default(true),
    position: integer().notNull(),
  },
  (row) => [check('channels_price', sql`${row.centsPerMillion} > 0`)],
)

/**
 * Packages, which are also the groups that a main account is a member of. Group 1 is the free test
 * (9.9).
 */
export const memberGroups = pgTable(
  'member_groups',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    enName: text().notNull(),
    billingMode: text({ enum: ['char', 'time'] }).notNull(),
    /** Characters, or minutes for packages by time (3.9). */
    num: quantity().notNull(),
    priceCents: integer().notNull(),
    channelId: id()
      .notNull()
      .references(() => channels.id),
    createChildUser: boolean().notNull(),
    onSale: boolean().notNull(),
    position: integer().notNull(),
  },
  (row) => [
    check('member_groups_num', sql`${row.num} > 0`),
    check('member_groups_price', sql`${row.priceCents} >= 0`),
  ],
)

export type Channel = typeof channels.$inferSelect
export type MemberGroup = typeof memberGroups.$inferSelect
