/** Catalogue tables: translation channels and packages. Small, the same for all users. */
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { engines } from '../../../contract/translation-engines.ts'
import { id, quantity } from '../../platform/db/columns.ts'

export const channels = pgTable(
  'channels',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    enName: text().notNull(),
    /** Engine that serves the channel: a vendor's, or a server of one's own. */
    engine: text({ enum: engines }).notNull().default('openai'),
    /** Quality tier (spec 1.4). */
    tier: text({ enum: ['normal', 'high', 'specialty', 'ai'] }).notNull(),
    /** Price of a million characters in cents, by which a channel change converts. */
    centsPerMillion: integer().notNull(),
    /** Whether members can switch to it; its current members remain. */
    offered: boolean().notNull().default(true),
    position: integer().notNull(),
    /** Channel that translates while this one is down, at the price of this one. */
    fallbackChannelId: id(),
  },
  (row) => [check('channels_price', sql`${row.centsPerMillion} > 0`)],
)

/** Packages, which are also the member groups of main accounts. 1 is the free trial (spec 9.9). */
export const memberGroups = pgTable(
  'member_groups',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    enName: text().notNull(),
    billingMode: text({ enum: ['char', 'time'] }).notNull(),
    /** Characters, or minutes for packages by time (spec 3.9). */
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
