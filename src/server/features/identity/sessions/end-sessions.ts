/** Ends and blocks sessions: by their user, with a password or an account, and after their time. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { sessions } from '#server/features/identity/table.ts'
import { getExpiryCutoff } from '#server/features/identity/sessions/find-session.ts'

export async function endSession(db: Db, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hash))
}

/** Ends one of the user's own sessions by id. Returns whether it existed. */
export async function endOwnSession(
  db: Db,
  { ownerId, userId }: UserKey,
  id: number,
): Promise<boolean> {
  const isOwn = and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId), eq(sessions.id, id))
  return (await db.delete(sessions).where(isOwn).returning({ id: sessions.id })).length > 0
}

/**
 * Ends a session of one of the owner's sub-accounts by id. Returns the sub-account, or undefined if
 * there is no such session.
 */
export async function endSubAccountSession(
  db: Db,
  ownerId: string,
  id: number,
): Promise<UserKey | undefined> {
  const isOfSubAccount = and(
    eq(sessions.ownerId, ownerId),
    ne(sessions.userId, ownerId),
    eq(sessions.id, id),
    isNull(sessions.viewId),
  )
  const [ended] = await db
    .delete(sessions)
    .where(isOfSubAccount)
    .returning({ ownerId: sessions.ownerId, userId: sessions.userId })
  return ended
}

/**
 * Ends all sessions of the user, including those of support, except the one of this token. Returns
 * the number of the user's own sessions that ended.
 */
export async function endOtherSessions(
  db: Db,
  { ownerId, userId, tokenHash }: UserKey & { tokenHash: string },
): Promise<number> {
  const others = and(
    eq(sessions.ownerId, ownerId),
    eq(sessions.userId, userId),
    ne(sessions.tokenHash, tokenHash),
  )
  const ended = await db.delete(sessions).where(others).returning({ viewId: sessions.viewId })
  return ended.filter(({ viewId }) => viewId === null).length
}

/** Ends the read-only sessions of an operator. */
export async function endSessionsOfViewer(db: Db, operatorId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.viewerId, operatorId))
}

/**
 * Ends every session of these users of one owner; their next call gets 700. Returns the number of
 * their own sessions that ended, without those of support.
 */
export async function endSessionsOf(db: Db, ownerId: string, userIds: string[]): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.ownerId, ownerId), inArray(sessions.userId, userIds)))
    .returning({ viewId: sessions.viewId })
  return ended.filter(({ viewId }) => viewId === null).length
}

/** Blocks every session of these disabled users of one owner; their next call gets 701. */
export async function blockSessions(
  db: Db,
  ownerId: string,
  userIds: string[],
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ disabledAt: now })
    .where(
      and(
        eq(sessions.ownerId, ownerId),
        inArray(sessions.userId, userIds),
        isNull(sessions.disabledAt),
      ),
    )
}

/** Like `blockSessions`, for a main account and its sub-accounts. */
export async function blockSessionsOfAccountGroup(
  db: Db,
  ownerId: string,
  now: Date,
): Promise<void> {
  const isUnblocked = and(eq(sessions.ownerId, ownerId), isNull(sessions.disabledAt))
  await db.update(sessions).set({ disabledAt: now }).where(isUnblocked)
}

/** Ends every session of a main account and of its sub-accounts. */
export async function endSessionsOfAccountGroup(db: Db, ownerId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.ownerId, ownerId))
}

/**
 * Deletes the blocked sessions of users of one owner who may sign in again; they do not become valid
 * again.
 */
export async function deleteBlockedSessions(
  db: Db,
  ownerId: string,
  userIds: string[],
): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.ownerId, ownerId),
        inArray(sessions.userId, userIds),
        isNotNull(sessions.disabledAt),
      ),
    )
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const { idle, end } = getExpiryCutoff(now)
  const isExpired = or(lt(sessions.usedAt, idle), lt(sessions.createdAt, end))
  const hasEnded = or(and(isNull(sessions.endsAt), isExpired), lt(sessions.endsAt, now))
  await db.delete(sessions).where(hasEnded)
}
