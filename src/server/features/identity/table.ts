/** Tables of sessions, the login log, two-factor, rate limits, signatures and mailed codes. */
import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SecurityEvent } from '#contract/sessions.ts'
import { id, moment, quantity } from '#server/platform/db/columns.ts'

/**
 * Signed-in clients, stored by a hash of the token. Personal: the IP address and the client; rows
 * are deleted with their user.
 */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    /** Identifies a session to its own user; grants no access. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ownerId: id().notNull(),
    userId: id().notNull(),
    clientType: text().notNull(),
    /** Names, as reported by the client at sign-in. */
    browser: text(),
    system: text(),
    ip: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** When the user was disabled, which the next request reports instead of an ended session. */
    disabledAt: moment(),
    /**
     * Of a read-only session of support: the view, the operator, and when the session ends at the
     * latest.
     */
    viewId: bigint({ mode: 'number' }),
    viewerId: id(),
    endsAt: moment(),
  },
  (row) => [
    index('sessions_of_user').on(row.ownerId, row.userId),
    index('sessions_of_views')
      .on(row.viewId)
      .where(sql`${row.viewId} is not null`),
    index('sessions_by_use').on(row.usedAt),
  ],
)

/** Mailed verification codes, hashed; one per address and requesting network. */
export const mailCodes = pgTable(
  'mail_codes',
  {
    /** In lower case. */
    email: text().notNull(),
    /** Network that requested the code. */
    askedFrom: text().notNull(),
    salt: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    /** The number of `tries` made from other networks. */
    elsewhere: integer().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.email, row.askedFrom] }),
    index('mail_codes_by_age').on(row.expiresAt),
  ],
)

/** Personal data, deleted with the user. */
export const twoFactorSecrets = pgTable(
  'two_factor_secrets',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    /** TOTP secret shared with the authenticator app, encrypted. */
    sealedSecret: text().notNull(),
    /** Null until the first code confirms the enrollment. */
    enabledAt: moment(),
    /** Time step of the last accepted code; that step and earlier ones are rejected. */
    lastStep: bigint({ mode: 'number' }).notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId] })],
)

/** Unused recovery codes, as keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { ownerId: id().notNull(), userId: id().notNull(), mark: text().notNull() },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.mark] })],
)

/**
 * A partition per month, so that an old month is dropped without touching rows. PostgreSQL requires
 * the partition key `at` in the primary key, which is unique without it.
 */
export const loginLog = pgTable(
  'login_log',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    seq: quantity().notNull(),
    at: moment().notNull(),
    ip: text().notNull(),
    clientType: text().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.seq, row.at] }),
    index('login_log_at').on(row.ownerId, row.userId, row.at, row.seq),
  ],
)

/**
 * Rejected sign-ins and password changes, aggregated per account, network and day, which bounds the
 * table's growth. Retained as long as the login log.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    /** 0, like `userId`, for a login name without an account. */
    ownerId: id().notNull(),
    userId: id().notNull(),
    event: text().$type<SecurityEvent['event']>().notNull(),
    day: date().notNull(),
    /** A /24 or /48; empty for all networks of the day beyond the limit. */
    network: text().notNull(),
    /** The latest address. */
    ip: text().notNull(),
    count: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    /** Who did what is named `…ByOwner`; null if several did it. */
    actorId: id(),
  },
  (row) => [primaryKey({ columns: [row.ownerId, row.userId, row.event, row.day, row.network] })],
)
