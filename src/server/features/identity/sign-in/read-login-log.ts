/** Reads pages and rows of the login log. */
import { containsText, type UserKey } from '#server/platform/db/columns.ts'
import { and, eq, sql, asc, desc, type Placeholder, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'
import { loginLog } from '#server/features/identity/table.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { LoginLogRow, loginLog as loginLogCalls } from '#contract/sessions.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import {
  countUpTo,
  createSeekPagination,
  timeOrder,
  toOffset,
  type Page,
} from '#server/platform/db/page.ts'

/** `reads` serves unfiltered pages, `db` filtered ones. */
type LoginLogReaders = { db: Db; reads: Reads }
type Query = ParsedInputOf<typeof loginLogCalls.page>
type UserKeyOrPlaceholder = { ownerId: string | Placeholder; userId: string | Placeholder }

const isOfUser = ({ ownerId, userId }: UserKeyOrPlaceholder) =>
  and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId))!
const loginLogFields = (zone: string | Placeholder) => ({
  id: sql<string>`${loginLog.seq}::text`,
  loginIp: loginLog.ip,
  clientType: loginLog.clientType,
  loginDateTime: wireTime(loginLog.at, zone),
})

const readSeekPage = createSeekPagination<LoginLogRow>({
  name: 'login_log_page',
  table: loginLog,
  seq: loginLog.seq,
  at: loginLog.at,
  owned: isOfUser({ ownerId: sql.placeholder('ownerId'), userId: sql.placeholder('userId') }),
  fields: loginLogFields(sql.placeholder('zone')),
})

/**
 * Filters by address or client type leave gaps in the sequence numbers; such pages use count and
 * offset instead of a seek by number.
 */
export async function readLoginLogPage(
  { db, reads }: LoginLogReaders,
  { ownerId, userId }: UserKey,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const { loginIp, clientType, loginDateTimeBegin: begin, loginDateTimeEnd: end } = query
  if (!loginIp && !clientType)
    return readSeekPage(reads, { ownerId, userId, zone }, query, { begin, end })
  const ip = loginIp ? containsText(loginLog.ip, loginIp) : undefined
  const client = clientType ? eq(loginLog.clientType, clientType) : undefined
  return readCountedPage(
    db,
    and(isOfUser({ ownerId, userId }), ip, client, isInRange(loginLog.at, { begin, end }, zone)),
    query,
    zone,
  )
}

export async function readLoginLogRow(
  db: Db,
  user: UserKey,
  id: number,
  zone: string,
): Promise<LoginLogRow | undefined> {
  const rows = await db
    .select(loginLogFields(zone))
    .from(loginLog)
    .where(and(isOfUser(user), eq(loginLog.seq, id)))
  return rows[0]
}

async function readCountedPage(
  db: Db,
  where: SQL | undefined,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const [total, rows] = await Promise.all([
    countUpTo(db, loginLog, where),
    db
      .select(loginLogFields(zone))
      .from(loginLog)
      .where(where)
      .orderBy(timeOrder(query) === 'desc' ? desc(loginLog.seq) : asc(loginLog.seq))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { ...total, rows }
}
