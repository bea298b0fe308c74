/** Tables of low-balance alerts, notices with read markers, announcements, and the mail queue. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'

/**
 * Threshold of the main account's characters below which the owner is alerted; no row: no alert.
 */
export const balanceAlerts = pgTable('balance_alerts', {
  ownerId: id().primaryKey(),
  lowChars: quantity().notNull(),
})

export type NoticeWords = { title: string; content: string }

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
    words: jsonb().$type<{ zh: NoticeWords; en: NoticeWords }>().notNull(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.seq] })],
)

/** Mail queue; a row is deleted once its mail is sent. */
export const mails = pgTable(
  'mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Message-ID without the domain. The same on every attempt, so that mail clients recognise
     * duplicates.
     */
    messageId: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: moment().notNull(),
    /** Earliest time of the next attempt. */
    dueAt: moment().notNull(),
    tries: integer().notNull().default(0),
    failure: text(),
  },
  (row) => [index('mails_due').on(row.dueAt)],
)

export type Mail = typeof mails.$inferSelect

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
  words: jsonb().$type<{ zh: NoticeWords; en: NoticeWords }>().notNull(),
})
