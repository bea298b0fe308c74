/** Workspaces: members, invitations, transfer of ownership. Changes lock the workspace. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import { and, count, eq, isNull, sql, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import { spaceLimits } from '#contract/workspace.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { users, loginNames } from '#server/features/accounts/table.ts'
import { spaceInvitations, spaceMembers, spaces } from '#server/features/workspace/table.ts'
import {
  lockSpace,
  severalOwnersReason,
  type SpaceAccess,
} from '#server/features/workspace/access.ts'
import { ApiError } from '#server/http/errors.ts'
import { deleteRowsOf } from '#server/features/collections/index.ts'
import { displayName, normalizeLoginName } from '#server/features/accounts/index.ts'

type SpaceKey = Pick<SpaceAccess, 'ownerId' | 'id'>

export const whereSpace = ({ ownerId, id }: SpaceKey) =>
  and(eq(spaces.ownerId, ownerId), eq(spaces.id, id))
export const whereMemberOfSpace = ({ ownerId, id }: SpaceKey) =>
  acrossOwners(
    severalOwnersReason,
    and(eq(spaceMembers.spaceOwnerId, ownerId), eq(spaceMembers.spaceId, id)),
  )
const isMembershipOf = ({ ownerId, userId }: UserKey) =>
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
async function lockUser(tx: Db, { ownerId, userId }: UserKey): Promise<void> {
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

/**
 * Returns false if the user is already a member. Throws ApiError `notAllowed` if the workspace is
 * full.
 */
async function addMember(tx: Db, space: SpaceKey, user: UserKey, now: Date): Promise<boolean> {
  await lockSpace(tx, space)
  const isMemberOfSpace = and(isMembershipOf(user), eq(spaceMembers.spaceId, space.id))
  if ((await tx.$count(spaceMembers, isMemberOfSpace)) > 0) return false
  if ((await tx.$count(spaceMembers, whereMemberOfSpace(space))) >= spaceLimits.members)
    throw new ApiError('notAllowed', {
      reason: { key: 'spaceFull', values: { limit: spaceLimits.members } },
    })
  const { ownerId, userId } = user
  await tx
    .insert(spaceMembers)
    .values({ ownerId, userId, spaceId: space.id, spaceOwnerId: space.ownerId, joinedAt: now })
    .onConflictDoNothing()
  return true
}

const { name, at, spaceId, spaceOwnerId } = spaceInvitations
const oldestValidTime = (now: Date): Date =>
  new Date(now.getTime() - spaceLimits.invitationDays * 86_400_000)

/** Excludes expired invitations. */
export const isNotExpired = (now: Date): SQL => gte(at, oldestValidTime(now))
export const isInvitationTo = ({ ownerId, id }: SpaceKey) =>
  and(eq(spaceOwnerId, ownerId), eq(spaceId, id))

/**
 * Renews an existing invitation of the same name. Throws ApiError `notAllowed` for a name that the list of members shows, for the caller's own names, and
 * for too many invitations.
 */
export async function invite(
  db: Db,
  user: UserKey,
  space: SpaceAccess,
  typed: string,
  now: Date,
): Promise<void> {
  const loginName = normalizeLoginName(typed)
  await transaction(db, async (tx) => {
    await lockSpace(tx, space)
    if (await isKnownMember(tx, user, space, loginName))
      throw new ApiError('notAllowed', {
        reason: { key: 'alreadyInSpace', values: { account: typed } },
      })
    const isActive = and(isInvitationTo(space), isNotExpired(now))
    const before = await tx.$count(spaceInvitations, and(isActive, eq(name, loginName)))
    if (before === 0 && (await tx.$count(spaceInvitations, isActive)) >= spaceLimits.invitations)
      throw new ApiError('notAllowed', {
        reason: { key: 'tooManyInvitations', values: { limit: spaceLimits.invitations } },
      })
    await tx
      .insert(spaceInvitations)
      .values({ name: loginName, spaceId: space.id, spaceOwnerId: space.ownerId, at: now })
      .onConflictDoUpdate({ target: [name, spaceId], set: { at: now } })
  })
}

/**
 * Whether the caller knows the name as a member: it is the caller's own or in the list of members,
 * so the error reveals nothing new.
 */
async function isKnownMember(
  tx: Db,
  { ownerId, userId }: UserKey,
  space: SpaceAccess,
  loginName: string,
): Promise<boolean> {
  const own = and(
    eq(loginNames.ownerId, ownerId),
    eq(loginNames.userId, userId),
    eq(loginNames.name, loginName),
  )
  if ((await tx.$count(loginNames, own)) > 0) return true
  const named = await tx
    .select({ userId: users.userId })
    .from(spaceMembers)
    .innerJoin(
      users,
      and(eq(users.ownerId, spaceMembers.ownerId), eq(users.userId, spaceMembers.userId)),
    )
    .where(and(whereMemberOfSpace(space), eq(sql`lower(${displayName(users)})`, loginName)))
  return named.length > 0
}

/** Throws ApiError `notFound` if the name is not invited. */
export async function withdrawInvitation(db: Db, space: SpaceAccess, typed: string): Promise<void> {
  const deleted = await db
    .delete(spaceInvitations)
    .where(and(isInvitationTo(space), eq(name, normalizeLoginName(typed))))
    .returning({ name })
  if (deleted.length === 0) throw new ApiError('notFound')
}

/** Time of the user's registration. */
const selectRegistration = ({ ownerId, userId }: UserKey): SQL<string> =>
  sql`(select ${users.registeredAt} from ${users} where ${and(eq(users.ownerId, ownerId), eq(users.userId, userId))})`

/**
 * Condition for the user's invitations, by any of the user's login names. An invitation to an
 * e-mail also applies to an account registered later; one to another name doesn't, because the name
 * may have passed to somebody else.
 */
export function isInvitationFor(
  { ownerId, userId }: UserKey,
  now: Date,
  registeredAt: SQL = selectRegistration({ ownerId, userId }),
): SQL | undefined {
  const names = (kind?: SQL) =>
    sql`any(array(select ${loginNames.name} from ${loginNames} where ${and(eq(loginNames.ownerId, ownerId), eq(loginNames.userId, userId), kind)}))`
  return and(
    isNotExpired(now),
    sql`${name} = ${names()}`,
    or(sql`${name} = ${names(eq(loginNames.kind, 'email'))}`, sql`${registeredAt} <= ${at}`),
  )
}

/**
 * Idempotent; returns whether the user has newly joined. Throws ApiError `notFound` without an
 * invitation.
 */
export async function accept(
  db: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockUser(tx, user)
    const [ownerId] = await deleteInvitationsOfUser(tx, user, id, now)
    if (ownerId !== undefined) return addMember(tx, { ownerId, id: String(id) }, user, now)
    const isMemberOfSpace = and(isMembershipOf(user), eq(spaceMembers.spaceId, String(id)))
    if ((await tx.$count(spaceMembers, isMemberOfSpace)) === 0) throw new ApiError('notFound')
    return false
  })
}

/** Throws ApiError `notFound` without an invitation. */
export async function decline(
  db: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<void> {
  if ((await deleteInvitationsOfUser(db, user, id, now)).length === 0)
    throw new ApiError('notFound')
}

/**
 * Deletes all of the user's invitations to the workspace; returns the workspace's owner id for
 * each.
 */
async function deleteInvitationsOfUser(
  tx: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<string[]> {
  // A query of its own: in a split database, users and invitations are not on the same machines.
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select ${selectRegistration(user)}::text as at`,
  )
  const registeredAt = sql`${rows[0]?.at ?? null}::timestamptz`
  const removed = await tx
    .delete(spaceInvitations)
    .where(and(eq(spaceId, String(id)), isInvitationFor(user, now, registeredAt)))
    .returning({ owner: spaceOwnerId })
  return removed.map(({ owner }) => owner)
}

/** Deletes the invitations to login names that are being released. */
async function deleteInvitationsTo(tx: Db, names: string[]): Promise<void> {
  await tx.delete(spaceInvitations).where(inArray(name, names))
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(spaceInvitations).where(lt(at, oldestValidTime(now)))
}

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
  await deleteInvitationsTo(
    tx,
    named.map(({ name }) => name),
  )
}
