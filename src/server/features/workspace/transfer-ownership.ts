/** Gives the workspaces of a deleted sub-account to its main account. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames } from '#server/features/accounts/table.ts'
import { spaceInvitations, spaceMembers, spaces } from '#server/features/workspace/table.ts'

/**
 * Removes the sub-accounts from all workspaces and transfers those that they own. Call it in the
 * deleting transaction, after their rows are locked and before their login names are deleted.
 */
export async function transferOwnership(
  tx: Db,
  ownerId: string,
  userIds: string[],
  now: Date,
): Promise<void> {
  const inherited = await tx
    .update(spaces)
    .set({ userId: ownerId, mainLeftAt: null })
    .where(and(eq(spaces.ownerId, ownerId), inArray(spaces.userId, userIds)))
    .returning({ id: spaces.id })
  await tx
    .delete(spaceMembers)
    .where(and(eq(spaceMembers.ownerId, ownerId), inArray(spaceMembers.userId, userIds)))
  if (inherited.length > 0) {
    const memberships = inherited.map(({ id }) => ({
      ownerId,
      userId: ownerId,
      spaceId: id,
      spaceOwnerId: ownerId,
      joinedAt: now,
    }))
    await tx.insert(spaceMembers).values(memberships).onConflictDoNothing()
  }
  const named = await tx
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), inArray(loginNames.userId, userIds)))
  const released = named.map(({ name }) => name)
  await tx.delete(spaceInvitations).where(inArray(spaceInvitations.name, released))
}
