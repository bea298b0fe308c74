/** Invitations to workspaces by login name, which don't reveal whether an account has that name. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { spaceLimits } from '#contract/spaces.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

import { loginNames, spaceInvitations, spaceMembers, users } from '#server/schema.ts'
import { lockUser, addMember, ofSpace } from '#server/features/workspace/service.ts'
import { lockSpace, type SpaceAccess } from '#server/features/workspace/access.ts'
import { asLoginName } from '#server/features/accounts/login-names.ts'
import { displayName } from '#server/features/accounts/display-names.ts'
import { ApiError } from '#server/http/errors.ts'

const { name, at, spaceId, spaceOwnerId } = spaceInvitations
const standingSince = (now: Date): Date =>
  new Date(now.getTime() - spaceLimits.invitationDays * 86_400_000)

/** Excludes expired invitations. */
export const stands = (now: Date): SQL => gte(at, standingSince(now))
export const toSpace = ({ ownerId, id }: Pick<SpaceAccess, 'ownerId' | 'id'>) =>
  and(eq(spaceOwnerId, ownerId), eq(spaceId, id))

/**
 * Renews an existing invitation of the same name; returns whether the invitation is new. Throws
 * ApiError `notAllowed` for a name that the list of members shows, for the caller's own names, and
 * for too many invitations.
 */
export async function invite(
  db: Db,
  user: UserKey,
  space: SpaceAccess,
  typed: string,
  now: Date,
): Promise<boolean> {
  const called = asLoginName(typed)
  return transaction(db, async (tx) => {
    await lockSpace(tx, space)
    if (await isKnownInside(tx, user, space, called))
      throw new ApiError('notAllowed', {
        because: { reason: 'alreadyInSpace', values: { who: typed } },
      })
    const standing = and(toSpace(space), stands(now))
    const before = await tx.$count(spaceInvitations, and(standing, eq(name, called)))
    if (before === 0 && (await tx.$count(spaceInvitations, standing)) >= spaceLimits.invitations)
      throw new ApiError('notAllowed', {
        because: { reason: 'tooManyInvitations', values: { most: spaceLimits.invitations } },
      })
    await tx
      .insert(spaceInvitations)
      .values({ name: called, spaceId: space.id, spaceOwnerId: space.ownerId, at: now })
      .onConflictDoUpdate({ target: [name, spaceId], set: { at: now } })
    return before === 0
  })
}

/**
 * Only the caller's own names and those in the list of members, so that the error reveals nothing
 * new.
 */
async function isKnownInside(
  tx: Db,
  { ownerId, userId }: UserKey,
  space: SpaceAccess,
  called: string,
): Promise<boolean> {
  const own = and(
    eq(loginNames.ownerId, ownerId),
    eq(loginNames.userId, userId),
    eq(loginNames.name, called),
  )
  if ((await tx.$count(loginNames, own)) > 0) return true
  const named = await tx
    .select({ userId: users.userId })
    .from(spaceMembers)
    .innerJoin(
      users,
      and(eq(users.ownerId, spaceMembers.ownerId), eq(users.userId, spaceMembers.userId)),
    )
    .where(and(ofSpace(space), eq(sql`lower(${displayName(users)})`, called)))
  return named.length > 0
}

/** Throws ApiError `notFound` if the name is not invited. */
export async function withdrawInvitation(db: Db, space: SpaceAccess, typed: string): Promise<void> {
  const gone = await db
    .delete(spaceInvitations)
    .where(and(toSpace(space), eq(name, asLoginName(typed))))
    .returning({ name })
  if (gone.length === 0) throw new ApiError('notFound')
}

/**
 * Condition for the user's invitations, by any of the user's login names. An invitation to an
 * e-mail also applies to an account registered later; one to another name doesn't, because the name
 * may have passed to somebody else.
 */
export function isFor({ ownerId, userId }: UserKey, now: Date): SQL | undefined {
  const names = (kind?: SQL) =>
    sql`any(array(select ${loginNames.name} from ${loginNames} where ${and(eq(loginNames.ownerId, ownerId), eq(loginNames.userId, userId), kind)}))`
  const registered = sql`(select ${users.registeredAt} from ${users} where ${and(eq(users.ownerId, ownerId), eq(users.userId, userId))})`
  return and(
    stands(now),
    sql`${name} = ${names()}`,
    or(sql`${name} = ${names(eq(loginNames.kind, 'email'))}`, sql`${registered} <= ${at}`),
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
    const answered = await takeAnswered(tx, user, id, now)
    const [owner] = answered
    if (owner !== undefined) return addMember(tx, { ownerId: owner, id: String(id) }, user, now)
    const inside = and(
      eq(spaceMembers.ownerId, user.ownerId),
      eq(spaceMembers.userId, user.userId),
      eq(spaceMembers.spaceId, String(id)),
    )
    if ((await tx.$count(spaceMembers, inside)) === 0) throw new ApiError('notFound')
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
  if ((await takeAnswered(db, user, id, now)).length === 0) throw new ApiError('notFound')
}

/**
 * Deletes all of the user's invitations to the workspace; returns the workspace's owner id for
 * each.
 */
async function takeAnswered(
  tx: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<string[]> {
  const gone = await tx
    .delete(spaceInvitations)
    .where(and(eq(spaceId, String(id)), isFor(user, now)))
    .returning({ owner: spaceOwnerId })
  return gone.map(({ owner }) => owner)
}

/** Deletes the invitations to login names that are being released. */
export async function deleteInvitationsTo(tx: Db, names: string[]): Promise<void> {
  await tx.delete(spaceInvitations).where(inArray(name, names))
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(spaceInvitations).where(lt(at, standingSince(now)))
}
