/** Erasure: compares all rows and values of an account group before and after its cancellation. */
import { eq, getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { orders as orderCalls } from '#contract/orders.ts'
import {
  collectionCounts,
  fapiaoCorrections,
  fapiaoFiles,
  fapiaoNumbers,
  fapiaoOrders,
  fapiaoTakes,
  invites,
  lastActivity,
  orders,
  ownerDays,
  recoveryCodes,
  refundRequests,
  refunds,
  twoFactorSecrets,
} from '#server/schema.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import {
  cancelAccount,
  tablesOf,
  cancellingGroupWithData,
  type CancellingGroup,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { fapiaos } from '#server/features/fapiaos/table.ts'
import { generatedTables } from '#server/features/collections/table.ts'
import { cleanUp } from '#server/jobs.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

type Row = Record<string, unknown>
type Rows = Map<string, Row[]>

/** Generated tables, whose erasure the tests of the collections cover. */
const ofCollections = new Set(Object.values(generatedTables).map((table) => getTableName(table)))

/** Tables without rows of a user, or whose rows do not name the user. */
const tablesWithoutUser = [
  'announcement_schedule',
  'announcements',
  'channel_days',
  'channel_failures',
  'channels',
  'clock_marks',
  'closed_days',
  'config_records',
  'former_addresses',
  'heartbeats',
  'ledger_checkpoints',
  'ledger_checks',
  'ledger_findings',
  'member_groups',
  'migrations',
  'one_time_tasks',
  'operator_days',
  'operator_grants',
  'operator_sessions',
  'operators',
  'payments',
  'refund_rules',
  'reservations',
  'rewarded_people',
  'sandbox_bills',
  'sandbox_keys',
  'secret_keys',
  'service_contacts',
  'throttles',
  'translation_floors',
  'unmatched_payments',
]
/** Tables that keep rows of a cancelled account: money, the ledger and the mail about it. */
const tablesKept = [
  'account_log',
  'approvals',
  'balances',
  'budget_top_ups',
  'fapiao_corrections',
  'fapiao_files',
  'fapiao_numbers',
  'fapiao_orders',
  'fapiao_takes',
  'fapiaos',
  'idempotency',
  'invites',
  'log_counters',
  'mails',
  'operator_log',
  'order_checks',
  'order_events',
  'order_numbers',
  'orders',
  'refund_requests',
  'refunds',
  'statements',
  'translation_floors',
  'users',
]

async function readAllRows(): Promise<Rows> {
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

const belongsTo = ({ owner, tag }: CancellingGroup, row: Row): boolean =>
  ['owner_id', 'space_owner_id', 'invited_id'].some(
    (column) => String(row[column]) === owner.ownerId,
  ) || JSON.stringify(row).toLowerCase().includes(tag)

/** All texts in a value, also within JSON, without times. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value === '' || /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? [] : [value.toLowerCase()]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const textsOf = (
  all: Rows,
  filter: (row: Row) => boolean,
  tables: (name: string) => boolean = () => true,
): Set<string> =>
  new Set(
    [...all].flatMap(([name, rows]) => (tables(name) ? rows.filter(filter).flatMap(textsIn) : [])),
  )

const tablesWith = (all: Rows, filter: (row: Row) => boolean): string[] =>
  [...all].filter(([, rows]) => rows.some(filter)).map(([name]) => name)

/** An account group with a row in every table that can hold one of its rows. */
async function groupWithRowsEverywhere(other?: CancellingGroup): Promise<CancellingGroup> {
  const { db } = server.database
  const group = await cancellingGroupWithData(server)
  const { ownerId } = group.owner
  const at = new Date()
  const [notice] = (await group.asOwner.call(noticeCalls.page, {})).data.rows
  await group.asOwner.call(noticeCalls.read, { id: notice!.id })
  await group.asOwner.call(orderCalls.pay, {
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
  await db.insert(lastActivity).values({ ownerId, userId: ownerId, day: '2026-01-01' })
  const usage = { channelId: '1', source: 'zh', target: 'en', clientType: 'web' }
  await db.insert(ownerDays).values({ ownerId, day: '2026-01-01', ...usage, chars: 1, count: 1 })
  await db
    .insert(collectionCounts)
    .values({ ownerId, collection: 'sample', scopeId: ownerId, rows: 1 })
  await caller(server, null).refused(login.login, {
    account: group.owner.account,
    password: 'not it',
  })
  const [order] = await db.select().from(orders).where(eq(orders.ownerId, ownerId)).limit(1)
  const { no, id: orderId } = order!
  await addIssuedFapiao(ownerId, { orderId, orderNo: no })
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
  // Withdrawn, so that the cancellation gives nothing back.
  await db.insert(refundRequests).values({
    ownerId,
    orderId,
    state: 'withdrawn',
    cause: 'other',
    note: `${group.tag} note`,
    amountCents: 1,
    taken: 0,
    askedBy: ownerId,
    askedAt: at,
  })
  if (other)
    await db.insert(invites).values({
      ownerId: other.owner.ownerId,
      invitedId: ownerId,
      at,
      name: `${group.tag}…`,
      reward: 'given',
    })
  return group
}

/** Its texts are the same in all groups: they stay, unlike the email address. */
async function addIssuedFapiao(ownerId: string, order: { orderId: string; orderNo: string }) {
  const { db } = server.database
  const [added] = await db
    .insert(fapiaos)
    .values({
      ownerId,
      createdAt: new Date(),
      kind: 'ordinary',
      titleName: 'issued to',
      titleKind: 'individual',
      amount: 1,
      email: `fapiao@of${ownerId}.example`,
      state: 'issued',
      fapiaoNo: '0'.repeat(20),
    } as never)
    .returning({ id: fapiaos.id })
  const key = { ownerId, fapiaoId: String(added!.id) }
  await db.insert(fapiaoOrders).values({ ...key, ...order, amountCents: 1, isLive: true })
  await db.insert(fapiaoNumbers).values({ ...key, number: `2635${ownerId.padStart(16, '0')}` })
  await db
    .insert(fapiaoFiles)
    .values({ ...key, kind: 'fapiao', format: 'pdf', bytes: new Uint8Array([37]) })
  const by = { ...key, operator: 'issuer' }
  await db.insert(fapiaoTakes).values({ ...by, operatorId: '1', takenAt: new Date() })
  const wrong = { kind: 'fapiao', number: '1'.repeat(20), date: '2026-01-31' } as const
  await db
    .insert(fapiaoCorrections)
    .values({ ...by, ...wrong, at: new Date(), reason: 'wrong number' })
}

test('a cancellation leaves no personal row or value except its mail', async () => {
  const neighbour = await groupWithRowsEverywhere()
  const group = await groupWithRowsEverywhere(neighbour)
  const isOfGroup = (row: Row) => belongsTo(group, row)
  const before = await readAllRows()
  const tablesOfGroup = tablesWith(before, isOfGroup)
  const isEmpty = (name: string) => !tablesOfGroup.includes(name) && !ofCollections.has(name)
  expect([...before.keys()].filter(isEmpty)).toEqual(tablesWithoutUser)
  const otherTexts = textsOf(before, (row) => !isOfGroup(row))
  const personal = [...textsOf(before, isOfGroup)].filter((text) => !otherTexts.has(text))
  for (const word of [
    `${group.tag}nick`,
    `${group.tag} contact`,
    `sealed for ${group.owner.ownerId}`,
    `fapiao@of${group.owner.ownerId}.example`,
    group.owner.account,
  ])
    expect(personal).toContain(word)

  expect((await cancelAccount(group)).success).toBe(true)

  const after = await readAllRows()
  expect(tablesWith(after, isOfGroup).filter((name) => !tablesKept.includes(name))).toEqual([])
  const texts = textsOf(
    after,
    () => true,
    (name) => name !== 'mails',
  )
  // The number of a fapiao stays, and the transfer id of the distribution, which is random.
  const transfers = after
    .get('account_log')!
    .filter((row) => isOfGroup(row) && row['transfer_id'] !== null)
  const kept = [transfers[0]!['transfer_id'], `2635${group.owner.ownerId.padStart(16, '0')}`]
  expect(new Set(personal.filter((text) => texts.has(text)))).toEqual(new Set(kept))
  expect(after.get('mails')!.filter(isOfGroup)).toMatchObject([
    {
      to: group.owner.account,
      subject: expect.stringContaining('Your account has been deleted') as string,
    },
  ])
  for (const person of after.get('users')!.filter(isOfGroup))
    expect(person).toMatchObject({
      account: '',
      username: null,
      nickname: null,
      password_hash: '',
      invite_code: null,
      last_login_at: null,
      login_days: 0,
    })
  expect(tablesWith(after, (row) => belongsTo(neighbour, row))).toEqual(tablesOfGroup)
})

test('rows written within an hour of erasure are erased too, and no other account’s', async () => {
  const { db } = server.database
  const otherGroup = await groupWithRowsEverywhere()
  await otherGroup.asOwner.call(subAccounts.remove, { userId: otherGroup.sub.userId })
  const group = await groupWithRowsEverywhere()
  const isOfGroup = (row: Row) => String(row['owner_id']) === group.owner.ownerId
  const before = await readAllRows()
  expect((await cancelAccount(group)).success).toBe(true)
  const after = await readAllRows()
  // Registered users get no further invite code. Contacts need their space, secrets
  // their key, files their document, budgets their group.
  const erasedTables = [...before.keys()].filter(
    (name) => name !== 'invite_codes' && !after.get(name)!.some(isOfGroup),
  )
  const referred = ['spaces', 'api_keys', 'documents', 'webhooks', 'sub_account_groups']
  erasedTables.sort((a, b) => Number(referred.includes(b)) - Number(referred.includes(a)))
  for (const name of erasedTables)
    for (const row of before.get(name)!.filter(isOfGroup))
      await db.execute(
        sql`insert into ${sql.identifier(name)} overriding system value select * from jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify(row)}::jsonb)`,
      )
  expect(tablesWith(await readAllRows(), isOfGroup)).toEqual(
    expect.arrayContaining(tablesWith(before, isOfGroup).filter((name) => name !== 'invite_codes')),
  )
  server.passTime(59 * 60_000)
  await cleanUp(server.services)
  const afterCleanUp = await readAllRows()
  expect(tablesWith(afterCleanUp, isOfGroup)).toEqual(tablesWith(after, isOfGroup))
  for (const name of ['users', 'login_names', 'contacts', 'notices', 'invite_codes'])
    expect(
      afterCleanUp.get(name)!.filter((row) => belongsTo(otherGroup, row)),
      name,
    ).toEqual(before.get(name)!.filter((row) => belongsTo(otherGroup, row)))
})
