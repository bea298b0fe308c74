/** Transfers workspaces of deleted sub-accounts to the main account, to preserve their contacts. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, spaceMembers, spaces } from '#server/schema.ts'
import { deleteInvitationsTo } from '#server/features/workspace/invitations.ts'

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
    .set({ userId: ownerId })
    .where(and(eq(spaces.ownerId, ownerId), inArray(spaces.userId, userIds)))
    .returning({ id: spaces.id })
  await tx
    .delete(spaceMembers)
    .where(and(eq(spaceMembers.ownerId, ownerId), inArray(spaceMembers.userId, userIds)))
  if (inherited.length > 0) {
    const places = inherited.map(({ id }) => ({
      ownerId,
      userId: ownerId,
      spaceId: id,
      spaceOwnerId: ownerId,
      joinedAt: now,
    }))
    await tx.insert(spaceMembers).values(places).onConflictDoNothing()
  }
  const named = await tx
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), inArray(loginNames.userId, userIds)))
  await deleteInvitationsTo(
    tx,
    named.map(({ name }) => name),
  )
}
