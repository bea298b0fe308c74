/** Tables of notices with read markers, and of announcements. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'
import type { NoticeType } from '#contract/notices.ts'
import type { NoticeText } from '../../platform/messages.ts'

/** Numbered per user without gaps, so that a stream can resume. */
export const notices = pgTable(
  'notices',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    at: moment().notNull(),
    type: text().$type<NoticeType>().notNull(),
    level: text({ enum: ['info', 'warning'] }).notNull(),
    words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
    /** Id of the row that it is about, where its type says of what. */
    subjectId: id(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.seq] })],
)

/** Read marker: all notices up to this number are read. */
export const noticeReads = pgTable(
  'notice_reads',
  { ownerId: id().notNull(), userId: id().notNull(), seq: quantity().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Current announcements: notices to all users, visitors included. */
export const announcements = pgTable('announcements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment().notNull(),
  level: text({ enum: ['info', 'warning'] }).notNull(),
  words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
})

/** Announcements as planned by operators; a job publishes and ends them on schedule. */
export const announcementSchedule = pgTable(
  'announcement_schedule',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    level: text({ enum: ['info', 'warning'] }).notNull(),
    words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
    publishAt: moment().notNull(),
    endAt: moment(),
    /** Id in `announcements`, given when it was published. */
    publishedId: quantity(),
    /** When it ended or was withdrawn. */
    closedAt: moment(),
    withdrawn: boolean().notNull().default(false),
  },
  (row) => [
    index('announcement_schedule_open')
      .on(row.publishAt)
      .where(sql`${row.closedAt} is null`),
  ],
)
