/** What users are to be told: alerts they asked for, notices, and mails waiting to be sent. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../platform/db/columns.ts'

/**
 * An owner is told when the characters of the main account fall below `lowChars`; no row: not
 * wanted.
 */
export const balanceAlerts = pgTable('balance_alerts', {
  ownerId: id().primaryKey(),
  lowChars: quantity().notNull(),
})

export type NoticeWords = { title: string; content: string }

/** Numbered like the logs, per user, so that a stream can go on where it was broken off. */
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

/** Mails to be sent; a row goes when its mail has gone. */
export const mails = pgTable(
  'mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * The mail's Message-ID without its domain: the same on every try, so that a mail that arrives
     * twice is known to be one.
     */
    messageId: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: moment().notNull(),
    /** Not to be tried before. */
    dueAt: moment().notNull(),
    tries: integer().notNull().default(0),
    failure: text(),
  },
  (row) => [index('mails_due').on(row.dueAt)],
)

export type Mail = typeof mails.$inferSelect

/** How far somebody has read: every notice up to this number. */
export const noticeReads = pgTable(
  'notice_reads',
  { ownerId: id().notNull(), userId: id().notNull(), seq: quantity().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Notices to everybody, visitors included. */
export const announcements = pgTable('announcements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment().notNull(),
  level: text({ enum: ['info', 'warning'] }).notNull(),
  words: jsonb().$type<{ zh: NoticeWords; en: NoticeWords }>().notNull(),
})
