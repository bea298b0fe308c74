/** Table of the mail queue. */
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'

/** A file sent with a mail; `content` in base64. */
export type MailAttachment = { name: string; type: string; content: string }

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
    /** Null: none. */
    attachments: jsonb().$type<MailAttachment[]>(),
    createdAt: moment().notNull(),
    /** Earliest time of the next attempt. */
    dueAt: moment().notNull(),
    tries: integer().notNull().default(0),
    failure: text(),
  },
  (row) => [index('mails_due').on(row.dueAt)],
)

export type Mail = typeof mails.$inferSelect
