/** Erasure policy: what the cancellation of an account does with the rows of each table. */
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open.ts'
import * as tables from '#server/schema.ts'
import {
  dropInvites,
  lockSpaces,
  recordLogFloor,
} from '#server/features/accounts/cancellation/before-erase.ts'

type Person = {
  userId: string
  account: string
  username: string | null
  inviteCode: string | null
}
/** `names`: all login names in lower case; empty for an account group that is already erased. */
export type AccountGroup = {
  ownerId: string
  people: readonly Person[]
  names: readonly string[]
  now: Date
}

/** The rows concerned: all of the owner's, or those matching a condition. */
type Which = true | ((family: AccountGroup) => SQL)
/** Runs before the rows are deleted, to preserve totals or to take locks. */
type Before = { before?: (tx: Db, family: AccountGroup) => Promise<void> }
/** Text columns that remain, each with the reason why it is not personal data. */
type Stays = Readonly<Record<string, string>>

export type ErasurePolicy =
  | ({ table: PgTable; rowsGo: Which } & Before)
  | ({
      table: PgTable
      blank: (family: AccountGroup) => Record<string, unknown>
      where?: Which
      stays: Stays
    } & Before)
  /** Nothing is erased; the reason. */
  | { table: PgTable; because: string }

const code = 'one of a few codes'
const numbers = 'numbers and times only'
const catalogue = 'the name of a package, which everybody may buy'
const nobodys = 'of the site, not of a person'
const gateways = 'a number between us and the gateway'

/**
 * Every table is listed and, where rows remain, every text column
 * (`tests/server/cancellation/personal-data.test.ts`). Users come first: a sign-in in progress
 * locks that row, and what it writes has to be visible to the erasure.
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
      lastLoginAt: null,
      loginDays: 0,
      erasedAt: sql`coalesce(${tables.users.erasedAt}, ${now.toISOString()}::timestamptz)`,
    }),
    stays: {},
  },
  { table: tables.sessions, rowsGo: true },
  { table: tables.loginNames, rowsGo: true },
  {
    table: tables.inviteCodes,
    rowsGo: ({ people }) =>
      anyOf(
        tables.inviteCodes.code,
        people.flatMap((one) => one.inviteCode ?? []),
      ),
  },
  { table: tables.loginLog, rowsGo: true },
  { table: tables.securityEvents, rowsGo: true },
  { table: tables.translationLog, before: recordLogFloor, rowsGo: true },
  { table: tables.translationDays, rowsGo: true },
  { table: tables.translationMonths, rowsGo: true },
  { table: tables.usageDays, rowsGo: true },
  { table: tables.ownerDays, rowsGo: true },
  { table: tables.notices, rowsGo: true },
  { table: tables.noticeReads, rowsGo: true },
  { table: tables.balanceAlerts, rowsGo: true },
  { table: tables.mailCodes, rowsGo: ({ names }) => anyOf(tables.mailCodes.email, names) },
  /**
   * Skips a mail that is being sent: waiting for the mail server would keep the accounts locked.
   */
  {
    table: tables.mails,
    rowsGo: ({ names }) =>
      sql`${tables.mails.id} in (select id from ${tables.mails} where ${anyOf(sql`lower("to")`, names)} for update skip locked)`,
  },
  /**
   * Stored responses may contain translated texts. Those of requests in flight, this one included,
   * are written when they end.
   */
  {
    table: tables.idempotency,
    rowsGo: ({ ownerId }) =>
      sql`owner_id = ${ownerId} and ${tables.idempotency.answer} is not null`,
  },
  { table: tables.seenSignatures, rowsGo: true },
  {
    table: tables.accountLog,
    blank: () => ({ consumerIp: null, managerName: null, parentName: null, childName: null }),
    where: ({ ownerId }) =>
      sql`owner_id = ${ownerId} and (consumer_ip is not null or manager_name is not null or parent_name is not null or child_name is not null)`,
    stays: {
      logType: code,
      beforeBillingMode: code,
      lastBillingMode: code,
      rechargeBillingMode: code,
      rechargeOrderNo: gateways,
      rechargeGroupName: catalogue,
      rechargeGroupEnName: catalogue,
    },
  },
  {
    table: tables.orders,
    blank: () => ({ wishKey: null, payCode: null }),
    stays: {
      no: gateways,
      gatewayNo: gateways,
      payChannel: code,
      payStatus: code,
      billingMode: code,
      groupName: catalogue,
      groupEnName: catalogue,
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
      action: code,
      reason: 'why staff did it',
      before: numbers,
      after: numbers,
    },
  },
  { table: tables.twoFactorSecrets, rowsGo: true },
  { table: tables.recoveryCodes, rowsGo: true },
  // An invited user remains counted, without a name. Invitations by the account group are deleted
  // with its list.
  {
    table: tables.invites,
    before: dropInvites,
    blank: () => ({ name: null }),
    where: ({ ownerId }) => sql`invited_id = ${ownerId}`,
    stays: { reward: code },
  },
  // A workspace is deleted with its owner, including contacts, members and invitations. Memberships
  // in other workspaces are deleted too.
  { table: tables.contacts, before: lockSpaces, rowsGo: true },
  {
    table: tables.spaceInvitations,
    rowsGo: ({ ownerId, names }) =>
      sql`space_owner_id = ${ownerId} or ${anyOf(tables.spaceInvitations.name, names)}`,
  },
  {
    table: tables.spaceMembers,
    rowsGo: ({ ownerId }) => sql`owner_id = ${ownerId} or space_owner_id = ${ownerId}`,
  },
  { table: tables.spaces, rowsGo: true },

  { table: tables.balances, because: numbers },
  { table: tables.reservations, because: numbers },
  { table: tables.translationFloors, because: numbers },
  { table: tables.logCounters, because: 'how many rows each log has' },
  { table: tables.ledgerCheckpoints, because: numbers },
  { table: tables.ledgerFindings, because: 'sentences about numbered rows of numbered accounts' },
  { table: tables.orderNumbers, because: gateways },
  { table: tables.orderEvents, because: 'codes and times of what happened to an order' },
  { table: tables.orderChecks, because: 'when a gateway is to be asked' },
  { table: tables.payments, because: gateways },
  { table: tables.refunds, because: 'money that a gateway gave back; the gateway knows to whom' },
  {
    table: tables.unmatchedPayments,
    because: 'money that came for an order; the gateway knows from whom',
  },
  {
    table: tables.formerAddresses,
    because: 'keyed hashes, which name nobody and are forgotten after a year',
  },
  { table: tables.rewardedPeople, because: 'keyed hashes, which name nobody' },
  { table: tables.throttles, because: 'hashes and network addresses, forgotten within a month' },
  { table: tables.ledgerChecks, because: nobodys },
  { table: tables.heartbeats, because: nobodys },
  { table: tables.announcements, because: nobodys },
  { table: tables.channels, because: nobodys },
  { table: tables.memberGroups, because: nobodys },
  { table: tables.configRecords, because: nobodys },
  { table: tables.serviceContacts, because: nobodys },
  { table: tables.oneTimeTasks, because: nobodys },
  { table: tables.sandboxBills, because: 'of the sandbox’s vendor, who stands for somebody else' },
  { table: tables.sandboxKeys, because: nobodys },
]

function anyOf(column: Column | SQL, texts: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...texts])}::text[])`
}
