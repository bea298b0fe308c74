/** Announcements as operators plan, change and withdraw them. */
import { desc, eq } from 'drizzle-orm'
import { announcementCollection, type AnnouncementState } from '#contract/operator/announcements.ts'
import type { LocalizedText } from '#locales/messages.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { lockRecords } from '#server/platform/db/advisory-locks.ts'
import { announcementSchedule } from '#server/features/notifications/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { toOffset, type Page, type PageQuery } from '#server/platform/db/page.ts'
import {
  type Announcement,
  isOpen,
  publishIfDue,
  closeAnnouncement,
} from '#server/features/notifications/index.ts'

/** Without `publishAt`, or with one in the past, it is published at once. */
export type AnnouncementPlan = Pick<Announcement, 'level' | 'words' | 'endAt'> & {
  publishAt: Date | null
}

type ChangeAuthor = { operator: string; now: Date }

export function toState({ publishedId, closedAt, withdrawn }: Announcement): AnnouncementState {
  if (closedAt) return withdrawn ? 'withdrawn' : 'ended'
  return publishedId === null ? 'scheduled' : 'published'
}

/** Newest first. `open`: without those that have ended or were withdrawn. */
export async function readAnnouncementPage(
  db: Db,
  { open = false, ...query }: PageQuery & { open?: boolean },
): Promise<Page<Announcement>> {
  const where = open ? isOpen : undefined
  const rows = await db
    .select()
    .from(announcementSchedule)
    .where(where)
    .orderBy(desc(announcementSchedule.id))
    .limit(query.pageSize)
    .offset(toOffset(query))
  return { total: await db.$count(announcementSchedule, where), rows }
}

/** Throws ApiError `notFound`. */
export async function findAnnouncement(db: Db, id: number): Promise<Announcement> {
  const [found] = await db
    .select()
    .from(announcementSchedule)
    .where(eq(announcementSchedule.id, id))
  if (!found) throw createClosedError(String(id))
  return found
}

/**
 * Requires a transaction, as do all changes in this file. Throws ApiError unless it ends in the
 * future.
 */
export async function addAnnouncement(
  tx: Db,
  plan: AnnouncementPlan,
  author: ChangeAuthor,
): Promise<Announcement> {
  await lockRecords(tx)
  const { maxRows: limit } = announcementCollection.config
  if ((await tx.$count(announcementSchedule, isOpen)) >= limit)
    throw new ApiError('notAllowed', { reason: { key: 'tooManyAnnouncements', values: { limit } } })
  const values = withPublishTime(plan, author.now)
  const added = onlyRow(await tx.insert(announcementSchedule).values(values).returning())
  const after = await publishIfDue(tx, added, author.now)
  await recordAnnouncementChange(tx, 'add', null, after, author)
  return after
}

/**
 * A published announcement can only get another end: people have read its text. Throws ApiError
 * with the reason.
 */
export async function editAnnouncement(
  tx: Db,
  before: Announcement,
  plan: AnnouncementPlan,
  author: ChangeAuthor,
): Promise<Announcement> {
  if (before.closedAt) throw createClosedError(titleOf(before))
  const values = withPublishTime(plan, before.publishedId === null ? author.now : before.publishAt)
  if (before.publishedId !== null && !isSameNotice(before, values))
    throw new ApiError('notAllowed', {
      reason: { key: 'announcementPublished', values: { announcement: titleOf(before) } },
    })
  if (values.endAt && values.endAt <= author.now) throw createEndTooEarlyError()
  const [edited] = await tx
    .update(announcementSchedule)
    .set(values)
    .where(eq(announcementSchedule.id, before.id))
    .returning()
  const after = await publishIfDue(tx, edited!, author.now)
  await recordAnnouncementChange(tx, 'change', before, after, author)
  return after
}

/** Throws ApiError `notFound` for one that has ended. */
export async function withdrawAnnouncement(
  tx: Db,
  id: number,
  author: ChangeAuthor,
): Promise<Announcement> {
  await lockRecords(tx)
  const before = await findAnnouncement(tx, id)
  if (before.closedAt) throw createClosedError(titleOf(before))
  await closeAnnouncement(tx, before, { withdrawn: true }, author.now)
  await recordAnnouncementChange(tx, 'withdraw', before, null, author)
  return before
}

function withPublishTime(
  { level, words, publishAt, endAt }: AnnouncementPlan,
  earliest: Date,
): Pick<Announcement, 'level' | 'words' | 'publishAt' | 'endAt'> {
  const start = publishAt && publishAt > earliest ? publishAt : earliest
  if (endAt && endAt <= start) throw createEndTooEarlyError()
  return { level, words, publishAt: start, endAt }
}

const isSameNotice = (
  before: Announcement,
  { level, words, publishAt }: Pick<Announcement, 'level' | 'words' | 'publishAt'>,
): boolean =>
  level === before.level &&
  publishAt.getTime() === before.publishAt.getTime() &&
  (['zh', 'en'] as const).every(
    (lang) =>
      words[lang].title === before.words[lang].title &&
      words[lang].content === before.words[lang].content,
  )

const createEndTooEarlyError = () =>
  new ApiError('invalid', { reason: { key: 'announcementEnd', values: {} } })

const createClosedError = (announcement: LocalizedText | string) =>
  new ApiError('notFound', { reason: { key: 'announcementClosed', values: { announcement } } })

const titleOf = ({ words }: Announcement): LocalizedText => ({
  zh: words.zh.title,
  en: words.en.title,
})

const recordAnnouncementChange = (
  tx: Db,
  verb: string,
  before: Announcement | null,
  after: Announcement | null,
  { operator, now }: ChangeAuthor,
) =>
  recordChange(tx, {
    at: now,
    operator,
    action: `announcements ${verb}`,
    subject: `announcement ${(after ?? before)!.id}`,
    before,
    after,
  })
