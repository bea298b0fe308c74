/** Tables of notices with read markers, and of announcements. */
import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'
import type { NoticeText } from '../../platform/messages.ts'

/** Numbered per user without gaps, so that a stream can resume. */
export const notices = pgTable(
  'notices',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    at: moment().notNull(),
    type: text().notNull(),
    level: text({ enum: ['info', 'warning'] }).notNull(),
    words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.seq] })],
)

/** Read marker: all notices up to this number are read. */
export const noticeReads = pgTable(
  'notice_reads',
  { ownerId: id().notNull(), userId: id().notNull(), seq: quantity().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Notices to all users, visitors included. */
export const announcements = pgTable('announcements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment().notNull(),
  level: text({ enum: ['info', 'warning'] }).notNull(),
  words: jsonb().$type<{ zh: NoticeText; en: NoticeText }>().notNull(),
})
