/** Queries of the login log. */
import { and, asc, count, desc, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { LoginLogRow, loginLog as calls } from '#contract/sessions.ts'
import type { Db } from '#server/platform/db/open.ts'
import { loginLog } from '#server/schema.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { contains } from '#server/platform/db/columns.ts'
import { offsetOf, type Page, orderByTime, seekPages } from '#server/platform/db/page.ts'
import { inRange, wireTime } from '#server/platform/db/time.ts'
import type { loginLog as loginLogCalls } from '#contract/login-log.ts'

/** `reads` serves unfiltered pages, `db` filtered ones. */
type Ways = { db: Db; reads: Reads }
type Query = ParsedInputOf<typeof loginLogCalls.page>
type UserKeyOrPlaceholder = { ownerId: string | Placeholder; userId: string | Placeholder }

const rowsOf = ({ ownerId, userId }: UserKeyOrPlaceholder) =>
  and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId))!
const fieldsIn = (zone: string | Placeholder) => ({
  id: sql<string>`${loginLog.seq}::text`,
  loginIp: loginLog.ip,
  clientType: loginLog.clientType,
  loginDateTime: wireTime(loginLog.at, zone),
})

const seek = seekPages<LoginLogRow>({
  name: 'login_log_page',
  table: loginLog,
  seq: loginLog.seq,
  at: loginLog.at,
  mine: rowsOf({ ownerId: sql.placeholder('ownerId'), userId: sql.placeholder('userId') }),
  fields: fieldsIn(sql.placeholder('zone')),
})

/**
 * Filters by address or client type leave gaps in the sequence numbers; such pages use count and
 * offset instead of a seek by number.
 */
export async function loginLogPage(
  { db, reads }: Ways,
  { ownerId, userId }: UserKeyOrPlaceholder,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const { loginIp, clientType, loginDateTimeBegin: begin, loginDateTimeEnd: end } = query
  if (!loginIp && !clientType) return seek(reads, { ownerId, userId, zone }, query, { begin, end })
  const ip = loginIp ? contains(loginLog.ip, loginIp) : undefined
  const client = clientType ? eq(loginLog.clientType, clientType) : undefined
  return countedPage(
    db,
    and(rowsOf({ ownerId, userId }), ip, client, inRange(loginLog.at, { begin, end }, zone)),
    query,
    zone,
  )
}

export async function loginLogRow(
  db: Db,
  user: UserKeyOrPlaceholder,
  id: number,
  zone: string,
): Promise<LoginLogRow | undefined> {
  const rows = await db
    .select(fieldsIn(zone))
    .from(loginLog)
    .where(and(rowsOf(user), eq(loginLog.seq, id)))
  return rows[0]
}

async function countedPage(
  db: Db,
  expected: SQL | undefined,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(loginLog).where(expected),
    db
      .select(fieldsIn(zone))
      .from(loginLog)
      .where(expected)
      .orderBy(orderByTime(query) === 'desc' ? desc(loginLog.seq) : asc(loginLog.seq))
      .limit(query.pageSize)
      .offset(offsetOf(query)),
  ])
  return { total: counted?.total ?? 0, rows }
}
