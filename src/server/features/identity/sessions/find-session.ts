/** Finds sessions by the hash of their token and keeps them alive while they are used. */
import { and, eq, lt, sql, type Column, type SQL } from 'drizzle-orm'
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
} & (SupportColumns | Record<keyof SupportColumns, null>)

/** Of a read-only session; null for the user's own. */
type SupportColumns = { viewId: string; viewerId: string; endsAt: number }

/** Milliseconds between updates of `usedAt`, since every call uses its session. */
const updateInterval = 5 * 60_000

const toMilliseconds = (moment: Column) => sql`(extract(epoch from ${moment}) * 1000)::float8`

const prepareByToken = (name: string, condition: SQL) =>
  prepareStatement<Session>(
    name,
    sql`select ${sessions.tokenHash} as "tokenHash", ${sessions.ownerId}::text as "ownerId", ${sessions.userId}::text as "userId", ${sessions.clientType} as "clientType",
      ${toMilliseconds(sessions.createdAt)} as "createdAt", ${toMilliseconds(sessions.usedAt)} as "usedAt", ${sessions.disabledAt} is not null as "isDisabled",
      ${sessions.viewId}::text as "viewId", ${sessions.viewerId}::text as "viewerId", ${toMilliseconds(sessions.endsAt)} as "endsAt"
    from ${sessions} where ${condition}`,
  )

/** The best plan for an array depends on its length, so that PostgreSQL would plan each read of one. */
const oneByToken = prepareByToken(
  'session_by_token',
  sql`${sessions.tokenHash} = ${sql.placeholder('hash')}::text`,
)
const manyByToken = prepareByToken(
  'sessions_by_token',
  sql`${sessions.tokenHash} = any(${sql.placeholder('hashes')}::text[])`,
)

/** Reads many sessions in one round trip. */
export async function findSessionsByToken(
  reads: Reads,
  hashes: readonly string[],
): Promise<Map<string, Session>> {
  const found =
    hashes.length === 1
      ? await oneByToken(reads, { hash: hashes[0] })
      : await manyByToken(reads, { hashes })
  return new Map(found.map((session) => [session.tokenHash, session]))
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

/** Sessions of users have expired if last used before `idle` or opened before `end`. */
export const getExpiryCutoff = (now: Date) => ({
  idle: subtractMilliseconds(now, times.sessionIdleTimeout),
  end: subtractMilliseconds(now, times.sessionLifetime),
})

const subtractMilliseconds = (now: Date, ms: number) => new Date(now.getTime() - ms)
