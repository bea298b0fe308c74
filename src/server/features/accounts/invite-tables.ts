/**
 * Who came by whose invitation, and who was rewarded for coming. Personal: `invites.name`, which is
 * masked, of the one who came; it goes when either account is cancelled. `rewarded_people` holds
 * marks by the server's key, which stay: nobody is rewarded for coming twice.
 */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { output } from 'zod/mini'
import type { InviteReward } from '#contract/invites.ts'
import { id, moment } from '../../platform/db/columns.ts'

/** Of the main account that invited. Ids of users rise, so the newest have the highest. */
export const invites = pgTable(
  'invites',
  {
    ownerId: id().notNull(),
    invitedId: id().notNull(),
    at: moment().notNull(),
    /** The username of who came, masked; null once the account is cancelled. */
    name: text(),
    reward: text().$type<output<typeof InviteReward>>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.invitedId] }),
    index('invites_of_invited').on(row.invitedId),
  ],
)

/**
 * One for each mailbox that was rewarded for coming, as a mark that tells nothing without the
 * server's key.
 */
export const rewardedPeople = pgTable('rewarded_people', {
  mark: text().primaryKey(),
  at: moment().notNull(),
})
