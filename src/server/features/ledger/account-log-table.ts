/** The ledger table: one append-only row per balance change. */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LogType } from '#contract/codes.ts'
import type { output } from 'zod/mini'
import { id, moment, quantity } from '../../platform/db/columns.ts'

const billingMode = () => text({ enum: ['char', 'time'] })

export const accountLog = pgTable(
  'account_log',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    logType: text().$type<output<typeof LogType>>().notNull(),
    /** Sequence number among the user's rows of this type, because lists are per type (5.12). */
    typeSeq: quantity().notNull(),
    at: moment().notNull(),
    charChange: quantity().notNull().default(0),
    minuteChange: quantity().notNull().default(0),
    voiceChange: quantity().notNull().default(0),
    imageChange: quantity().notNull().default(0),
    beforeChars: quantity().notNull(),
    lastChars: quantity().notNull(),
    beforeVoices: quantity().notNull(),
    lastVoices: quantity().notNull(),
    beforeImages: quantity().notNull(),
    lastImages: quantity().notNull(),
    beforeExpiresAt: moment(),
    lastExpiresAt: moment(),
    beforeChannelId: id(),
    lastChannelId: id(),
    beforeBillingMode: billingMode(),
    lastBillingMode: billingMode(),
    rechargeOrderNo: text(),
    rechargeGroupName: text(),
    rechargeGroupEnName: text(),
    rechargeChannelId: id(),
    rechargeBillingMode: billingMode(),
    consumeConfigId: id(),
    consumeChannelId: id(),
    /** `seq` of the charged translation in the same user's translation log. */
    consumeTranslationSeq: quantity(),
    consumerIp: text(),
    managerId: id(),
    managerName: text(),
    parentName: text(),
    childName: text(),
    /** Shared by both rows of a transfer between a main account and a sub-account. */
    transferId: uuid(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.seq] }),
    uniqueIndex('account_log_type_seq').on(row.ownerId, row.userId, row.logType, row.typeSeq),
    index('account_log_type_at').on(row.ownerId, row.userId, row.logType, row.at, row.typeSeq),
    /** Credits each paid order at most once. */
    uniqueIndex('account_log_credit')
      .on(row.ownerId, row.rechargeOrderNo)
      .where(sql`${row.logType} = 'RECHARGE_ORDER_BY_MEMBER_GROUP'`),
    check(
      'account_log_transfers',
      sql`${row.logType} not in ('DISTRIBUTION', 'RECOVERY') or ${row.transferId} is not null`,
    ),
    check(
      'account_log_chars',
      sql`${row.beforeChars} + ${row.charChange} = ${row.lastChars} and ${row.lastChars} >= 0`,
    ),
    check(
      'account_log_voices',
      sql`${row.beforeVoices} + ${row.voiceChange} = ${row.lastVoices} and ${row.lastVoices} >= 0`,
    ),
    check(
      'account_log_images',
      sql`${row.beforeImages} + ${row.imageChange} = ${row.lastImages} and ${row.lastImages} >= 0`,
    ),
  ],
)

export type AccountLogRow = typeof accountLog.$inferSelect
