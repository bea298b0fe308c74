/** Opens, renames and deletes workspaces, adds and removes members. Changes lock the workspace. */
import { transaction } from '#server/platform/db/db.ts'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { spaceLimits } from '#contract/spaces.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

import { contacts, spaceInvitations, spaceMembers, spaces, users } from '#server/schema.ts'
import { lockSpace, type SpaceAccess } from '#server/features/workspace/access.ts'
import { ApiError } from '#server/http/errors.ts'

type Key = Pick<SpaceAccess, 'ownerId' | 'id'>

export const isSpace = ({ ownerId, id }: Key) => and(eq(spaces.ownerId, ownerId), eq(spaces.id, id))
export const ofSpace = ({ ownerId, id }: Key) =>
  and(eq(spaceMembers.spaceOwnerId, ownerId), eq(spaceMembers.spaceId, id))
const isMember = ({ ownerId, userId }: UserKey) =>
  and(eq(spaceMembers.ownerId, ownerId), eq(spaceMembers.userId, userId))

/** Throws ApiError `notAllowed` above the limit of workspaces per user. */
export async function openSpace(db: Db, user: UserKey, name: string, now: Date): Promise<string> {
  return transaction(db, async (tx) => {
    await lockUser(tx, user)
    const { ownerId, userId } = user
    const [owned] = await tx
      .select({ many: count() })
      .from(spaces)
      .where(and(eq(spaces.ownerId, ownerId), eq(spaces.userId, userId)))
    if (owned && owned.many >= spaceLimits.owned)
      throw new ApiError('notAllowed', {
        because: { reason: 'tooManySpaces', values: { most: spaceLimits.owned } },
      })
    const [made] = await tx
      .insert(spaces)
      .values({ ownerId, userId, name, createdAt: now })
      .returning({ id: spaces.id })
    await tx
      .insert(spaceMembers)
      .values({ ownerId, userId, spaceId: made!.id, spaceOwnerId: ownerId, joinedAt: now })
    return made!.id
  })
}

/**
 * Locks the user's row, so that a user who is being deleted can't open or join a workspace. Throws
 * ApiError `notFound`.
 */
export async function lockUser(tx: Db, { ownerId, userId }: UserKey): Promise<void> {
  const [locked] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
    .for('no key update')
  if (!locked) throw new ApiError('notFound')
}

/** Throws ApiError `notFound`, or `changedElsewhere` if `version` is stale. */
export async function renameSpace(
  db: Db,
  space: Key,
  { name, version }: { name: string; version?: number | undefined },
): Promise<void> {
  const same = version === undefined ? undefined : eq(spaces.version, version)
  const renamed = await db
    .update(spaces)
    .set({ name, version: sql`${spaces.version} + 1` })
    .where(and(isSpace(space), same))
    .returning({ id: spaces.id })
  if (renamed.length === 0)
    throw new ApiError(
      (await db.$count(spaces, isSpace(space))) > 0 ? 'changedElsewhere' : 'notFound',
    )
}

/** Deletes a workspace with its contacts, members and invitations. Throws ApiError `notFound`. */
export async function deleteSpace(db: Db, space: Key): Promise<void> {
  const { ownerId, id } = space
  await transaction(db, async (tx) => {
    await lockSpace(tx, space)
    await tx.delete(contacts).where(and(eq(contacts.ownerId, ownerId), eq(contacts.spaceId, id)))
    await tx.delete(spaceMembers).where(ofSpace(space))
    await tx
      .delete(spaceInvitations)
      .where(and(eq(spaceInvitations.spaceOwnerId, ownerId), eq(spaceInvitations.spaceId, id)))
    await tx.delete(spaces).where(isSpace(space))
  })
}

/**
 * Throws ApiError `notFound` for users who are not members, and `notAllowed` for the owner, who can
 * only delete the workspace.
 */
export async function removeFromSpace(
  db: Db,
  space: SpaceAccess,
  { userId }: Pick<UserKey, 'userId'>,
): Promise<UserKey> {
  if (userId === space.userId) throw new ApiError('notAllowed')
  const [gone] = await db
    .delete(spaceMembers)
    .where(and(ofSpace(space), eq(spaceMembers.userId, userId)))
    .returning({ ownerId: spaceMembers.ownerId, userId: spaceMembers.userId })
  if (!gone) throw new ApiError('notFound')
  return gone
}

/**
 * Returns false if the user is already a member. Throws ApiError `notAllowed` if the workspace is
 * full.
 */
export async function addMember(tx: Db, space: Key, user: UserKey, now: Date): Promise<boolean> {
  await lockSpace(tx, space)
  const inside = await tx.$count(
    spaceMembers,
    and(isMember(user), eq(spaceMembers.spaceId, space.id)),
  )
  if (inside > 0) return false
  if ((await tx.$count(spaceMembers, ofSpace(space))) >= spaceLimits.members)
    throw new ApiError('notAllowed', {
      because: { reason: 'spaceFull', values: { most: spaceLimits.members } },
    })
  const { ownerId, userId } = user
  await tx
    .insert(spaceMembers)
    .values({ ownerId, userId, spaceId: space.id, spaceOwnerId: space.ownerId, joinedAt: now })
    .onConflictDoNothing()
  return true
}
