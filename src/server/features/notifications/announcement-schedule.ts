/** Publishes announcements when they are due, and ends them. */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { lockRecords } from '#server/platform/db/advisory-locks.ts'
import { announcements, announcementSchedule } from '#server/features/notifications/table.ts'
import { onlyRow, transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

export type Announcement = typeof announcementSchedule.$inferSelect

/** Neither ended nor withdrawn. */
export const isOpen = isNull(announcementSchedule.closedAt)

/** Numbers of announcements that a round published and ended, and when the next is due. */
type ScheduleRound = { published: number; ended: number; next: Date | null }

/** Publishes announcements that are due, and ends those whose end is due. */
export async function runSchedule(db: Db, now: Date): Promise<ScheduleRound> {
  const at = sql`${now.toISOString()}::timestamptz`
  const isDue = (time: typeof announcementSchedule.publishAt | typeof announcementSchedule.endAt) =>
    and(isOpen, lte(time, now))
  const { publishAt, endAt, publishedId } = announcementSchedule
  const [{ dueCount, next } = { dueCount: 0, next: null }] = await db
    .select({
      dueCount: sql<number>`count(*) filter (where ${endAt} <= ${at} or (${publishedId} is null and ${publishAt} <= ${at}))::int`,
      next: sql<
        string | null
      >`least(min(${publishAt}) filter (where ${publishedId} is null and ${publishAt} > ${at}),
        min(${endAt}) filter (where ${endAt} > ${at}))`,
    })
    .from(announcementSchedule)
    .where(isOpen)
  const nextDueAt = next === null ? null : new Date(next)
  if (dueCount === 0) return { published: 0, ended: 0, next: nextDueAt }
  return transaction(db, async (tx) => {
    await lockRecords(tx)
    const ended = await tx
      .select()
      .from(announcementSchedule)
      .where(and(isDue(endAt), isNotNull(endAt)))
    for (const one of ended) await closeAnnouncement(tx, one, { withdrawn: false }, now)
    const published = await tx
      .select()
      .from(announcementSchedule)
      .where(and(isDue(publishAt), isNull(publishedId)))
      .orderBy(asc(publishAt), asc(announcementSchedule.id))
    for (const one of published) await publishIfDue(tx, one, now)
    return { published: published.length, ended: ended.length, next: nextDueAt }
  })
}

/**
 * Assigns the id on publication, because open pages request the announcements after the last id
 * that they have.
 */
export async function publishIfDue(
  tx: Db,
  announcement: Announcement,
  now: Date,
): Promise<Announcement> {
  const { id, level, words, publishAt, publishedId } = announcement
  if (publishedId !== null || publishAt > now) return announcement
  const { shownId } = onlyRow(
    await tx
      .insert(announcements)
      .values({ at: publishAt, level, words })
      .returning({ shownId: announcements.id }),
  )
  await tx
    .update(announcementSchedule)
    .set({ publishedId: shownId })
    .where(eq(announcementSchedule.id, id))
  return { ...announcement, publishedId: shownId }
}

export async function closeAnnouncement(
  tx: Db,
  { id, publishedId }: Announcement,
  { withdrawn }: Pick<Announcement, 'withdrawn'>,
  now: Date,
): Promise<void> {
  if (publishedId !== null) await tx.delete(announcements).where(eq(announcements.id, publishedId))
  await tx
    .update(announcementSchedule)
    .set({ closedAt: now, withdrawn })
    .where(eq(announcementSchedule.id, id))
}
