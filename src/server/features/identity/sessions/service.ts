/** Sessions in the database: opened by a sign-in and found by the hash of their token. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type Column } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { sessions } from '#server/features/identity/table.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

/** Columns read for every call; times in Unix milliseconds. */
type Session = {
  tokenHash: string
  ownerId: string
  userId: string
  clientType: string
  createdAt: number
  usedAt: number
  isDisabled: boolean
  /** Of a read-only session; null for the user's own. */
  viewId: string | null
  viewerId: string | null
  endsAt: number | null
}

type NewSession = Pick<
  typeof sessions.$inferInsert,
  | 'tokenHash'
  | 'ownerId'
  | 'userId'
  | 'clientType'
  | 'ip'
  | 'browser'
  | 'system'
  | 'viewId'
  | 'viewerId'
  | 'endsAt'
>

/** Milliseconds between updates of `usedAt`, since every call uses its session. */
const updateInterval = 5 * 60_000

const toMilliseconds = (moment: Column) => sql`(extract(epoch from ${moment}) * 1000)::float8`

const byTokenStatement = prepareStatement<Session>(
  'sessions_by_token',
  sql`select ${sessions.tokenHash} as "tokenHash", ${sessions.ownerId}::text as "ownerId", ${sessions.userId}::text as "userId", ${sessions.clientType} as "clientType",
      ${toMilliseconds(sessions.createdAt)} as "createdAt", ${toMilliseconds(sessions.usedAt)} as "usedAt", ${sessions.disabledAt} is not null as "isDisabled",
      ${sessions.viewId}::text as "viewId", ${sessions.viewerId}::text as "viewerId", ${toMilliseconds(sessions.endsAt)} as "endsAt"
    from ${sessions} where ${sessions.tokenHash} = any(${sql.placeholder('hashes')}::text[])`,
)

/** Reads many sessions in one round trip. */
export async function findSessionsByToken(
  reads: Reads,
  hashes: readonly string[],
): Promise<Map<string, Session>> {
  return new Map(
    (await byTokenStatement(reads, { hashes })).map((session) => [session.tokenHash, session]),
  )
}

/**
 * Sliding expiry while a session is used, plus an absolute maximum age; a read-only session ends at
 * its own time.
 */
export const isAlive = ({ usedAt, createdAt, endsAt }: Session, now: Date): boolean =>
  endsAt === null
    ? now.getTime() - usedAt < times.sessionIdleTimeout &&
      now.getTime() - createdAt < times.sessionLifetime
    : now.getTime() < endsAt

export async function touchSession(
  db: Db,
  { tokenHash, usedAt }: Session,
  now: Date,
): Promise<void> {
  const staleBefore = now.getTime() - updateInterval
  if (usedAt >= staleBefore) return
  await db
    .update(sessions)
    .set({ usedAt: now })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.usedAt, new Date(staleBefore))))
}

export async function openSession(db: Db, session: NewSession, now: Date): Promise<void> {
  await db.insert(sessions).values({ ...session, createdAt: now, usedAt: now })
}

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

/** Ends every session of these users of one owner; their next call gets 700. */
export async function endSessionsOf(db: Db, ownerId: string, userIds: string[]): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.ownerId, ownerId), inArray(sessions.userId, userIds)))
}

/** Blocks every session of a disabled user; their next call gets 701. */
export async function blockSessions(
  db: Db,
  { ownerId, userId }: UserKey,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ disabledAt: now })
    .where(
      and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId), isNull(sessions.disabledAt)),
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

/** Deletes the blocked sessions of a user who may sign in again; they do not become valid again. */
export async function deleteBlockedSessions(db: Db, { ownerId, userId }: UserKey): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.ownerId, ownerId),
        eq(sessions.userId, userId),
        isNotNull(sessions.disabledAt),
      ),
    )
}

/** Sessions of users have expired if last used before `idle` or opened before `end`. */
export const getExpiryCutoff = (now: Date) => ({
  idle: subtractMilliseconds(now, times.sessionIdleTimeout),
  end: subtractMilliseconds(now, times.sessionLifetime),
})

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const { idle, end } = getExpiryCutoff(now)
  const isExpired = or(lt(sessions.usedAt, idle), lt(sessions.createdAt, end))
  const hasEnded = or(and(isNull(sessions.endsAt), isExpired), lt(sessions.endsAt, now))
  await db.delete(sessions).where(hasEnded)
}

const subtractMilliseconds = (now: Date, ms: number) => new Date(now.getTime() - ms)
