/** Reads what the notice streams deliver: unread notices and announcements since a cursor. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { desc, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { notices, announcements } from '#server/features/notifications/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { type Words, ownerId } from '#server/features/notifications/read-inbox.ts'

/** `at`: date-time in the API's format. */
export type UnreadNotice = {
  number: number
  type: string
  level: string
  at: string
  words: Words
  /** Absent from announcements. */
  subjectId?: string | null
}
type UnreadUserNotice = UnreadNotice & UserKey

/** Maximum number of notices per user and query; the rest follows at the next delivery. */
const maxUnread = 100

const unreadFields = sql`n.owner_id::text as "ownerId", n.user_id::text as "userId", n.seq as number, n.type, n.level, n.words, n.subject_id::text as "subjectId",
  to_char(n.at at time zone ${sql.placeholder('zone')}, 'YYYY-MM-DD HH24:MI:SS') as at`

const oneOwnerStatement = prepareStatement<UnreadUserNotice & { number: string }>(
  'notices_since',
  sql`select ${unreadFields}
    from unnest(${sql.placeholder('users')}::bigint[], ${sql.placeholder('seqs')}::bigint[]) as w(user_id, seq)
    cross join lateral (select * from ${notices} n where n.owner_id = ${ownerId} and n.user_id = w.user_id and n.seq > w.seq order by n.seq limit ${sql.raw(String(maxUnread))}) n
    order by n.seq`,
)

/**
 * Limited in total, since a split database can't limit per user; sorted, so that none is skipped.
 */
const severalOwnersStatement = prepareStatement<UnreadUserNotice & { number: string }>(
  'notices_since_of_all',
  sql`select ${unreadFields}
    from unnest(${sql.placeholder('owners')}::bigint[], ${sql.placeholder('users')}::bigint[], ${sql.placeholder('seqs')}::bigint[]) as w(owner_id, user_id, seq)
    join ${notices} n on n.owner_id = w.owner_id and n.user_id = w.user_id and n.seq > w.seq
    where ${acrossOwners('the streams of all owners are checked together')}
    order by n.seq limit ${sql.raw(String(10 * maxUnread))}`,
)

/** Notices of each user after the given number, oldest first. */
export async function readUnreadNotices(
  db: Db,
  cursors: readonly (UserKey & { seq: number })[],
  zone: string,
): Promise<UnreadUserNotice[]> {
  if (cursors.length === 0) return []
  const { ownerId } = cursors[0]!
  const isOneOwner = cursors.every((user) => user.ownerId === ownerId)
  const rows = await (isOneOwner ? oneOwnerStatement : severalOwnersStatement)(db, {
    zone,
    ownerId,
    owners: cursors.map((user) => user.ownerId),
    users: cursors.map(({ userId }) => userId),
    seqs: cursors.map(({ seq }) => seq),
  })
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

const announcementsStatement = prepareStatement<UnreadNotice & { number: string }>(
  'announcements_since',
  sql`select a.id as number, 'announcement' as type, a.level, a.words, to_char(a.at at time zone ${sql.placeholder('zone')}, 'YYYY-MM-DD HH24:MI:SS') as at
    from ${announcements} a where a.id > ${sql.placeholder('id')}::bigint order by a.id limit ${sql.raw(String(maxUnread))}`,
)

/** Announcements after the given number, oldest first. */
export async function readUnreadAnnouncements(
  db: Db,
  id: number,
  zone: string,
): Promise<UnreadNotice[]> {
  return (await announcementsStatement(db, { id, zone })).map((row) => ({
    ...row,
    number: Number(row.number),
  }))
}

/** Clients treat older announcements as read. */
const maxActive = 200

/** Ids of the current announcements, newest first. */
export async function listActiveAnnouncements(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: announcements.id })
    .from(announcements)
    .orderBy(desc(announcements.id))
    .limit(maxActive)
  return rows.map(({ id }) => id)
}

const latestNumbersStatement = prepareStatement<{
  seq: string | null
  announcement: string | null
}>(
  'notices_last',
  sql`select (select c.last from ${logCounters} c where c.owner_id = ${sql.placeholder('ownerId')}::bigint and c.user_id = ${sql.placeholder('userId')}::bigint and c.log = 'notice') as seq,
    (select max(a.id) from ${announcements} a) as announcement`,
)

/** The newest numbers; a visitor's `seq` is 0. */
export async function readLatestCursor(
  db: Db,
  user: UserKey | null,
): Promise<{ seq: number; announcement: number }> {
  const [row] = await latestNumbersStatement(db, {
    ownerId: user?.ownerId ?? null,
    userId: user?.userId ?? null,
  })
  return { seq: Number(row?.seq ?? 0), announcement: Number(row?.announcement ?? 0) }
}

/** The position of a notification stream, sent as the event id (Last-Event-ID). */
export type StreamCursor = { seq: number; announcement: number }

export const formatCursor = ({ seq, announcement }: StreamCursor): string =>
  `${seq}.${announcement}`

/** Undefined for malformed text. */
export function parseCursor(text: string | undefined): StreamCursor | undefined {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return seq === undefined ? undefined : { seq: Number(seq), announcement: Number(announcement) }
}
