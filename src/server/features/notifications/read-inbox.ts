/** Reads a user’s notices and marks them as read. */
import { formatBilingual, type NoticeText } from '#server/platform/messages.ts'
import { and, desc, eq, gt, lte, max, min, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { noticeTypes, type InboxNotice, type notices as calls } from '#contract/notices.ts'
import type { Lang } from '#locales/messages.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { noticeReads, notices } from '#server/features/notifications/table.ts'
import { countUpTo, toOffset, type Page } from '#server/platform/db/page.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

const isOfUser = ({ ownerId, userId }: UserKey) =>
  and(eq(notices.ownerId, ownerId), eq(notices.userId, userId))
const isMarkerOfUser = ({ ownerId, userId }: UserKey) =>
  and(eq(noticeReads.ownerId, ownerId), eq(noticeReads.userId, userId))

const inboxFields = (zone: string) => ({
  seq: notices.seq,
  type: notices.type,
  level: notices.level,
  at: wireTime(notices.at, zone),
  words: notices.words,
  subjectId: notices.subjectId,
})

export type Words = Record<Lang, NoticeText>

/** The words of a notice for support, who see none about people outside of the account. */
export const toSupportWords = (type: string, words: Words): Words =>
  (noticeTypes as Readonly<Record<string, string>>)[type] === 'shown'
    ? words
    : formatBilingual('hiddenFromSupport', {})

type InboxOptions = { lang: Lang; zone: string; isForSupport: boolean }

/** For its user or, with `isForSupport`, for support. Newest first. */
export async function readInboxPage(
  db: Db,
  user: UserKey,
  query: ParsedInputOf<typeof calls.page>,
  { lang, zone, isForSupport }: InboxOptions,
): Promise<Page<InboxNotice>> {
  const readSeq = await findReadMarker(db, user)
  const { rows, ...total } = await readRows(db, user, query, { zone, readSeq })
  return {
    ...total,
    rows: rows.map(({ seq, words, ...rest }) => ({
      ...rest,
      id: String(seq),
      ...(isForSupport ? toSupportWords(rest.type, words) : words)[lang],
      read: seq <= readSeq ? 1 : 0,
    })),
  }
}

/**
 * Sequence numbers have no gaps, so that without a filter, offset and total follow from the first
 * and last number, without a count.
 */
async function readRows(
  db: Db,
  user: UserKey,
  query: ParsedInputOf<typeof calls.page>,
  { zone, readSeq }: { zone: string; readSeq: number },
) {
  const { type, read, atBegin: begin, atEnd: end, pageSize } = query
  const rows = db.select(inboxFields(zone)).from(notices).orderBy(desc(notices.seq)).limit(pageSize)
  if (type === undefined && read === undefined && begin === undefined && end === undefined) {
    const last = sql`(select max(${notices.seq}) from ${notices} where ${isOfUser(user)})`
    const [range, page] = await Promise.all([
      readSeqRange(db, user),
      rows.where(and(isOfUser(user), sql`${notices.seq} <= ${last} - ${toOffset(query)}::bigint`)),
    ])
    return { total: range ? range.last - range.first + 1 : 0, rows: page }
  }
  const where = and(
    isOfUser(user),
    type === undefined ? undefined : eq(sql`${notices.type}`, type),
    read === undefined ? undefined : (read === 1 ? lte : gt)(notices.seq, readSeq),
    isInRange(notices.at, { begin, end }, zone),
  )
  const [total, page] = await Promise.all([
    countUpTo(db, notices, where),
    rows.where(where).offset(toOffset(query)),
  ])
  return { ...total, rows: page }
}

export const ownerId = sql`${sql.placeholder('ownerId')}::bigint`
const userId = sql`${sql.placeholder('userId')}::bigint`
/** `greatest` ignores nulls, which a missing read marker and an empty inbox yield. */
const unreadCountStatement = prepareStatement<{ count: string }>(
  'notices_unread',
  sql`select greatest(0, max(${notices.seq}) - greatest(min(${notices.seq}) - 1,
      (select ${noticeReads.seq} from ${noticeReads} where ${noticeReads.ownerId} = ${ownerId} and ${noticeReads.userId} = ${userId}))) as count
    from ${notices} where ${notices.ownerId} = ${ownerId} and ${notices.userId} = ${userId}`,
)

export async function countUnreadNotices(
  reads: Reads,
  { ownerId, userId }: UserKey,
): Promise<number> {
  const [unread] = await unreadCountStatement(reads, { ownerId, userId })
  return Number(unread?.count ?? 0)
}

/** Undefined if the inbox is empty. */
async function readSeqRange(
  db: Db,
  user: UserKey,
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await db
    .select({ first: min(notices.seq), last: max(notices.seq) })
    .from(notices)
    .where(isOfUser(user))
  return row?.first == null || row.last == null ? undefined : { first: row.first, last: row.last }
}

/** Never moves the marker back. */
export async function markRead(db: Db, user: UserKey, seq: number): Promise<void> {
  const { ownerId, userId } = user
  await db
    .insert(noticeReads)
    .values({ ownerId, userId, seq })
    .onConflictDoUpdate({
      target: [noticeReads.ownerId, noticeReads.userId],
      set: { seq: sql`greatest(${noticeReads.seq}, excluded.seq)` },
    })
}

/** Marks the notices after a sequence number as unread. */
export async function markUnread(db: Db, user: UserKey, seq: number): Promise<void> {
  await db
    .update(noticeReads)
    .set({ seq: sql`least(${noticeReads.seq}, ${seq}::bigint)` })
    .where(isMarkerOfUser(user))
}

async function findReadMarker(db: Db, user: UserKey): Promise<number> {
  const [row] = await db
    .select({ seq: noticeReads.seq })
    .from(noticeReads)
    .where(isMarkerOfUser(user))
  return row?.seq ?? 0
}
