/** Business figures equal the sums of known rows, by days of the business time zone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { today } from '#contract/operator/today.ts'
import { translation } from '#contract/translation.ts'
import {
  approvals,
  closedDays,
  ledgerChecks,
  ledgerFindings,
  loginLog,
  mails,
  orders,
  refunds,
  unmatchedPayments,
  usageDays,
  users,
} from '#server/schema.ts'
import { closeDays } from '#server/features/operators/today/business-days.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { createPartitions, monthlyLogs } from '#server/platform/db/log-partitions.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { eq, sql } from 'drizzle-orm'
import { addMember } from '#tests/support/actors/memberships.ts'
import { addOperator, newOperator } from '#tests/support/actors/operators.ts'
import { scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

const hour = 3_600_000
const day = 24 * hour
/** Of Asia/Shanghai, which has no daylight saving time. */
const offset = 8 * hour
const languages = { source: 'zh', target: 'en', clientType: 'web' }

const vendor = scriptedTranslators(async ({ text }) => {
  if (text === 'fails') throw new ChannelFailure('garbled', 'no JSON')
  return { translated: text }
})
let server: TestServer
let operator: Caller
let main: Awaited<ReturnType<typeof addMember>>['main']
let other: typeof main
beforeAll(async () => {
  server = await startServer({}, undefined, { translators: vendor.translators })
  const { db } = server.database
  // Noon in the business time zone, so that no day ends during the test.
  const local = (server.now() + offset) % day
  server.passTime((36 * hour - local) % day)
  await ensureCatalogue(db)
  for (const log of monthlyLogs)
    await createPartitions(db, log, new Date(server.now() - 100 * day), new Date(server.now()))
  operator = await newOperator(server, 'support')
  ;({ main } = await addMember(db, { groupId: '2', chars: [5_000] }))
  ;({ main: other } = await addMember(db, { groupId: '2', chars: [5_000] }))
  await db.update(users).set({ registeredAt: at(40) })
})
afterAll(() => server.close())

/** Time on the business day `daysAgo`, by default its start. */
function at(daysAgo: number, ms = 0): Date {
  const local = server.now() + offset
  return new Date(local - (local % day) - daysAgo * day + ms - offset)
}
const dayOf = (daysAgo: number) =>
  new Date(at(daysAgo).getTime() + offset).toISOString().slice(0, 10)
const get = async () => (await operator.call(today.get, {})).data

let numbers = 0
const order = (createdAt: Date, payStatus: 'W' | 'P' | 'T' | 'C', paidAt?: Date) => ({
  ownerId: main.userId,
  no: `T${(numbers += 1)}`,
  seq: 1_000 + numbers,
  payChannel: 'WC_NATIVE' as const,
  payStatus,
  memberGroupId: '2',
  groupName: '标准',
  groupEnName: 'Standard',
  channelId: '1',
  billingMode: 'char' as const,
  salesNum: 1,
  num: 1,
  amountCents: 10 ** numbers,
  createdAt,
  paidAt: paidAt ?? null,
})

test('without data there is a row of zeros for each of 30 days, and no late job', async () => {
  const figures = await get()
  const none = { today: 0, week: 0, month: 0 }
  expect(figures).toMatchObject({
    day: dayOf(0),
    revenue: none,
    refunds: none,
    paidOrders: none,
    signUps: none,
    activePeople: none,
    characters: none,
    unmatchedPayments: { count: 0, amount: 0, toHandle: [] },
    openApprovals: 0,
    mails: { waiting: 0, failing: 0, lastFailure: null },
    ledger: { findings: 0, checkDateTime: null },
  })
  expect(figures.days.map((each) => each.day)).toEqual(
    Array.from({ length: 30 }, (_, index) => dayOf(29 - index)),
  )
  expect(figures.orders).toEqual(['W', 'P', 'T', 'C'].map((payStatus) => ({ payStatus, ...none })))
  expect(figures.jobs.map(({ job, isLate }) => [job, isLate])).toEqual(
    ['mail', 'orderPolls', 'reservations', 'announcements', 'webhooks', 'ledger'].map((job) => [
      job,
      0,
    ]),
  )
  expect(figures.channels.length).toBeGreaterThan(2)
})

test('revenue counts on the day of payment, and days end at midnight in the business time zone', async () => {
  const { db } = server.database
  await db
    .insert(orders)
    .values([
      order(at(1), 'P', at(0)),
      order(at(1), 'P', at(0, -1)),
      order(at(6), 'P', at(6)),
      order(at(7), 'P', at(6, -1)),
      order(at(29), 'P', at(29)),
      order(at(30), 'P', at(29, -1)),
      order(at(0), 'W'),
      order(at(3), 'C'),
      order(at(20), 'T'),
    ])
  const figures = await get()
  expect(figures.revenue).toEqual({ today: 10, week: 1_110, month: 111_110 })
  expect(figures.paidOrders).toEqual({ today: 1, week: 3, month: 5 })
  expect(figures.days.at(-2)).toMatchObject({ day: dayOf(1), revenue: 100, paidOrders: 1 })
  expect(figures.orders).toEqual([
    { payStatus: 'W', today: 1, week: 1, month: 1 },
    { payStatus: 'P', today: 0, week: 3, month: 5 },
    { payStatus: 'T', today: 0, week: 0, month: 1 },
    { payStatus: 'C', today: 0, week: 1, month: 1 },
  ])
})

test('refunds count on the day of the refund, once the gateway has made them', async () => {
  const refund = (amountCents: number, refundedAt: Date, more = {}) => ({
    gateway: 'alipay',
    refundNo: `R${amountCents}`,
    gatewayNo: '',
    orderNo: 'T1',
    amountCents,
    reportedCents: amountCents,
    vendorState: 'success' as const,
    state: 'open' as const,
    refundedAt,
    at: refundedAt,
    ...more,
  })
  await server.database.db
    .insert(refunds)
    .values([
      refund(5, at(0)),
      refund(50, at(10)),
      refund(7, at(0), { vendorState: 'suspected' }),
      refund(9, at(0), { state: 'void', reason: 'replaced' }),
    ])
  expect(await get()).toMatchObject({ refunds: { today: 5, week: 5, month: 55 }, openRefunds: 3 })
})

test('users who signed in or translated count as active once each, and operators do not', async () => {
  const { db } = server.database
  const use = (userId: string, daysAgo: number, chars: number, channelId: string) => ({
    ownerId: userId,
    userId,
    day: dayOf(daysAgo),
    channelId,
    ...languages,
    chars,
    count: 2,
  })
  await db
    .insert(usageDays)
    .values([
      use(main.userId, 0, 100, '1'),
      use(main.userId, 0, 20, '2'),
      use(main.userId, 8, 3_000, '1'),
      use(other.userId, 29, 40_000, '2'),
      use(other.userId, 30, 500_000, '2'),
    ])
  const login = (ownerId: string, userId: string, daysAgo: number, seq: number) => ({
    ownerId,
    userId,
    seq,
    at: at(daysAgo),
    ip: '10.0.0.1',
    clientType: 'web',
  })
  const staff = await addOperator(server)
  await db
    .insert(loginLog)
    .values([
      login(main.userId, main.userId, 0, 1),
      login(other.userId, other.userId, 3, 1),
      login('0', staff.userId, 0, 1),
    ])
  await db
    .update(users)
    .set({ registeredAt: at(2) })
    .where(eq(users.userId, other.userId))
  const figures = await get()
  expect(figures.activePeople).toEqual({ today: 1, week: 2, month: 2 })
  expect(figures.characters).toEqual({ today: 120, week: 120, month: 43_120 })
  expect(figures.signUps).toEqual({ today: 0, week: 1, month: 1 })
  expect(figures.days.at(-1)).toMatchObject({ activePeople: 1, characters: 120 })
  expect(figures.channels.slice(0, 2)).toMatchObject([
    { id: '2', characters: { today: 20, week: 20, month: 40_020 } },
    { id: '1', characters: { today: 100, week: 100, month: 3_100 }, translations: { month: 4 } },
  ])
})

test('closed days have the same figures, and their rows are not read again', async () => {
  const { db } = server.database
  const close = () => closeDays(db, 'Asia/Shanghai', new Date(server.now()))
  const before = await get()
  expect(await close()).toBe(29)
  expect(await close()).toBe(0)
  const figures = await get()
  expect({ ...figures, asOfDateTime: before.asOfDateTime }).toEqual(before)
  const yesterday = { ownerId: main.userId, userId: main.userId, day: dayOf(1), channelId: '1' }
  await db.insert(usageDays).values({ ...yesterday, ...languages, chars: 7, count: 1 })
  expect((await get()).characters).toEqual(before.characters)
  await db.delete(usageDays).where(eq(usageDays.day, dayOf(1)))
})

test('a user active before and after the last closed day counts once in each period', async () => {
  const { db } = server.database
  const { main: third } = await addMember(db, { groupId: '2', chars: [1] })
  await db
    .update(users)
    .set({ registeredAt: at(40) })
    .where(eq(users.userId, third.userId))
  const before = await get()
  const use = (userId: string, chars: number) =>
    db.insert(usageDays).values({
      ownerId: userId,
      userId,
      day: dayOf(0),
      channelId: '3',
      ...languages,
      chars,
      count: 1,
    })
  // The first was active on a closed day of the week, the second on none of the 30 days.
  await use(other.userId, 1)
  await use(third.userId, 1)
  const { activePeople, characters, days } = await get()
  expect(activePeople).toEqual({ today: 3, week: 3, month: 3 })
  expect(characters.today).toBe(before.characters.today + 2)
  expect(days.at(-1)!.activePeople).toBe(3)
  await db.delete(usageDays).where(eq(usageDays.channelId, '3'))
})

test('a day is not closed within the hour after its end', async () => {
  const { db } = server.database
  const halfPast = new Date(at(0).getTime() + 24 * hour + hour / 2)
  expect(await closeDays(db, 'Asia/Shanghai', halfPast)).toBe(0)
  expect(await closeDays(db, 'Asia/Shanghai', new Date(halfPast.getTime() + hour))).toBe(1)
  await db.delete(closedDays).where(eq(closedDays.day, dayOf(0)))
})

test('a failure of a vendor is counted by channel and kind of error', async () => {
  const customer = await signedIn(server, main)
  const before = (await get()).vendorFailures
  expect(before).toEqual([])
  for (let n = 0; n < 2; n++)
    expect(
      (await customer.call(translation.text, { source: 'en', target: 'zh', text: 'fails' }))
        .success,
    ).toBe(false)
  const figures = await get()
  expect(figures.vendorFailures).toMatchObject([{ errorKind: 'garbled', today: 2, week: 2 }])
  const { channelId } = figures.vendorFailures[0]!
  expect(figures.channels.find(({ id }) => id === channelId)!.failures).toEqual({
    today: 2,
    week: 2,
    month: 2,
  })
})

test('pending work is counted, and a job whose work is overdue is late', async () => {
  const { db } = server.database
  const long = new Date(server.now() - hour)
  const payment = (gatewayNo: string, handledAt: Date | null) => ({
    gateway: 'alipay',
    gatewayNo,
    orderNo: 'T1',
    reason: 'paidTwice' as const,
    amountCents: 250,
    paidAt: long,
    at: long,
    handledAt,
    handledBy: handledAt && 'staff',
    handling: handledAt && 'done',
  })
  await db.insert(unmatchedPayments).values([payment('p1', null), payment('p2', long)])
  const { userId, name } = await addOperator(server)
  await db.insert(approvals).values({
    createdAt: long,
    kind: 'adjust',
    askedBy: userId,
    askedName: name,
    askedRole: 'support',
    ownerId: main.userId,
    subject: 'account x',
    request: {},
    reason: 'outage',
  })
  const mail = { messageId: 'm', to: 'a@b.cn', subject: '', text: '', html: '', createdAt: long }
  await db.insert(mails).values([
    { ...mail, dueAt: long, tries: 3, failure: '550 no such mailbox' },
    { ...mail, dueAt: new Date(server.now() + hour) },
  ])
  await db.insert(ledgerChecks).values({
    name: 'standing',
    at: new Date(server.now() - 2 * hour),
    accounts: 2,
    rows: 3,
    milliseconds: 4,
  })
  await db
    .insert(ledgerFindings)
    .values({ ownerId: '0', invariant: 'sums', sentence: 'off by one', at: long })
  const figures = await get()
  expect(figures).toMatchObject({
    unmatchedPayments: {
      count: 1,
      amount: 250,
      toHandle: [{ gatewayNo: 'p1', amount: 250 }],
    },
    openApprovals: 1,
    mails: { waiting: 2, failing: 1, lastFailure: '550 no such mailbox' },
    ledger: { findings: 1, checkDateTime: expect.stringMatching(/^\d{4}-/) as unknown },
  })
  const late = figures.jobs.filter(({ isLate }) => isLate === 1).map(({ job }) => job)
  expect(late).toEqual(['mail', 'ledger'])
  expect(figures.jobs[0]!.lateSeconds).toBeGreaterThanOrEqual(3_600)
  await db.execute(sql`delete from mails`)
  expect((await get()).jobs[0]).toEqual({ job: 'mail', lateSeconds: 0, isLate: 0 })
})
