/** Access to workspaces: membership, role and row lock. No access is reported as not found. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, isNotNull, isNull, or, sql, type Column, type SQL } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { SpaceRole } from '#contract/workspace.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { spaceMembers, spaces } from '#server/features/workspace/table.ts'
import { ApiError } from '#server/http/errors.ts'

export type Role = output<typeof SpaceRole>
/** A workspace with the caller's role. */
export type SpaceAccess = {
  ownerId: string
  id: string
  userId: string
  name: string
  role: Role
}

type Id = string | number

/** Reasons given for statements across owners; see `acrossOwners`. */
const memberElsewhereReason = 'a user may be a member of workspaces of other owners'
export const severalOwnersReason = 'members of a workspace have several owners'

const isMembershipOf = ({ ownerId, userId }: UserKey) =>
  and(eq(spaceMembers.ownerId, ownerId), eq(spaceMembers.userId, userId))

/**
 * One workspace, or the `first` oldest ones: a main account may have more than a select box can
 * list.
 */
type SpaceSelection = { id: Id } | { first: number }

/**
 * Condition for the user's workspaces as member or owner; for a main account, also those of its
 * account group that it has not left.
 */
export function isAccessible(user: UserKey, selection: SpaceSelection): SQL {
  const isSelected = (column: Column) =>
    'id' in selection ? eq(column, String(selection.id)) : undefined
  const limitTo = (column: Column) =>
    'first' in selection ? sql`order by ${column} limit ${selection.first}` : sql``
  const { spaceOwnerId, spaceId } = spaceMembers
  const joinedSpaces = sql`(select ${spaceOwnerId}, ${spaceId} from ${spaceMembers} where ${and(isMembershipOf(user), isSelected(spaceId))} ${limitTo(spaceId)})`
  const groupSpaces = sql`(select ${spaces.ownerId}, ${spaces.id} from ${spaces} where ${and(eq(spaces.ownerId, user.ownerId), isNull(spaces.mainLeftAt), isSelected(spaces.id))} ${limitTo(spaces.id)})`
  return acrossOwners(
    memberElsewhereReason,
    sql`(${spaces.ownerId}, ${spaces.id}) in (${user.ownerId === user.userId ? sql`${joinedSpaces} union ${groupSpaces}` : joinedSpaces})`,
  )
}

/**
 * The same condition for rows that belong to a workspace. Filters by the owners of those workspaces
 * first, rather than by each workspace.
 */
export function isInAccessibleSpace(
  user: UserKey,
  { ownerId, spaceId }: Record<'ownerId' | 'spaceId', Column>,
): SQL | undefined {
  const anyOwnerId = sql`any(array(select ${spaceMembers.spaceOwnerId} from ${spaceMembers} where ${isMembershipOf(user)} union select ${user.ownerId}::bigint))`
  const joined = sql`(select ${spaceMembers.spaceOwnerId}, ${spaceMembers.spaceId} from ${spaceMembers} where ${isMembershipOf(user)})`
  const left = sql`(select ${spaces.id} from ${spaces} where ${and(eq(spaces.ownerId, user.ownerId), isNotNull(spaces.mainLeftAt))})`
  const isOfGroup =
    user.ownerId === user.userId
      ? and(eq(ownerId, user.ownerId), sql`${spaceId} not in ${left}`)
      : undefined
  return acrossOwners(
    memberElsewhereReason,
    and(sql`${ownerId} = ${anyOwnerId}`, or(isOfGroup, sql`(${ownerId}, ${spaceId}) in ${joined}`)),
  )
}

/**
 * `owner` takes precedence; a main account has the role `main` in its account group's workspaces,
 * until it leaves one.
 */
export const roleOf = ({ ownerId, userId }: UserKey): SQL<Role> =>
  sql`case when ${eq(spaces.userId, userId)} then 'owner' when ${ownerId === userId} and ${and(eq(spaces.ownerId, ownerId), isNull(spaces.mainLeftAt))} then 'main' else 'member' end`

/** Throws ApiError `notFound`. */
export async function requireAccess(db: Db, user: UserKey, spaceId: Id): Promise<SpaceAccess> {
  const found =
    (await findGroupSpace(db, user, spaceId)) ?? (await findForeignSpace(db, user, spaceId))
  if (!found) throw new ApiError('notFound')
  return found
}

/** A workspace of the user's account group: one query, as for nearly all calls. */
async function findGroupSpace(db: Db, user: UserKey, id: Id): Promise<SpaceAccess | undefined> {
  const { ownerId, userId } = user
  const membership = sql`exists (select from ${spaceMembers} where ${isMembershipOf(user)} and ${eq(spaceMembers.spaceId, String(id))})`
  const isVisible = ownerId === userId ? or(isNull(spaces.mainLeftAt), membership) : membership
  return selectSpace(db, user, { ownerId, id }, isVisible)
}

/** A workspace of another account group: the membership names its owner. */
async function findForeignSpace(db: Db, user: UserKey, id: Id): Promise<SpaceAccess | undefined> {
  const [membership] = await db
    .select({ ownerId: spaceMembers.spaceOwnerId })
    .from(spaceMembers)
    .where(and(isMembershipOf(user), eq(spaceMembers.spaceId, String(id))))
  return membership && selectSpace(db, user, { ownerId: membership.ownerId, id })
}

async function selectSpace(
  db: Db,
  user: UserKey,
  key: { ownerId: string; id: Id },
  condition?: SQL,
): Promise<SpaceAccess | undefined> {
  const { ownerId, id, userId, name } = spaces
  const [found] = await db
    .select({ ownerId, id, userId, name, role: roleOf(user) })
    .from(spaces)
    .where(and(eq(ownerId, key.ownerId), eq(id, String(key.id)), condition))
  return found
}

/**
 * Restricted to the workspace's owner and the owner's main account. Throws ApiError `notFound`, or
 * `notAllowed` for other members.
 */
export async function requireHost(db: Db, user: UserKey, spaceId: Id): Promise<SpaceAccess> {
  const found = await requireAccess(db, user, spaceId)
  if (found.role === 'member') throw new ApiError('notAllowed')
  return found
}

/**
 * Locks the workspace's row to the end of the transaction, so that it can't be deleted meanwhile.
 * Throws ApiError `notFound`.
 */
export async function lockSpace(
  tx: Db,
  { ownerId, id }: Pick<SpaceAccess, 'ownerId' | 'id'>,
): Promise<void> {
  const [locked] = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.ownerId, ownerId), eq(spaces.id, id)))
    .for('update')
  if (!locked) throw new ApiError('notFound')
}
