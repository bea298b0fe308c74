/** Tables of invitations and of mailboxes that were rewarded for registering by one. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { output } from 'zod/mini'
import type { InviteReward } from '#contract/invites.ts'
import { id, moment } from '../../platform/db/columns.ts'

/**
 * Keyed by the inviting main account. User ids ascend, so the newest invitations have the highest.
 * Personal: `name`, of the invited user; erased when either account is cancelled.
 */
export const invites = pgTable(
  'invites',
  {
    ownerId: id().notNull(),
    invitedId: id().notNull(),
    at: moment().notNull(),
    /** Masked username of the invited user; null once that account is cancelled. */
    name: text(),
    reward: text().$type<output<typeof InviteReward>>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.invitedId] }),
    index('invites_of_invited').on(row.invitedId),
  ],
)

/**
 * One row per rewarded mailbox, as a keyed hash. Rows remain after a cancellation, so that nobody
 * is rewarded twice.
 */
export const rewardedPeople = pgTable('rewarded_people', {
  mark: text().primaryKey(),
  at: moment().notNull(),
})
