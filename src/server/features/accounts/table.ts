/** Users: main accounts, and sub-accounts with the main account's id as `owner_id`. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { id, moment, nextOf, version } from '../../platform/db/columns.ts'

export const userIds = pgSequence('user_ids', { startWith: 10_001 })

export const users = pgTable(
  'users',
  {
    ownerId: id().notNull(),
    userId: id().notNull().default(nextOf('user_ids')),
    /** The e-mail of a main account or the login name of a sub-account, as typed. */
    account: text().notNull(),
    /** Null for a sub-account. */
    username: text(),
    nickname: text(),
    passwordHash: text().notNull(),
    enabled: boolean().notNull().default(true),
    autoDistribution: boolean().notNull().default(false),
    /** Null for a sub-account. */
    inviteCode: text(),
    inviteCount: integer().notNull().default(0),
    /** Null for a sub-account, which uses the main account's. */
    channelId: id(),
    memberGroupId: id(),
    registeredAt: moment().notNull().defaultNow(),
    lastLoginAt: moment(),
    /** Consecutive days with a sign-in including the last one (3.4), by the business calendar. */
    loginDays: integer().notNull().default(0),
    /** For optimistic locking. */
    version: version(),
    /** Time of deletion or cancellation; the row remains for the ledger, without personal data. */
    erasedAt: moment(),
  },
  (user) => [
    primaryKey({ columns: [user.ownerId, user.userId] }),
    /** Active sub-accounts in list order. */
    index('users_live')
      .on(user.ownerId, user.userId)
      .where(sql`${user.erasedAt} is null`),
    /** Cancelled main accounts, whose erasure is repeated. */
    index('users_cancelled')
      .on(user.erasedAt)
      .where(sql`${user.ownerId} = ${user.userId} and ${user.erasedAt} is not null`),
    check(
      'users_main_has_membership',
      sql`(${user.ownerId} = ${user.userId}) = (${user.memberGroupId} is not null)`,
    ),
  ],
)

export type User = typeof users.$inferSelect
