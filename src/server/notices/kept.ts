/** Notices that are kept: reading them in pages, and how far they have been read. */
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { KeptNotice } from '#contract/notices.ts'
import type { Lang } from '#locales/words.ts'
import type { Db } from '#server/db/open.ts'
import type { Who } from '#server/db/running-numbers.ts'
import { noticeReads, notices } from '#server/db/schema.ts'
import { offsetOf, type Page, type PageQuery } from '#server/queries/page.ts'
import { wireTime } from '#server/queries/wire-time.ts'

const mine = ({ ownerId, userId }: Who) => and(eq(notices.ownerId, ownerId), eq(notices.userId, userId))
const readOf = ({ ownerId, userId }: Who) => and(eq(noticeReads.ownerId, ownerId), eq(noticeReads.userId, userId))

const fieldsIn = (zone: string) => ({
  seq: notices.seq,
  type: notices.type,
  level: notices.level,
  at: wireTime(notices.at, zone),
  words: notices.words,
})

/** Newest first. */
export async function keptNotices(db: Db, who: Who, query: PageQuery, { lang, zone }: { lang: Lang; zone: string }): Promise<Page<KeptNotice>> {
  const [[counted], rows, read] = await Promise.all([
    db.select({ total: count() }).from(notices).where(mine(who)),
    db.select(fieldsIn(zone)).from(notices).where(mine(who)).orderBy(desc(notices.seq)).limit(query.pageSize).offset(offsetOf(query)),
    readUpTo(db, who),
  ])
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ seq, words, ...rest }) => ({ ...rest, id: String(seq), ...words[lang], read: seq <= read ? 1 : 0 })),
  }
}

export async function unreadNotices(db: Db, who: Who): Promise<number> {
  const read = await readUpTo(db, who)
  return db.$count(notices, and(mine(who), gt(notices.seq, read)))
}

/** What has been read stays read. */
export async function markRead(db: Db, who: Who, seq: number): Promise<void> {
  const { ownerId, userId } = who
  await db
    .insert(noticeReads)
    .values({ ownerId, userId, seq })
    .onConflictDoUpdate({ target: [noticeReads.ownerId, noticeReads.userId], set: { seq: sql`greatest(${noticeReads.seq}, excluded.seq)` } })
}

async function readUpTo(db: Db, who: Who): Promise<number> {
  const [row] = await db.select({ seq: noticeReads.seq }).from(noticeReads).where(readOf(who))
  return row?.seq ?? 0
}
