/** Tables of balances, the account log, reservations and low-balance alerts. */
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  index,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '#server/platform/db/columns.ts'
import { users } from '#server/features/accounts/table.ts'
import type { LogType } from '#contract/ledger.ts'
import type { output } from 'zod/mini'

const maxSafeInteger = sql.raw(String(Number.MAX_SAFE_INTEGER))

/** Current balances per user, changed only together with a row of the account log. */
export const balances = pgTable(
  'balances',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    chars: quantity().notNull().default(0),
    voices: quantity().notNull().default(0),
    images: quantity().notNull().default(0),
    /**
     * The part of `chars` reserved for running translations, and how many this user has running.
     */
    reservedChars: quantity().notNull().default(0),
    translating: integer().notNull().default(0),
    /** Total characters translated, in either billing mode. */
    usedChars: quantity().notNull().default(0),
    /** Sum of all paid orders, in cents. */
    rechargedCents: quantity().notNull().default(0),
    /** End of a time-based membership or of the free trial; null: never. */
    expiresAt: moment(),
    /**
     * Set when the user is deleted; closed accounts accept no credit. Stored here because this row
     * is the one locked.
     */
    closedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    foreignKey({
      columns: [row.ownerId, row.userId],
      foreignColumns: [users.ownerId, users.userId],
    }),
    check('balances_chars', sql`${row.chars} between 0 and ${maxSafeInteger}`),
    check('balances_voices', sql`${row.voices} between 0 and ${maxSafeInteger}`),
    check('balances_images', sql`${row.images} between 0 and ${maxSafeInteger}`),
    check('balances_reserved', sql`${row.reservedChars} >= 0 and ${row.translating} >= 0`),
    check('balances_used_chars', sql`${row.usedChars} between 0 and ${maxSafeInteger}`),
    check(
      'balances_closed',
      sql`${row.closedAt} is null or (${row.chars} = 0 and ${row.voices} = 0 and ${row.images} = 0)`,
    ),
    check('balances_recharged_cents', sql`${row.rechargedCents} between 0 and ${maxSafeInteger}`),
  ],
)

const billingMode = () => text({ enum: ['char', 'time'] })

/** The ledger table: one append-only row per balance change. */
export const accountLog = pgTable(
  'account_log',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    logType: text().$type<output<typeof LogType>>().notNull(),
    /**
     * Sequence number among the user's rows of this type, because lists are per type (spec 5.12).
     */
    typeSeq: quantity().notNull(),
    at: moment().notNull(),
    charChange: quantity().notNull().default(0),
    minuteChange: quantity().notNull().default(0),
    voiceChange: quantity().notNull().default(0),
    imageChange: quantity().notNull().default(0),
    /** Balances before and after the change. */
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
    /** The API key by which a program translated. */
    consumeKeyId: id(),
    /** What voice units or images were used for. */
    consumePurpose: text(),
    managerId: id(),
    managerName: text(),
    parentName: text(),
    childName: text(),
    /** Shared by both rows of a transfer between a main account and a sub-account. */
    transferId: uuid(),
    /** The sub-account's request that the distribution granted. */
    requestId: id(),
    /** First day of the month for which the distribution tops a sub-account up. */
    topUpMonth: date({ mode: 'string' }),
    /** The request for a refund by which the amount was taken out or given back. */
    refundRequestId: id(),
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

/** Open reservations are also summed in `balances`, so that a debit reads one locked row. */
export const reservations = pgTable(
  'reservations',
  {
    ownerId: id().notNull(),
    id: uuid().notNull(),
    userId: id().notNull(),
    /**
     * Reserved from the user's own characters, and from the main account's to cover a shortfall.
     */
    chars: quantity().notNull(),
    mainChars: quantity().notNull().default(0),
    /**
     * The API key by which a program translates, and the characters that count towards its caps, in
     * either billing mode.
     */
    keyId: id(),
    keyChars: quantity().notNull().default(0),
    endsAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    index('reservations_by_key')
      .on(row.ownerId, row.keyId)
      .where(sql`${row.keyId} is not null`),
    index('reservations_by_end').on(row.endsAt),
    check('reservations_chars', sql`${row.chars} >= 0 and ${row.mainChars} >= 0`),
  ],
)

/**
 * Threshold of the main account's characters below which the owner is alerted; no row: no alert.
 */
export const balanceAlerts = pgTable('balance_alerts', {
  ownerId: id().primaryKey(),
  lowChars: quantity().notNull(),
})
