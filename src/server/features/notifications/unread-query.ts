/** Queries of the notices after a stream's position, for many streams in one round trip. */
import { desc, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

import { announcements, logCounters, notices, type NoticeWords } from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import type { Lang } from '#locales/words.ts'

/** `at`: date-time in the API's format. */
export type Unread = {
  number: number
  type: string
  level: string
  at: string
  words: Record<Lang, NoticeWords>
}
export type UnreadNotices = Unread & UserKey

/** Maximum number of notices per user and query; the rest follows at the next delivery. */
const max = 100

const own = statement<UnreadNotices & { number: string }>(
  'notices_since',
  sql`select n.owner_id::text as "ownerId", n.user_id::text as "userId", n.seq as number, n.type, n.level, n.words,
      to_char(n.at at time zone ${sql.placeholder('zone')}, 'YYYY-MM-DD HH24:MI:SS') as at
    from unnest(${sql.placeholder('owners')}::bigint[], ${sql.placeholder('users')}::bigint[], ${sql.placeholder('seqs')}::bigint[]) as w(owner_id, user_id, seq)
    cross join lateral (select * from ${notices} n where n.owner_id = w.owner_id and n.user_id = w.user_id and n.seq > w.seq order by n.seq limit ${sql.raw(String(max))}) n
    order by n.seq`,
)

/** Notices of each user after the given number, oldest first. */
export async function unreadNotices(
  db: Db,
  expected: readonly (UserKey & { seq: number })[],
  zone: string,
): Promise<UnreadNotices[]> {
  if (expected.length === 0) return []
  const rows = await own(db, {
    zone,
    owners: expected.map(({ ownerId }) => ownerId),
    users: expected.map(({ userId }) => userId),
    seqs: expected.map(({ seq }) => seq),
  })
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

const everybodys = statement<Unread & { number: string }>(
  'announcements_since',
  sql`select a.id as number, 'announcement' as type, a.level, a.words, to_char(a.at at time zone ${sql.placeholder('zone')}, 'YYYY-MM-DD HH24:MI:SS') as at
    from ${announcements} a where a.id > ${sql.placeholder('id')}::bigint order by a.id limit ${sql.raw(String(max))}`,
)

/** Announcements after the given number, oldest first. */
export async function unreadAnnouncements(db: Db, id: number, zone: string): Promise<Unread[]> {
  return (await everybodys(db, { id, zone })).map((row) => ({ ...row, number: Number(row.number) }))
}

/** Clients treat older announcements as read. */
const mostStanding = 200

/** Ids of the current announcements, newest first. */
export async function standingAnnouncements(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: announcements.id })
    .from(announcements)
    .orderBy(desc(announcements.id))
    .limit(mostStanding)
  return rows.map(({ id }) => id)
}

const last = statement<{ seq: string | null; announcement: string | null }>(
  'notices_last',
  sql`select (select c.last from ${logCounters} c where c.owner_id = ${sql.placeholder('ownerId')}::bigint and c.user_id = ${sql.placeholder('userId')}::bigint and c.log = 'notice') as seq,
    (select max(a.id) from ${announcements} a) as announcement`,
)

/** The newest numbers; a visitor's `seq` is 0. */
export async function latestCursor(
  db: Db,
  user: UserKey | null,
): Promise<{ seq: number; announcement: number }> {
  const [row] = await last(db, { ownerId: user?.ownerId ?? null, userId: user?.userId ?? null })
  return { seq: Number(row?.seq ?? 0), announcement: Number(row?.announcement ?? 0) }
}
