/** Workspaces and their members: opened, renamed, left, deleted. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { spaceLimits } from '#contract/workspace.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { users } from '#server/features/accounts/table.ts'
import { spaceInvitations, spaceMembers, spaces } from '#server/features/workspace/table.ts'
import {
  lockSpace,
  severalOwnersReason,
  type SpaceAccess,
} from '#server/features/workspace/access.ts'
import { ApiError } from '#server/http/errors.ts'
import { deleteRowsOf } from '#server/features/collections/index.ts'

export type SpaceKey = Pick<SpaceAccess, 'ownerId' | 'id'>

export const whereSpace = ({ ownerId, id }: SpaceKey) =>
  and(eq(spaces.ownerId, ownerId), eq(spaces.id, id))
export const whereMemberOfSpace = ({ ownerId, id }: SpaceKey) =>
  acrossOwners(
    severalOwnersReason,
    and(eq(spaceMembers.spaceOwnerId, ownerId), eq(spaceMembers.spaceId, id)),
  )
export const isMembershipOf = ({ ownerId, userId }: UserKey) =>
  and(eq(spaceMembers.ownerId, ownerId), eq(spaceMembers.userId, userId))

/** Throws ApiError `notAllowed` above the limit of workspaces per user. */
export async function openSpace(db: Db, user: UserKey, name: string, now: Date): Promise<string> {
  return transaction(db, async (tx) => {
    await lockUser(tx, user)
    const { ownerId, userId } = user
    const [owned] = await tx
      .select({ spaceCount: count() })
      .from(spaces)
      .where(and(eq(spaces.ownerId, ownerId), eq(spaces.userId, userId)))
    if (owned && owned.spaceCount >= spaceLimits.owned)
      throw new ApiError('notAllowed', {
        reason: { key: 'tooManySpaces', values: { limit: spaceLimits.owned } },
      })
    const [created] = await tx
      .insert(spaces)
      .values({ ownerId, userId, name, createdAt: now })
      .returning({ id: spaces.id })
    await tx
      .insert(spaceMembers)
      .values({ ownerId, userId, spaceId: created!.id, spaceOwnerId: ownerId, joinedAt: now })
    return created!.id
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
  space: SpaceKey,
  { name, version }: { name: string; version?: number | undefined },
): Promise<void> {
  const isCurrent = version === undefined ? undefined : eq(spaces.version, version)
  const renamed = await db
    .update(spaces)
    .set({ name, version: sql`${spaces.version} + 1` })
    .where(and(whereSpace(space), isCurrent))
    .returning({ id: spaces.id })
  if (renamed.length === 0)
    throw new ApiError(
      (await db.$count(spaces, whereSpace(space))) > 0 ? 'changedElsewhere' : 'notFound',
    )
}

/** Deletes a workspace with its rows, members and invitations. Throws ApiError `notFound`. */
export async function deleteSpace(db: Db, space: SpaceKey): Promise<void> {
  const { ownerId, id } = space
  await transaction(db, async (tx) => {
    await lockSpace(tx, space)
    await deleteRowsOf(tx, 'spaceId', ownerId, [id])
    await tx.delete(spaceMembers).where(whereMemberOfSpace(space))
    await tx
      .delete(spaceInvitations)
      .where(and(eq(spaceInvitations.spaceOwnerId, ownerId), eq(spaceInvitations.spaceId, id)))
    await tx.delete(spaces).where(whereSpace(space))
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
  const [removed] = await db
    .delete(spaceMembers)
    .where(and(whereMemberOfSpace(space), eq(spaceMembers.userId, userId)))
    .returning({ ownerId: spaceMembers.ownerId, userId: spaceMembers.userId })
  if (!removed) throw new ApiError('notFound')
  return removed
}

/** Also a main account leaves a sub-account's workspace. Throws like `removeFromSpace`. */
export async function leaveSpace(
  db: Db,
  space: SpaceAccess,
  user: UserKey,
  now: Date,
): Promise<void> {
  if (space.role !== 'main') return void (await removeFromSpace(db, space, user))
  await transaction(db, async (tx) => {
    await lockSpace(tx, space)
    await tx.update(spaces).set({ mainLeftAt: now }).where(whereSpace(space))
    await tx
      .delete(spaceMembers)
      .where(and(isMembershipOf(user), eq(spaceMembers.spaceId, space.id)))
  })
}
