/** Users, their login names and invite codes, and invitations. */
import { sql, type Column, type SQL } from 'drizzle-orm'
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
import { gramsOf, id, moment, version, nextFromSequence } from '../../platform/db/columns.ts'
import type { output } from 'zod/mini'
import { accountRoles } from '#contract/endpoint.ts'
import type { InviteReward } from '#contract/invites.ts'

export const userIds = pgSequence('user_ids', { startWith: 10_001 })

/** Columns by which operators can search accounts. */
export const searchedNames = (
  user: Record<'account' | 'username' | 'nickname' | 'inviteCode', Column>,
): Column[] => [user.account, user.username, user.nickname, user.inviteCode]

/** Main accounts, and sub-accounts with the main account's id as `owner_id`. */
export const users = pgTable(
  'users',
  {
    ownerId: id().notNull(),
    userId: id().notNull().default(nextFromSequence('user_ids')),
    /** The e-mail of a main account or the login name of a sub-account, as typed. */
    account: text().notNull(),
    /** Null for a sub-account. */
    username: text(),
    nickname: text(),
    passwordHash: text().notNull(),
    enabled: boolean().notNull().default(true),
    autoDistribution: boolean().notNull().default(false),
    /** Of a sub-account: what it may do for its main account; null for a member. */
    accountRole: text({ enum: accountRoles }),
    /** Of a main account: whether its sub-accounts may have API keys. */
    subAccountKeys: boolean().notNull().default(false),
    /** Null for a sub-account. */
    inviteCode: text(),
    inviteCount: integer().notNull().default(0),
    /** Null for a sub-account, which uses the main account's. */
    channelId: id(),
    memberGroupId: id(),
    registeredAt: moment().notNull().defaultNow(),
    lastLoginAt: moment(),
    /**
     * Consecutive days with a sign-in including the last one (spec 3.4), by the business calendar.
     */
    loginDays: integer().notNull().default(0),
    /** For optimistic locking. */
    version: version(),
    /** Time of deletion or cancellation; the row remains for the ledger, without personal data. */
    erasedAt: moment(),
  },
  (user) => [
    primaryKey({ columns: [user.ownerId, user.userId] }),
    /** Finds an account by its id alone, for operators. */
    index('users_by_id').on(user.userId),
    /** Finds accounts by parts of their names, for operators. */
    index('users_search').using('gin', gramsOf(searchedNames(user))),
    /** Sign-ups by day. */
    index('users_by_registration')
      .on(user.registeredAt)
      .where(sql`${user.ownerId} = ${user.userId}`),
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

/**
 * All login names in lower case: e-mails, usernames and sub-account names share one namespace. The
 * lookup tables have no foreign keys, because they are partitioned by another key than the tables
 * they refer to.
 */
export const loginNames = pgTable(
  'login_names',
  {
    name: text().primaryKey(),
    kind: text({ enum: ['email', 'username', 'account'] }).notNull(),
    ownerId: id().notNull(),
    userId: id().notNull(),
  },
  (row) => [
    index('login_names_of_user').on(row.ownerId, row.userId),
    check('login_names_lower_case', sql`${row.name} = lower(${row.name})`),
  ],
)

/** Codes as issued; they are compared in lower case (spec 1.6). */
export const inviteCodes = pgTable(
  'invite_codes',
  {
    code: text().primaryKey(),
    ownerId: id().notNull(),
    userId: id().notNull(),
  },
  (row) => [index('invite_codes_any_case').on(sql`lower(${row.code})`)],
)

/** The row of a code in any case. */
export const isInviteCode = (code: string): SQL =>
  sql`lower(${inviteCodes.code}) = lower(${code.trim()})`

/**
 * Keyed by the inviting main account. User ids ascend, so the newest invitations have the highest.
 * Personal: `name`, of the invited user; erased when either account is cancelled.
 */
export const invites = pgTable(
  'invites',
  {
    ownerId: id().notNull(),
    invitedId: id().notNull(),
    at: moment().notNull(),
    /** Masked username of the invited user; null once that account is cancelled. */
    name: text(),
    reward: text().$type<output<typeof InviteReward>>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.invitedId] }),
    index('invites_of_invited').on(row.invitedId),
  ],
)

/** Keyed hashes of the e-mail addresses of erased users, so that each gets one trial only. */
export const formerAddresses = pgTable(
  'former_addresses',
  { hash: text().primaryKey(), at: moment().notNull() },
  (row) => [index('former_addresses_by_age').on(row.at)],
)

/**
 * One row per rewarded mailbox, as a keyed hash. Rows remain after a cancellation, so that nobody
 * is rewarded twice.
 */
export const rewardedPeople = pgTable('rewarded_people', {
  mark: text().primaryKey(),
  at: moment().notNull(),
})
