/** Invitations to workspaces. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, sql, gte, lt, or, type SQL } from 'drizzle-orm'
import { spaceLimits } from '#contract/workspace.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { users, loginNames } from '#server/features/accounts/table.ts'
import { spaceInvitations, spaceMembers } from '#server/features/workspace/table.ts'
import { lockSpace, type SpaceAccess } from '#server/features/workspace/access.ts'
import { ApiError } from '#server/http/errors.ts'
import { displayName, normalizeLoginName } from '#server/features/accounts/index.ts'
import {
  type SpaceKey,
  whereMemberOfSpace,
  isMembershipOf,
  lockUser,
} from '#server/features/workspace/spaces.ts'

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

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(spaceInvitations).where(lt(at, oldestValidTime(now)))
}
