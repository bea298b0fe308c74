/**
 * What becomes of the spaces of deleted sub-accounts: their work is not lost, it goes to the main
 * account.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, spaceMembers, spaces } from '#server/platform/db/schema.ts'
import { deleteInvitationsTo } from '#server/features/workspace/invitations.ts'

/**
 * They leave all spaces; those they owned are the main account's. Call it in the transaction that
 * deletes them, after their rows are held and before their names go.
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
