/** The catalogue: translation channels and the packages on sale. Small, the same for everybody. */
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, quantity } from '../columns.ts'

export const channels = pgTable('channels', {
  id: id().primaryKey(),
  name: text().notNull(),
  enName: text().notNull(),
  /** 1.4 */
  tier: text({ enum: ['normal', 'high', 'specialty', 'ai'] }).notNull(),
  /** What one million characters are worth, in cents: changing the channel converts at equal value. */
  centsPerMillion: integer().notNull(),
  position: integer().notNull(),
})

/** Packages, which are also the groups that a main account is a member of. Group 1 is the free test (9.9). */
export const memberGroups = pgTable('member_groups', {
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
})

export type Channel = typeof channels.$inferSelect
export type MemberGroup = typeof memberGroups.$inferSelect
