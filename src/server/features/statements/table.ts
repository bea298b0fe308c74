/** Tables of the statements of closed months, and of the owners to whom they are mailed. */
import { sql } from 'drizzle-orm'
import { check, date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Movement, Statement, Use } from '#contract/statements.ts'
import { id, moment, quantity } from '#server/platform/db/columns.ts'
import type { Lang } from '#locales/messages.ts'

type ChannelName = 'channelName' | 'channelEnName'
export type UnnamedUse = Omit<Use, 'userId' | 'keyTitle' | ChannelName>
/**
 * `keyTitle`: null without a key, and of one deleted before; absent where no key had a name, and of
 * a deleted account.
 */
export type NamedUse = UnnamedUse & Pick<Use, 'keyTitle'> & Record<ChannelName, string | null>
export type StoredPayment = Statement['payments'][number]

/** `userId` of the row of a main account and its sub-accounts together. */
export const wholeAccount = '0'

/**
 * What a month of the ledger added up to, stored once when the month is over: a row for each account
 * that had, moved or used anything, and one for all accounts of an owner. It names no person.
 */
export const statements = pgTable(
  'statements',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** First day of the month. */
    month: date({ mode: 'string' }).notNull(),
    openingChars: quantity().notNull(),
    openingVoices: quantity().notNull(),
    openingImages: quantity().notNull(),
    openingExpiresAt: moment(),
    closingChars: quantity().notNull(),
    closingVoices: quantity().notNull(),
    closingImages: quantity().notNull(),
    closingExpiresAt: moment(),
    movements: jsonb().$type<Movement[]>().notNull(),
    usedChars: quantity().notNull(),
    translations: quantity().notNull(),
    /**
     * With the names at the time when the month was closed. Of the row of all accounts empty: that of
     * each person has its own.
     */
    use: jsonb().$type<NamedUse[]>().notNull(),
    /** Of the row of all accounts. */
    paidCents: quantity().notNull(),
    refundedCents: quantity().notNull(),
    payments: jsonb().$type<StoredPayment[]>().notNull(),
    closedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.month, row.userId] }),
    check('statements_month', sql`extract(day from ${row.month}) = 1`),
  ],
)

/** Owners to whom each statement is mailed; no row: none. */
export const statementMails = pgTable('statement_mails', {
  ownerId: id().primaryKey(),
  lang: text().$type<Lang>().notNull(),
  /** First day of the last month whose statement was mailed, or over when mailing was turned on. */
  lastMonth: date({ mode: 'string' }).notNull(),
})
