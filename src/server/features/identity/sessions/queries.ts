/** Queries for a user's sessions. */
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SessionRow } from '#contract/sessions.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { sessions } from '#server/features/identity/table.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { getExpiryCutoff } from '#server/features/identity/sessions/find-session.ts'
import { toOffset, type Page, type PageQuery } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** Valid sessions of a user: the caller's own first, then by last use. */
export async function readSessionPage(
  db: Db,
  user: UserKey & Pick<CurrentUser, 'tokenHash'>,
  query: PageQuery,
  now: Date,
  zone: string,
): Promise<Page<SessionRow>> {
  const { idle, end } = getExpiryCutoff(now)
  const { ownerId, userId, usedAt, createdAt, disabledAt, tokenHash, viewId } = sessions
  const isValid = and(
    eq(ownerId, user.ownerId),
    eq(userId, user.userId),
    gt(usedAt, idle),
    gt(createdAt, end),
    isNull(disabledAt),
    isNull(viewId),
  )
  const current = sql<0 | 1>`(${tokenHash} = ${user.tokenHash})::int`
  const times = { loginDateTime: wireTime(createdAt, zone), usedDateTime: wireTime(usedAt, zone) }
  const [total, rows] = await Promise.all([
    db.$count(sessions, isValid),
    db
      .select({
        id: sql<string>`${sessions.id}::text`,
        current,
        browser: sessions.browser,
        system: sessions.system,
        clientType: sessions.clientType,
        loginIp: sessions.ip,
        ...times,
      })
      .from(sessions)
      .where(isValid)
      .orderBy(desc(current), desc(usedAt), desc(sessions.id))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}
