/** Tables of the operators, who run the business: people, sessions and the log of their changes. */
import { sql } from 'drizzle-orm'
import type { ApprovalKind } from '#contract/operator/approvals.ts'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { id, moment, quantity, nextFromSequence } from '../../platform/db/columns.ts'

/**
 * Ids come from the sequence of the customers, so that data keyed by a user id alone, such as a
 * limit of attempts, is never shared by an operator and a customer.
 */
export const operators = pgTable('operators', {
  userId: id().primaryKey().default(nextFromSequence('user_ids')),
  /** In lower case. */
  email: text().notNull().unique(),
  /** Appears in the log, so it is unique. */
  name: text().notNull().unique(),
  role: text().$type<OperatorRole>().notNull(),
  enabled: boolean().notNull().default(true),
  passwordHash: text().notNull(),
  createdAt: moment().notNull(),
  lastLoginAt: moment(),
})

/** Signed-in operators, stored by a hash of the token. */
export const operatorSessions = pgTable(
  'operator_sessions',
  {
    tokenHash: text().primaryKey(),
    userId: id()
      .notNull()
      .references(() => operators.userId),
    ip: text().notNull(),
    /** Names, as reported by the browser at sign-in. */
    browser: text(),
    system: text(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
  },
  (row) => [
    index('operator_sessions_of_operator').on(row.userId),
    index('operator_sessions_by_use').on(row.usedAt),
  ],
)

/** Who created an operator, renewed the credentials or enabled the account, in the console. */
export const operatorGrants = pgTable(
  'operator_grants',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: id()
      .notNull()
      .references(() => operators.userId),
    grantedBy: id()
      .notNull()
      .references(() => operators.userId),
    at: moment().notNull(),
  },
  (row) => [
    index('operator_grants_of_operator').on(row.userId),
    index('operator_grants_by_operator').on(row.grantedBy),
  ],
)

/**
 * What each operator moved on a business day without a second one; see `businessLimits.operatorDay`.
 */
export const operatorDays = pgTable(
  'operator_days',
  {
    day: date({ mode: 'string' }).notNull(),
    /** Id, or the name given to a command if no operator has it. */
    operator: text().notNull(),
    chars: quantity().notNull(),
    voices: quantity().notNull(),
    images: quantity().notNull(),
    minutes: quantity().notNull(),
    /** Cents. */
    credits: quantity().notNull(),
    refunds: quantity().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.operator] })],
)

/**
 * Requests that a second operator has to approve. The names and the role are those at the time of
 * the request or decision.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    createdAt: moment().notNull(),
    kind: text().$type<ApprovalKind>().notNull(),
    askedBy: id()
      .notNull()
      .references(() => operators.userId),
    askedName: text().notNull(),
    askedRole: text().$type<OperatorRole>().notNull(),
    /** Main account concerned. */
    ownerId: id().notNull(),
    /** As in the operator log. */
    subject: text().notNull(),
    request: jsonb().notNull(),
    reason: text().notNull(),
    /** `lapsed`: the operator was disabled or got another role before the decision. */
    state: text({ enum: ['open', 'approved', 'refused', 'withdrawn', 'lapsed'] })
      .notNull()
      .default('open'),
    decidedBy: id().references(() => operators.userId),
    decidedName: text(),
    decidedAt: moment(),
    note: text(),
  },
  (row) => [
    index('approvals_open')
      .on(row.id)
      .where(sql`${row.state} = 'open'`),
    index('approvals_of_owner').on(row.ownerId),
    check(
      'approvals_second_person',
      sql`${row.state} <> 'approved' or ${row.decidedBy} <> ${row.askedBy}`,
    ),
    check('approvals_decided', sql`(${row.state} = 'open') = (${row.decidedAt} is null)`),
  ],
)

/** Append-only log of changes by operators, in the console and by command, with reasons. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    operator: text().notNull(),
    /** For example `packages change`. */
    action: text().notNull(),
    /** Id or name of the changed object. */
    subject: text().notNull(),
    reason: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (row) => [index('operator_log_by_age').using('brin', row.at)],
)

/**
 * Past business days whose totals over all customers are final, so that the overview only reads
 * newer rows.
 */
export const closedDays = pgTable('closed_days', {
  day: date({ mode: 'string' }).primaryKey(),
  /** People who signed in or translated. */
  activePeople: quantity().notNull(),
})

/** Usage of all customers on closed days. */
export const channelDays = pgTable(
  'channel_days',
  {
    day: date({ mode: 'string' }).notNull(),
    channelId: id().notNull(),
    chars: quantity().notNull(),
    /** Number of translations. */
    count: quantity().notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.channelId] })],
)

/** The last closed day on which each person was active, if it is recent; personal data. */
export const lastActivity = pgTable(
  'last_activity',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    day: date({ mode: 'string' }).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId] }),
    index('last_activity_by_day').on(row.day),
  ],
)
