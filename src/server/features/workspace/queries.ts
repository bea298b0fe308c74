/** Queries of workspaces, their members and invitations. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, asc, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  Space,
  SpaceMember,
  spaceInvitations as invitationCalls,
  spaceMembers as memberCalls,
} from '#contract/workspace.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { users } from '#server/features/accounts/table.ts'
import { spaceInvitations, spaceMembers, spaces } from '#server/features/workspace/table.ts'
import { whereMemberOfSpace } from '#server/features/workspace/spaces.ts'
import {
  isInvitationFor,
  isNotExpired,
  isInvitationTo,
} from '#server/features/workspace/invitations.ts'
import {
  isAccessible,
  roleOf,
  severalOwnersReason,
  type SpaceAccess,
  type Role,
} from '#server/features/workspace/access.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { displayName } from '#server/features/accounts/index.ts'
import { wireTime } from '#server/platform/db/time.ts'

const owners = alias(users, 'owners')
const ownerOfSpace = and(eq(owners.ownerId, spaces.ownerId), eq(owners.userId, spaces.userId))

/**
 * Oldest first, so that a new one doesn't shift the others; limited to the maximum of a select box.
 */
export async function listSpacesOfUser(db: Db, user: UserKey): Promise<Space[]> {
  const first = businessLimits.batch.max
  return addMemberCounts(
    db,
    await selectSpaces(db, user)
      .where(isAccessible(user, { first }))
      .orderBy(asc(spaces.id))
      .limit(first),
  )
}

export async function findSpaceOfUser(
  db: Db,
  user: UserKey,
  id: string,
): Promise<Space | undefined> {
  const [found] = await addMemberCounts(
    db,
    await selectSpaces(db, user).where(isAccessible(user, { id })),
  )
  return found
}

type SpaceRow = Omit<Space, 'memberCount'> & { groupId: string }

/**
 * A query of its own, because members of other account groups are on other machines in a split
 * database.
 */
async function addMemberCounts(db: Db, found: readonly SpaceRow[]): Promise<Space[]> {
  if (found.length === 0) return []
  const { spaceId, spaceOwnerId } = spaceMembers
  const counted = await db
    .select({ spaceId, memberCount: count() })
    .from(spaceMembers)
    .where(
      acrossOwners(
        severalOwnersReason,
        and(
          inArray(spaceOwnerId, [...new Set(found.map(({ groupId }) => groupId))]),
          inArray(
            spaceId,
            found.map(({ id }) => String(id)),
          ),
        ),
      ),
    )
    .groupBy(spaceId)
  const memberCounts = new Map(counted.map(({ spaceId: id, memberCount }) => [id, memberCount]))
  return found.map(({ groupId: _, ...space }) => ({
    ...space,
    memberCount: memberCounts.get(String(space.id)) ?? 0,
  }))
}

const selectSpaces = (db: Db, user: UserKey) =>
  db
    .select({
      id: spaces.id,
      name: spaces.name,
      ownerId: spaces.userId,
      ownerName: displayName(owners),
      role: roleOf(user),
      groupId: spaces.ownerId,
      contactCount: spaces.contacts,
      version: spaces.version,
    })
    .from(spaces)
    .innerJoin(owners, ownerOfSpace)

/** The owner first, then by time of joining. */
export async function readMemberPage(
  db: Db,
  space: SpaceAccess,
  query: ParsedInputOf<typeof memberCalls.page>,
  zone: string,
): Promise<Page<SpaceMember>> {
  const isOwner = sql`${spaceMembers.userId} = ${sql.param(space.userId, spaceMembers.userId)}`
  const joinedDateTime = wireTime(spaceMembers.joinedAt, zone)
  const [total, rows] = await Promise.all([
    db.$count(spaceMembers, whereMemberOfSpace(space)),
    db
      .select({
        userId: spaceMembers.userId,
        name: displayName(users),
        nickname: users.nickname,
        role: sql<Role>`case when ${isOwner} then 'owner' else 'member' end`,
        joinedDateTime,
      })
      .from(spaceMembers)
      .innerJoin(
        users,
        and(eq(users.ownerId, spaceMembers.ownerId), eq(users.userId, spaceMembers.userId)),
      )
      .where(whereMemberOfSpace(space))
      .orderBy(desc(isOwner), asc(spaceMembers.joinedAt), asc(spaceMembers.userId))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}

/** Newest first. */
export async function readInvitationPage(
  db: Db,
  space: SpaceAccess,
  query: ParsedInputOf<typeof invitationCalls.page>,
  now: Date,
  zone: string,
) {
  const where = and(isInvitationTo(space), isNotExpired(now))
  const { name, at } = spaceInvitations
  const createDateTime = wireTime(at, zone)
  const [total, rows] = await Promise.all([
    db.$count(spaceInvitations, where),
    db
      .select({ account: name, createDateTime })
      .from(spaceInvitations)
      .where(where)
      .orderBy(desc(at), asc(name))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}

/**
 * Workspaces that the user is invited to and hasn't joined; one row per workspace, newest
 * invitation first.
 */
export async function listInvitationsOfUser(db: Db, user: UserKey, now: Date, zone: string) {
  const { spaceId, spaceOwnerId, at } = spaceInvitations
  const createDateTime = wireTime(sql`max(${at})`, zone)
  const isMembership = and(
    eq(spaceMembers.ownerId, user.ownerId),
    eq(spaceMembers.userId, user.userId),
  )
  return db
    .select({ spaceId, spaceName: spaces.name, ownerName: displayName(owners), createDateTime })
    .from(spaceInvitations)
    .innerJoin(spaces, and(eq(spaces.ownerId, spaceOwnerId), eq(spaces.id, spaceId)))
    .innerJoin(owners, ownerOfSpace)
    .where(
      acrossOwners(
        'a user may be invited by other owners',
        and(
          isInvitationFor(user, now),
          notInArray(
            spaceId,
            db.select({ id: spaceMembers.spaceId }).from(spaceMembers).where(isMembership),
          ),
        ),
      ),
    )
    .groupBy(spaceId, spaces.name, owners.ownerId, owners.userId, owners.account, owners.username)
    .orderBy(desc(sql`max(${at})`))
    .limit(businessLimits.batch.max)
}

/** Owner ids of the account groups that have members in the workspace. */
export async function listMemberOwnerIds(
  db: Db,
  space: Pick<SpaceAccess, 'ownerId' | 'id'>,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ ownerId: spaceMembers.ownerId })
    .from(spaceMembers)
    .where(whereMemberOfSpace(space))
  return [...new Set([space.ownerId, ...rows.map(({ ownerId }) => ownerId)])]
}
