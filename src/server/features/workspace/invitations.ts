/**
 * Invitations to spaces: by name, never by person, so that inviting does and tells the same whether
 * anybody bears the name.
 */
import { and, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { spaceLimits } from '#contract/spaces.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { loginNames, spaceInvitations, spaceMembers, users } from '#server/platform/db/schema.ts'
import { lockUser, addMember, ofSpace } from '#server/features/workspace/service.ts'
import { lockSpace, type SpaceAccess } from '#server/features/workspace/access.ts'
import { asLoginName } from '#server/features/accounts/login-names.ts'
import { displayName } from '#server/features/accounts/display-names.ts'
import { ApiError } from '#server/http/errors.ts'

const { name, at, spaceId, spaceOwnerId } = spaceInvitations
const standingSince = (now: Date): Date =>
  new Date(now.getTime() - spaceLimits.invitationDays * 86_400_000)

/** Invitations that nobody has answered in time are over. */
export const stands = (now: Date): SQL => gte(at, standingSince(now))
export const toSpace = ({ ownerId, id }: Pick<SpaceAccess, 'ownerId' | 'id'>) =>
  and(eq(spaceOwnerId, ownerId), eq(spaceId, id))

/**
 * A second invitation of the same name makes the first one last longer: tells whether this is the
 * first. Throws ApiError `notAllowed` for a name that is in the space as everybody there sees.
 */
export async function invite(
  db: Db,
  user: UserKey,
  space: SpaceAccess,
  typed: string,
  now: Date,
): Promise<boolean> {
  const called = asLoginName(typed)
  return db.transaction(async (tx) => {
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
 * One's own names, and those that the list of members shows: what one knows already tells nobody
 * anything.
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

/** Throws ApiError `notFound` for a name that is not invited. */
export async function withdrawInvitation(db: Db, space: SpaceAccess, typed: string): Promise<void> {
  const gone = await db
    .delete(spaceInvitations)
    .where(and(toSpace(space), eq(name, asLoginName(typed))))
    .returning({ name })
  if (gone.length === 0) throw new ApiError('notFound')
}

/**
 * Invitations that are somebody's: to one of their names. One to an e-mail waits for whoever
 * registers with it; one to another name is meant for whoever bore it then, and for nobody who
 * takes it later.
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
 * Saying yes twice does no harm: tells whether this was the first time. Throws ApiError `notFound`
 * for a space one is not invited to.
 */
export async function accept(
  db: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
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

/** Throws ApiError `notFound` for a space one is not invited to. */
export async function decline(
  db: Db,
  user: UserKey,
  id: string | number,
  now: Date,
): Promise<void> {
  if ((await takeAnswered(db, user, id, now)).length === 0) throw new ApiError('notFound')
}

/** All invitations of somebody to one space, gone with the answer; tells whose space it is. */
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

/** Those to any of these names, when nobody bears them any more. */
export async function deleteInvitationsTo(tx: Db, names: string[]): Promise<void> {
  await tx.delete(spaceInvitations).where(inArray(name, names))
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.delete(spaceInvitations).where(lt(at, standingSince(now)))
}
