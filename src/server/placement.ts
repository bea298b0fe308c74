/** Where each table's rows live if the database is split over machines (Citus). */
import { getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import { generatedTables } from '#server/features/collections/table.ts'
import * as schema from '#server/schema.ts'

type Schema = typeof schema
type Tables = { [K in keyof Schema as Schema[K] extends PgTable ? K : never]: Schema[K] }
type ColumnOf<T> = T extends PgTable ? keyof T['_']['columns'] : never

/**
 * - `owner`: split by `owner_id`; all rows of an account group are on one machine, so that its
 *   transactions and joins stay there.
 * - `by`: split by another column, for look-ups by that column alone.
 * - `reference`: a copy on each machine, for joins with split tables. A transaction that writes one
 *   is committed in two phases.
 * - `local`: on the coordinator only, with the reason. A transaction that also writes rows of one
 *   owner is committed there first, so a crash in between loses what it wrote here: what must not
 *   be lost then, such as that a payment is credited, belongs to a reference table.
 */
type Rule<Column = string> =
  | 'owner'
  | { readonly by: Column }
  | { readonly reference: string }
  | { readonly local: string }

/** A new table needs a line here; `npm run ops -- database distribute` then places it. */
const placementRules: { readonly [K in keyof Tables]: Rule<ColumnOf<Tables[K]>> } = {
  users: 'owner',
  invites: 'owner',
  listViews: 'owner',
  twoFactorSecrets: 'owner',
  recoveryCodes: 'owner',
  securityEvents: 'owner',
  loginLog: 'owner',
  seenSignatures: 'owner',
  idempotency: 'owner',
  logCounters: 'owner',

  balances: 'owner',
  accountLog: 'owner',
  reservations: 'owner',
  apiKeySecrets: 'owner',
  apiKeyUse: 'owner',
  keyExpiryNotices: 'owner',
  subAccountBudgets: 'owner',
  budgetTopUps: 'owner',
  statements: 'owner',
  statementMails: 'owner',
  webhookEndpoints: 'owner',
  documentJobs: 'owner',
  documentParts: 'owner',
  balanceAlerts: 'owner',
  alerts: 'owner',
  alertSettings: 'owner',
  ledgerCheckpoints: 'owner',
  ledgerFindings: 'owner',
  orders: 'owner',
  orderEvents: 'owner',
  refundRequests: 'owner',
  fapiaoOrders: 'owner',
  fapiaoFiles: 'owner',
  fapiaoTakes: 'owner',
  fapiaoCorrections: 'owner',

  translationLog: 'owner',
  translationFloors: 'owner',
  usageDays: 'owner',
  ownerDays: 'owner',
  lastActivity: 'owner',
  notices: 'owner',
  noticeReads: 'owner',

  spaces: 'owner',
  spaceMembers: 'owner',
  contacts: 'owner',
  collectionCounts: 'owner',

  sessions: { by: 'tokenHash' },
  mailCodes: { by: 'email' },
  formerAddresses: { by: 'hash' },
  rewardedPeople: { by: 'mark' },

  channels: { reference: 'small; joined with users and orders' },
  memberGroups: { reference: 'small; joined with users and orders' },
  loginNames: { reference: 'unique across all owners, and read by name and by owner' },
  inviteCodes: { reference: 'unique across all owners' },
  spaceInvitations: { reference: 'read by invited name and by workspace' },
  orderNumbers: { reference: 'unique across all owners; joined with orders' },
  refunds: { reference: 'unique by refund, which names no owner; joined with orders' },
  ledgerChecks: { reference: 'one row per check; read with an owner’s accounts' },
  fapiaoNumbers: { reference: 'unique across all owners' },
  payments: { reference: 'unique by payment and by order, which share no column' },
  unmatchedPayments: { reference: 'committed together with the credit of an owner' },
  approvals: { reference: 'committed together with the owner’s rows that it changes' },
  operatorLog: { reference: 'committed together with the change that it records' },
  operators: { reference: 'approvals refer to them' },
  webhookQueue: { reference: 'a queue, committed together with the events of an owner' },
  oneTimeTasks: { reference: 'read by the triggers of payments, on each machine' },

  throttles: { local: 'counters of short life' },
  mails: { local: 'a queue' },
  orderChecks: { local: 'a queue' },
  heartbeats: { local: 'empty' },
  clockMarks: { local: 'one row per clock' },
  secretKeys: { local: 'one row per key' },
  channelFailures: { local: 'a few rows per day' },
  channelDays: { local: 'a few rows per day' },
  closedDays: { local: 'one row per day' },
  refundRules: { local: 'one row' },
  configRecords: { local: 'of the site' },
  serviceContacts: { local: 'of the site' },
  announcements: { local: 'of the site' },
  announcementSchedule: { local: 'of the site' },
  operatorSessions: { local: 'of the staff' },
  operatorDays: { reference: 'committed together with the owner’s rows that it limits' },
  operatorGrants: { local: 'of the staff' },
  supportViews: { local: 'of the staff' },
  sandboxBills: { local: 'of the sandbox’s vendor' },
  sandboxKeys: { local: 'of the sandbox’s vendor' },
}

/** `column`: the one that a split table is split by. */
export type Placement =
  | { readonly table: string; readonly kind: 'split'; readonly column: string }
  | { readonly table: string; readonly kind: 'reference' }
  | { readonly table: string; readonly kind: 'local' }

/** Every table by its name in the database; rows of a collection belong to an account group. */
export const placements: readonly Placement[] = [
  ...Object.entries(schema).flatMap(([name, table]) =>
    is(table, PgTable) ? toPlacement(table, placementRules[name as keyof Tables]) : [],
  ),
  ...Object.values(generatedTables).map((table) => toPlacement(table, 'owner')),
  { table: 'migrations', kind: 'local' },
]

function toPlacement(pgTable: PgTable, rule: Rule): Placement {
  const table = getTableName(pgTable)
  if (rule === 'owner') return { table, kind: 'split', column: 'owner_id' }
  if ('by' in rule) return { table, kind: 'split', column: toSnakeCase(rule.by) }
  return { table, kind: 'reference' in rule ? 'reference' : 'local' }
}
