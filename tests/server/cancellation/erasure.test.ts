/**
 * What a family put in, anywhere: of every row of theirs before, and every value that stood in no
 * row but theirs, what is left afterwards.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { orders as orderCalls } from '#contract/orders.ts'
import {
  collectionCounts,
  invites,
  orders,
  ownerDays,
  recoveryCodes,
  refunds,
  twoFactorSecrets,
} from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import {
  cancelAccount,
  tablesOf,
  cancellingGroupWithData,
  type CancellingGroup,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { cleanUp } from '#server/jobs.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())

type Row = Record<string, unknown>
type Rows = Map<string, Row[]>

/** Tables that are nobody's, or of somebody whom a row does not name. */
const nobodys = [
  'announcement_schedule',
  'announcements',
  'channel_failures',
  'channels',
  'clock_marks',
  'config_records',
  'former_addresses',
  'heartbeats',
  'ledger_checkpoints',
  'ledger_checks',
  'ledger_findings',
  'member_groups',
  'migrations',
  'milestones',
  'operator_grants',
  'operator_sessions',
  'operators',
  'payments',
  'reservations',
  'rewarded_people',
  'sandbox_bills',
  'sandbox_keys',
  'secret_keys',
  'service_contacts',
  'stray_payments',
  'throttles',
  'translation_floors',
]
/** What a cancelled account leaves behind: money, the ledger, and the mail that says goodbye. */
const stays = [
  'account_log',
  'approvals',
  'balances',
  'idempotency',
  'invites',
  'log_counters',
  'mails',
  'operator_log',
  'order_checks',
  'order_events',
  'order_numbers',
  'orders',
  'refunds',
  'translation_floors',
  'users',
]

async function everything(): Promise<Rows> {
  const { db } = server.database
  const all: Rows = new Map()
  for (const { name } of await tablesOf(db)) {
    const { rows } = await db.execute<{ row: Row }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
    )
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

const isOf = ({ owner, tag }: CancellingGroup, row: Row): boolean =>
  ['owner_id', 'space_owner_id', 'invited_id'].some(
    (column) => String(row[column]) === owner.ownerId,
  ) || JSON.stringify(row).toLowerCase().includes(tag)

/** Texts, those within JSON too; times are none. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value === '' || /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? [] : [value.toLowerCase()]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const textsOf = (
  all: Rows,
  which: (row: Row) => boolean,
  tables: (name: string) => boolean = () => true,
): Set<string> =>
  new Set(
    [...all].flatMap(([name, rows]) => (tables(name) ? rows.filter(which).flatMap(textsIn) : [])),
  )

const tablesWith = (all: Rows, which: (row: Row) => boolean): string[] =>
  [...all].filter(([, rows]) => rows.some(which)).map(([name]) => name)

/** Well known, and with a row in every table that can hold one of theirs. */
async function knownEverywhere(other?: CancellingGroup): Promise<CancellingGroup> {
  const { db } = server.database
  const left = await cancellingGroupWithData(server)
  const { ownerId } = left.owner
  const at = new Date()
  const [notice] = (await left.asOwner.call(noticeCalls.page, {})).data.rows
  await left.asOwner.call(noticeCalls.read, { id: notice!.id })
  await left.asOwner.call(orderCalls.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  await db
    .insert(twoFactorSecrets)
    .values({ ownerId, userId: ownerId, sealedSecret: `sealed for ${ownerId}`, enabledAt: at })
  await db
    .insert(recoveryCodes)
    .values({ ownerId, userId: ownerId, mark: `recovery of ${ownerId}` })
  await db
    .insert(invites)
    .values({ ownerId, invitedId: '1', at, name: `guest of ${ownerId}`, reward: 'given' })
  await db.insert(ownerDays).values({ ownerId, day: '2026-01-01', channelId: '1', count: 1 })
  await db
    .insert(collectionCounts)
    .values({ ownerId, collection: 'sample', scopeId: ownerId, rows: 1 })
  await caller(server, null).refused(login.login, {
    account: left.owner.account,
    password: 'not it',
  })
  const [order] = await db.select().from(orders).where(eq(orders.ownerId, ownerId)).limit(1)
  const { no, id: orderId } = order!
  const refund = {
    gateway: 'sandbox',
    refundNo: no,
    gatewayNo: no,
    orderNo: no,
    vendorState: 'success',
    state: 'open',
  } as const
  await db
    .insert(refunds)
    .values({ ...refund, ownerId, orderId, amountCents: 1, reportedCents: 1, refundedAt: at, at })
  if (other)
    await db.insert(invites).values({
      ownerId: other.owner.ownerId,
      invitedId: ownerId,
      at,
      name: `${left.tag}…`,
      reward: 'given',
    })
  return left
}

test('no personal row or value is left but the cancellation mail', async () => {
  const neighbour = await knownEverywhere()
  const left = await knownEverywhere(neighbour)
  const theirs = (row: Row) => isOf(left, row)
  const before = await everything()
  const known = tablesWith(before, theirs)
  expect([...before.keys()].filter((name) => !known.includes(name))).toEqual(nobodys)
  const common = textsOf(before, (row) => !theirs(row))
  const personal = [...textsOf(before, theirs)].filter((text) => !common.has(text))
  for (const word of [
    `${left.tag}nick`,
    `${left.tag} contact`,
    `sealed for ${left.owner.ownerId}`,
    left.owner.account,
  ])
    expect(personal).toContain(word)

  expect((await cancelAccount(left)).success).toBe(true)

  const after = await everything()
  expect(tablesWith(after, theirs).filter((name) => !stays.includes(name))).toEqual([])
  const texts = textsOf(
    after,
    () => true,
    (name) => name !== 'mails',
  )
  // Names the rows of one distribution, by chance.
  const transfers = after
    .get('account_log')!
    .filter((row) => theirs(row) && row['transfer_id'] !== null)
  expect(personal.filter((text) => texts.has(text))).toEqual([transfers[0]!['transfer_id']])
  expect(after.get('mails')!.filter(theirs)).toMatchObject([
    {
      to: left.owner.account,
      subject: expect.stringContaining('Your account has been deleted') as string,
    },
  ])
  for (const person of after.get('users')!.filter(theirs))
    expect(person).toMatchObject({
      account: '',
      username: null,
      nickname: null,
      password_hash: '',
      invite_code: null,
      last_login_at: null,
      login_days: 0,
    })
  expect(tablesWith(after, (row) => isOf(neighbour, row))).toEqual(known)
})

test('rows written within an hour of erasure are erased too, and no other account’s', async () => {
  const { db } = server.database
  const living = await knownEverywhere()
  await living.asOwner.call(subAccounts.remove, { userId: living.sub.userId })
  const left = await knownEverywhere()
  const theirs = (row: Row) => String(row['owner_id']) === left.owner.ownerId
  const before = await everything()
  expect((await cancelAccount(left)).success).toBe(true)
  const after = await everything()
  // No call gives a code to who has registered. Contacts need their space.
  const gone = [...before.keys()].filter(
    (name) => name !== 'invite_codes' && !after.get(name)!.some(theirs),
  )
  gone.sort((a, b) => Number(b === 'spaces') - Number(a === 'spaces'))
  for (const name of gone)
    for (const row of before.get(name)!.filter(theirs))
      await db.execute(
        sql`insert into ${sql.identifier(name)} overriding system value select * from jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify(row)}::jsonb)`,
      )
  expect(tablesWith(await everything(), theirs)).toEqual(
    expect.arrayContaining(tablesWith(before, theirs).filter((name) => name !== 'invite_codes')),
  )
  server.passTime(59 * 60_000)
  await cleanUp(server.services)
  const swept = await everything()
  expect(tablesWith(swept, theirs)).toEqual(tablesWith(after, theirs))
  for (const name of ['users', 'login_names', 'contacts', 'notices', 'invite_codes'])
    expect(
      swept.get(name)!.filter((row) => isOf(living, row)),
      name,
    ).toEqual(before.get(name)!.filter((row) => isOf(living, row)))
})
