/** The inbox: pages of stored notices and the read marker. */
import { and, desc, eq, max, min, sql } from 'drizzle-orm'
import type { KeptNotice } from '#contract/notices.ts'
import type { Lang } from '#locales/words.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

import { noticeReads, notices } from '#server/schema.ts'
import { offsetOf, type Page, type PageQuery } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

const mine = ({ ownerId, userId }: UserKey) =>
  and(eq(notices.ownerId, ownerId), eq(notices.userId, userId))
const readOf = ({ ownerId, userId }: UserKey) =>
  and(eq(noticeReads.ownerId, ownerId), eq(noticeReads.userId, userId))

const fieldsIn = (zone: string) => ({
  seq: notices.seq,
  type: notices.type,
  level: notices.level,
  at: wireTime(notices.at, zone),
  words: notices.words,
})

/**
 * Newest first. Sequence numbers have no gaps, so that offset and total follow from the first and
 * last number, without a count.
 */
export async function inboxPage(
  db: Db,
  user: UserKey,
  query: PageQuery,
  { lang, zone }: { lang: Lang; zone: string },
): Promise<Page<KeptNotice>> {
  const last = sql`(select max(${notices.seq}) from ${notices} where ${mine(user)})`
  const [ends, rows, read] = await Promise.all([
    endsOf(db, user),
    db
      .select(fieldsIn(zone))
      .from(notices)
      .where(and(mine(user), sql`${notices.seq} <= ${last} - ${offsetOf(query)}::bigint`))
      .orderBy(desc(notices.seq))
      .limit(query.pageSize),
    readUpTo(db, user),
  ])
  return {
    total: ends ? ends.last - ends.first + 1 : 0,
    rows: rows.map(({ seq, words, ...rest }) => ({
      ...rest,
      id: String(seq),
      ...words[lang],
      read: seq <= read ? 1 : 0,
    })),
  }
}

export async function countUnreadNotices(db: Db, user: UserKey): Promise<number> {
  const [ends, read] = await Promise.all([endsOf(db, user), readUpTo(db, user)])
  return ends ? Math.max(0, ends.last - Math.max(read, ends.first - 1)) : 0
}

/** Undefined if the inbox is empty. */
async function endsOf(db: Db, user: UserKey): Promise<{ first: number; last: number } | undefined> {
  const [ends] = await db
    .select({ first: min(notices.seq), last: max(notices.seq) })
    .from(notices)
    .where(mine(user))
  return ends?.first == null || ends.last == null
    ? undefined
    : { first: ends.first, last: ends.last }
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

async function readUpTo(db: Db, user: UserKey): Promise<number> {
  const [row] = await db.select({ seq: noticeReads.seq }).from(noticeReads).where(readOf(user))
  return row?.seq ?? 0
}
