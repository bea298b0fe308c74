/** Erasure policy: what the cancellation of an account does with the rows of each table. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { sql, type Column, type SQL, eq, and, getTableColumns, gt, isNull, ne } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open.ts'
import * as tables from '#server/schema.ts'
import { fapiaoColumns, fapiaos } from '#server/features/fapiaos/table.ts'
import { generatedTables } from '#server/features/collections/table.ts'
import { transaction } from '#server/platform/db/db.ts'

type Person = {
  userId: string
  account: string
  username: string | null
  inviteCode: string | null
}
/** `names`: all login names in lower case; empty for an account group that is already erased. */
type AccountGroup = {
  ownerId: string
  people: readonly Person[]
  names: readonly string[]
  now: Date
}

/** Rows to erase: all of the owner's, or those that match a condition. */
type RowSelection = true | ((group: AccountGroup) => SQL)
/** Runs before the rows are deleted, to preserve totals or to lock rows. */
type BeforeErasure = { before?: (tx: Db, group: AccountGroup) => Promise<void> }
/** Text columns that remain, each with the reason why it is not personal data. */
type RemainingColumns = Readonly<Record<string, string>>

export type ErasurePolicy =
  | ({ table: PgTable; deleteRows: RowSelection } & BeforeErasure)
  /** `blank`: values that replace the personal data. */
  | ({
      table: PgTable
      blank: (group: AccountGroup) => Record<string, unknown>
      where?: RowSelection
      stays: RemainingColumns
    } & BeforeErasure)
  /** Keeps all rows, for the reason given. */
  | { table: PgTable; reason: string }

/** Reasons why a column is not personal data. */
const codeReason = 'one of a few codes'
const numbersReason = 'numbers and times only'
const catalogueReason = 'the name of a package, which everybody may buy'
const siteReason = 'of the site, not of a person'
const fapiaoReason = 'on an issued fapiao, which tax law requires to be kept'
const gatewayReason = 'a number between us and the gateway'

/** Tables in which all rows of the owner are deleted. */
const deleteAllRows = (...all: readonly PgTable[]): ErasurePolicy[] =>
  all.map((table) => ({ table, deleteRows: true }))
/** Tables without personal data. */
const keepRows = (reason: string, ...all: readonly PgTable[]): ErasurePolicy[] =>
  all.map((table) => ({ table, reason }))

/**
 * Lists every table and, where rows remain, every text column
 * (`tests/server/cancellation/personal-data.test.ts`). `users` is first: a sign-in in progress
 * locks the user's row, so the erasure waits for it and then sees what it has written.
 */
export const personalData: readonly ErasurePolicy[] = [
  {
    table: tables.users,
    blank: ({ now }) => ({
      account: '',
      username: null,
      nickname: null,
      passwordHash: '',
      inviteCode: null,
      enabled: false,
      accountRole: null,
      lastLoginAt: null,
      loginDays: 0,
      erasedAt: sql`coalesce(${tables.users.erasedAt}, ${now.toISOString()}::timestamptz)`,
    }),
    stays: {},
  },
  ...deleteAllRows(tables.sessions, tables.supportViews, tables.loginNames),
  {
    table: tables.inviteCodes,
    deleteRows: ({ people }) =>
      anyOf(
        tables.inviteCodes.code,
        people.flatMap((one) => one.inviteCode ?? []),
      ),
  },
  ...deleteAllRows(tables.loginLog, tables.securityEvents),
  { table: tables.translationLog, before: recordLogFloor, deleteRows: true },
  ...deleteAllRows(
    tables.usageDays,
    tables.ownerDays,
    tables.lastActivity,
    tables.notices,
    tables.noticeReads,
    tables.balanceAlerts,
    tables.alerts,
    tables.alertSettings,
    tables.listViews,
    tables.apiKeySecrets,
    tables.apiKeyUse,
    tables.keyExpiryNotices,
    tables.statementMails,
  ),
  { table: tables.mailCodes, deleteRows: ({ names }) => anyOf(tables.mailCodes.email, names) },
  /**
   * Skips a mail that is being sent: waiting for the mail server would keep the accounts locked.
   */
  {
    table: tables.mails,
    deleteRows: ({ names }) =>
      sql`${tables.mails.id} in (select id from ${tables.mails} where ${anyOf(sql`lower("to")`, names)} for update skip locked)`,
  },
  /**
   * Stored responses may contain translated texts. Those of requests in flight, this one included,
   * are written when they end.
   */
  {
    table: tables.idempotency,
    deleteRows: ({ ownerId }) =>
      sql`owner_id = ${ownerId} and ${tables.idempotency.answer} is not null`,
  },
  { table: tables.seenSignatures, deleteRows: true },
  {
    table: tables.accountLog,
    blank: () => ({
      consumerIp: null,
      consumePurpose: null,
      managerName: null,
      parentName: null,
      childName: null,
    }),
    where: ({ ownerId }) =>
      sql`owner_id = ${ownerId} and (consumer_ip is not null or consume_purpose is not null or manager_name is not null or parent_name is not null or child_name is not null)`,
    stays: {
      logType: codeReason,
      beforeBillingMode: codeReason,
      lastBillingMode: codeReason,
      rechargeBillingMode: codeReason,
      rechargeOrderNo: gatewayReason,
      rechargeGroupName: catalogueReason,
      rechargeGroupEnName: catalogueReason,
    },
  },
  {
    table: tables.statements,
    blank: () => ({ use: [] }),
    where: ({ ownerId }) => sql`owner_id = ${ownerId} and use <> '[]'`,
    stays: {
      movements: numbersReason,
      payments: 'order numbers, amounts and names of packages',
    },
  },
  {
    table: tables.orders,
    blank: () => ({ idempotencyKey: null, payCode: null }),
    stays: {
      no: gatewayReason,
      gatewayNo: gatewayReason,
      payChannel: codeReason,
      payStatus: codeReason,
      billingMode: codeReason,
      groupName: catalogueReason,
      groupEnName: catalogueReason,
    },
  },
  {
    table: tables.refundRequests,
    blank: () => ({ note: null }),
    stays: {
      state: codeReason,
      cause: codeReason,
      answer: 'why staff declined it',
    },
  },
  // Tax law requires issued fapiao to be kept for at least five years; the others are deleted, except
  // one that an operator is issuing.
  {
    table: fapiaos,
    before: deleteUnissued,
    blank: () => ({ email: '', remark: null, reason: null }),
    stays: {
      kind: codeReason,
      titleKind: codeReason,
      state: codeReason,
      ...Object.fromEntries(
        ['titleName', 'taxNo', 'address', 'phone', 'bank', 'bankAccount'].map((name) => [
          name,
          fapiaoReason,
        ]),
      ),
      fapiaoNo: fapiaoReason,
      reversalNo: fapiaoReason,
    },
  },
  ...keepRows('which orders an issued fapiao is for', tables.fapiaoOrders),
  ...keepRows(
    fapiaoReason,
    tables.fapiaoFiles,
    tables.fapiaoNumbers,
    tables.fapiaoCorrections,
    tables.fapiaoTakes,
  ),
  // Before the operator log: a decision in progress locks the request and logs its subject.
  {
    table: tables.approvals,
    blank: ({ ownerId }) => ({ subject: `account of owner ${ownerId}` }),
    stays: {
      kind: codeReason,
      askedName: 'one of the staff',
      askedRole: codeReason,
      request: 'ids and numbers',
      reason: 'why staff asked for it',
      state: codeReason,
      decidedName: 'one of the staff',
      note: 'why staff decided so',
    },
  },
  {
    table: tables.operatorLog,
    blank: ({ ownerId }) => ({ subject: `account of owner ${ownerId}` }),
    where: ({ names }) =>
      anyOf(
        sql`lower(subject)`,
        names.map((name) => `account ${name}`),
      ),
    stays: {
      operator: 'one of the staff',
      action: codeReason,
      reason: 'why staff did it',
      before: numbersReason,
      after: numbersReason,
    },
  },
  ...deleteAllRows(tables.twoFactorSecrets, tables.recoveryCodes),
  // An invited user remains counted, without a name. Invitations by the account group are deleted
  // with its list.
  {
    table: tables.invites,
    before: deleteInvites,
    blank: () => ({ name: null }),
    where: ({ ownerId }) =>
      acrossOwners('the inviter has another owner', sql`invited_id = ${ownerId}`),
    stays: { reward: codeReason },
  },
  // A workspace is deleted with its owner, including contacts, members and invitations. Memberships
  // in other workspaces are deleted too.
  { table: tables.contacts, before: lockSpaces, deleteRows: true },
  {
    table: tables.spaceInvitations,
    deleteRows: ({ ownerId, names }) =>
      sql`space_owner_id = ${ownerId} or ${anyOf(tables.spaceInvitations.name, names)}`,
  },
  {
    table: tables.spaceMembers,
    deleteRows: ({ ownerId }) =>
      acrossOwners(
        'members of a workspace have several owners',
        sql`owner_id = ${ownerId} or space_owner_id = ${ownerId}`,
      ),
  },
  // Waits for concurrent changes of collections, which lock the counter of their scope.
  ...deleteAllRows(
    tables.collectionCounts,
    tables.subAccountBudgets,
    ...Object.values(generatedTables).filter((table) => table !== fapiaos),
    // After the documents, which their changes lock first.
    tables.documentParts,
    tables.documentJobs,
    tables.webhookEndpoints,
    tables.webhookQueue,
    tables.spaces,
  ),

  ...keepRows(
    numbersReason,
    tables.balances,
    tables.budgetTopUps,
    tables.reservations,
    tables.translationFloors,
    tables.ledgerCheckpoints,
  ),
  ...keepRows('how many rows each log has', tables.logCounters),
  ...keepRows('sentences about numbered rows of numbered accounts', tables.ledgerFindings),
  ...keepRows(gatewayReason, tables.orderNumbers, tables.payments),
  ...keepRows('codes and times of what happened to an order', tables.orderEvents),
  ...keepRows('when a gateway is to be asked', tables.orderChecks),
  ...keepRows('money that a gateway gave back; the gateway knows to whom', tables.refunds),
  ...keepRows(
    'money that came for an order; the gateway knows from whom',
    tables.unmatchedPayments,
  ),
  ...keepRows(
    'keyed hashes, which name nobody and are forgotten after a year',
    tables.formerAddresses,
  ),
  ...keepRows('keyed hashes, which name nobody', tables.rewardedPeople),
  ...keepRows('hashes and network addresses, forgotten within a month', tables.throttles),
  ...keepRows(
    'the staff, who are no customers',
    tables.operators,
    tables.operatorGrants,
    tables.operatorDays,
  ),
  ...keepRows('of the staff, forgotten within a day', tables.operatorSessions),
  ...keepRows(
    siteReason,
    tables.ledgerChecks,
    tables.heartbeats,
    tables.secretKeys,
    tables.clockMarks,
    tables.announcements,
    tables.announcementSchedule,
    tables.channels,
    tables.channelFailures,
    tables.channelDays,
    tables.closedDays,
    tables.memberGroups,
    tables.configRecords,
    tables.serviceContacts,
    tables.oneTimeTasks,
    tables.refundRules,
    tables.sandboxKeys,
  ),
  ...keepRows('of the sandbox’s vendor, which plays an outside company', tables.sandboxBills),
]

function anyOf(column: Column | SQL, texts: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...texts])}::text[])`
}

/**
 * Adds the deleted translations to `translationFloors`, because the ledger reconciliation compares
 * charges with translations. Dropping a month of the log does the same.
 */
async function recordLogFloor(tx: Db, { ownerId, now }: AccountGroup): Promise<void> {
  await tx.execute(sql`insert into ${tables.translationFloors} as f (owner_id, user_id, seq, chars, until)
    select owner_id, user_id, max(seq), sum(chars), greatest(max(at), ${now.toISOString()}::timestamptz) from ${tables.translationLog} where owner_id = ${ownerId}::bigint group by 1, 2
    on conflict (owner_id, user_id) do update set seq = greatest(f.seq, excluded.seq), chars = f.chars + excluded.chars, until = greatest(f.until, excluded.until)`)
}

/**
 * With their orders, and mails to the addresses of all of them. The addresses are read first, because
 * Citus refuses to delete local rows by a select from a split table.
 */
async function deleteUnissued(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(
    sql`select distinct email from ${fapiaos} where owner_id = ${ownerId}::bigint and email <> ''`,
  )
  const addresses = sql.param(rows.map(({ email }) => email))
  if (rows.length > 0)
    await tx.execute(
      sql`delete from ${tables.mails} where id in (select id from ${tables.mails} where "to" = any(${addresses}::text[]) for update skip locked)`,
    )
  await tx
    .delete(fapiaos)
    .where(
      and(
        eq(fapiaos.ownerId, ownerId),
        isNull(fapiaoColumns['fapiaoNo']!),
        ne(fapiaoColumns['state']!, 'issuing'),
      ),
    )
}

async function deleteInvites(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.delete(tables.invites).where(eq(tables.invites.ownerId, ownerId))
}

/**
 * Waits for concurrent inserts of contacts, which lock the workspace row, so that the erasure sees
 * them.
 */
async function lockSpaces(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.execute(
    sql`select from ${tables.spaces} where owner_id = ${ownerId}::bigint order by id for update`,
  )
}

/** Reads the names before the erasure; an erased account has none. */
export async function readAccountGroup(tx: Db, ownerId: string, now: Date): Promise<AccountGroup> {
  const { userId, account, username, inviteCode } = tables.users
  const people = await tx
    .select({ userId, account, username, inviteCode })
    .from(tables.users)
    .where(eq(tables.users.ownerId, ownerId))
  const names = people
    .flatMap((person) => [person.account, person.username ?? ''])
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase())
  return { ownerId, people, names, now }
}

/**
 * Applies the policies in the order of the list. Requires a transaction with the group's accounts
 * locked.
 */
export async function eraseAccountGroup(tx: Db, group: AccountGroup): Promise<void> {
  for (const policy of personalData) await applyPolicy(tx, policy, group)
}

async function applyPolicy(tx: Db, policy: ErasurePolicy, group: AccountGroup): Promise<void> {
  if ('before' in policy) await policy.before?.(tx, group)
  if ('deleteRows' in policy)
    await tx.delete(policy.table).where(selectRows(policy.table, policy.deleteRows, group))
  if ('blank' in policy)
    await tx
      .update(policy.table)
      .set(policy.blank(group))
      .where(selectRows(policy.table, policy.where ?? true, group))
}

function selectRows(table: PgTable, selection: RowSelection, group: AccountGroup): SQL {
  if (selection !== true) return selection(group)
  const { ownerId }: Record<string, Column> = getTableColumns(table)
  if (!ownerId) throw new Error('A table without an owner has to say which of its rows are meant.')
  return eq(ownerId, group.ownerId)
}

/** Milliseconds after a cancellation within which the erasure is repeated. */
const repeatPeriod = 60 * 60_000

/**
 * Repeats the erasure for recently cancelled accounts, since requests in flight at that moment may
 * have written a notice, a stored response or a contact. Returns the number of account groups.
 */
export async function repeatErasures(db: Db, now: Date): Promise<number> {
  const isRecent = gt(tables.users.erasedAt, new Date(now.getTime() - repeatPeriod))
  const erased = await db
    .select({ ownerId: tables.users.ownerId })
    .from(tables.users)
    .where(
      acrossOwners(
        'a background job erases for all owners',
        and(sql`${tables.users.ownerId} = ${tables.users.userId}`, isRecent),
      ),
    )
  for (const { ownerId } of erased)
    await transaction(db, async (tx) =>
      eraseAccountGroup(tx, await readAccountGroup(tx, ownerId, now)),
    )
  return erased.length
}
