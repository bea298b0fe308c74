/** Demo invitations: two rewarded main accounts and two without a reward. */
import { maskedName } from '#server/features/accounts/registration/invite-rewards.ts'
import type { invites } from '../features/accounts/invite-tables.ts'
import { day } from './calendar.ts'
import type { World } from './simulation.ts'

export const unrewarded = 2

export function invitesOf({ now, people, nextId }: World): (typeof invites.$inferInsert)[] {
  const [host, ...guests] = people.filter(({ main }) => !main)
  const came = guests.map(({ holder, username, since }) => ({
    invitedId: holder.userId,
    at: since,
    name: username!,
    reward: 'given' as const,
  }))
  const others = [
    { invitedId: nextId(), at: now - 1.9 * day, name: 'xiaoyu', reward: 'browser' as const },
    { invitedId: nextId(), at: now - 0.6 * day, name: 'peter88', reward: 'again' as const },
  ]
  return [...came, ...others].map((row) => ({
    ...row,
    ownerId: host!.holder.ownerId,
    at: new Date(row.at),
    name: maskedName(row.name),
  }))
}
