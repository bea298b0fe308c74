/** Usage by day, by user and by channel, and the forecast. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { usage } from '#contract/usage.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#server/schema.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { type Person } from '#tests/support/actors/people.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

const day = 86_400_000
/** The date in Shanghai a number of days ago. */
const dayAgo = (days: number) =>
  new Date(server.now() - days * day + 8 * 3_600_000).toISOString().slice(0, 10)

async function createAccountGroup({
  ageInDays = 100,
  chars = 10_000,
  subs = 2,
  groupId = '2',
} = {}) {
  const { db } = server.database
  const quota = Array.from({ length: 1 + subs }, () => ({ chars }))
  const group = await addAccountGroup(server, { groupId, quota })
  await db
    .update(users)
    .set({ registeredAt: new Date(server.now() - ageInDays * day) })
    .where(eq(users.ownerId, group.main.ownerId))
  return { main: group.main, subs: group.subs, owner: group.asMain }
}

const useChars = ({ ownerId, userId }: Person, chars: number, daysAgo: number) =>
  chargeTranslation(
    server.database.db,
    { ownerId, userId, chars, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
    'Asia/Shanghai',
    new Date(server.now() - daysAgo * day),
  )

test('usage by user has a row for each user and day, highest usage first', async () => {
  const { main, subs, owner } = await createAccountGroup()
  const [first, second] = subs as [Person, Person]
  await useChars(first, 100, 3)
  await useChars(first, 50, 3)
  await useChars(first, 7, 0)
  await useChars(second, 1_000, 30)
  await useChars(second, 900, 29)
  await server.database.db
    .update(users)
    .set({ nickname: '王芳' })
    .where(eq(users.userId, first.userId))
  const { data } = await owner.call(usage.daily, { groupBy: 'user' })
  expect([data.firstDay, data.lastDay]).toEqual([dayAgo(29), dayAgo(0)])
  expect(data.groups).toEqual([
    { id: second.userId, name: second.account, enName: null, chars: 900 },
    { id: first.userId, name: '王芳', enName: null, chars: 157 },
    { id: main.userId, name: main.account.replace('@example.com', ''), enName: null, chars: 0 },
  ])
  expect(data.rows).toHaveLength(90)
  const charsByDay = (groupId: string) =>
    data.rows
      .filter((row) => row.groupId === groupId && row.chars > 0)
      .map(({ day, chars }) => [day, chars])
  expect(charsByDay(first.userId)).toEqual([
    [dayAgo(3), 150],
    [dayAgo(0), 7],
  ])
  expect(charsByDay(second.userId)).toEqual([[dayAgo(29), 900]])
})

test('usage by channel has names in both languages; without usage, the current channel with 0', async () => {
  const { main, subs, owner } = await createAccountGroup()
  expect((await owner.call(usage.daily, { days: 3 })).data).toMatchObject({
    groups: [{ id: '1', name: '腾讯翻译', enName: 'Tencent Translate', chars: 0 }],
    rows: [{ chars: 0 }, { chars: 0 }, { chars: 0 }],
  })
  await useChars(subs[0]!, 10, 1)
  await server.database.db
    .update(users)
    .set({ channelId: '5' })
    .where(eq(users.userId, main.userId))
  await useChars(main, 30, 0)
  const { data } = await owner.call(usage.daily, { days: 2, groupBy: 'channel' })
  expect(data.groups.map(({ enName, chars }) => [enName, chars])).toEqual([
    ['DeepL', 30],
    ['Tencent Translate', 10],
  ])
  expect(data.rows).toEqual([
    { day: dayAgo(1), groupId: '5', chars: 0 },
    { day: dayAgo(0), groupId: '5', chars: 30 },
    { day: dayAgo(1), groupId: '1', chars: 10 },
    { day: dayAgo(0), groupId: '1', chars: 0 },
  ])
})

test('days before an account or sub-account existed are absent', async () => {
  const { main, subs, owner } = await createAccountGroup({ ageInDays: 5, subs: 1 })
  await server.database.db
    .update(users)
    .set({ registeredAt: new Date(server.now() - 2 * day) })
    .where(eq(users.userId, subs[0]!.userId))
  await useChars(subs[0]!, 1, 1)
  const { data } = await owner.call(usage.daily, { groupBy: 'user' })
  expect(data.firstDay).toBe(dayAgo(5))
  const days = (groupId: string) => data.rows.filter((row) => row.groupId === groupId).length
  expect([days(main.userId), days(subs[0]!.userId)]).toEqual([6, 3])
})

test('a sub-account sees its own usage only', async () => {
  const { main, subs } = await createAccountGroup()
  await useChars(main, 500, 0)
  await useChars(subs[0]!, 20, 0)
  const { data } = await (
    await signedIn(server, subs[0]!)
  ).call(usage.daily, { groupBy: 'user', days: 1 })
  expect(data.rows).toEqual([{ day: dayAgo(0), groupId: subs[0]!.userId, chars: 20 }])
  const channel = await (await signedIn(server, subs[1]!)).call(usage.daily, { days: 1 })
  expect(channel.data.groups).toMatchObject([{ id: '1', chars: 0 }])
})

test('usage of a deleted sub-account is kept without its name', async () => {
  const { subs, owner } = await createAccountGroup({ subs: 1 })
  await useChars(subs[0]!, 20, 0)
  await owner.call(subAccounts.remove, { userId: subs[0]!.userId })
  const { data } = await owner.call(usage.daily, { groupBy: 'user', days: 1 })
  expect(data.groups[0]).toEqual({ id: subs[0]!.userId, name: null, enName: null, chars: 20 })
})

test('from the thirteenth on, groups with the least usage are summed up', async () => {
  const { subs, owner } = await createAccountGroup({ subs: 15 })
  for (const [index, sub] of subs.entries()) await useChars(sub, 100 + index, index % 2)
  const { data } = await owner.call(usage.daily, { groupBy: 'user', days: 2 })
  expect(data.groups).toHaveLength(13)
  expect(data.groups.at(-1)).toEqual({
    id: 'others',
    name: null,
    enName: null,
    chars: 100 + 101 + 102,
  })
  expect(data.rows.filter(({ groupId }) => groupId === 'others')).toEqual([
    { day: dayAgo(1), groupId: 'others', chars: 101 },
    { day: dayAgo(0), groupId: 'others', chars: 202 },
  ])
})

test('the forecast divides the group’s balance by its average usage of the charted days', async () => {
  const { subs, owner } = await createAccountGroup({ ageInDays: 9 })
  expect((await owner.call(usage.forecast, {})).data).toEqual({
    daysLeft: null,
    dailyAverage: 0,
    days: 10,
    used: 0,
    left: 30_000,
  })
  await useChars(subs[0]!, 2_000, 9)
  await useChars(subs[1]!, 1_000, 1)
  await useChars(subs[1]!, 4_000, 0)
  const { data } = await owner.call(usage.forecast, {})
  expect(data).toEqual({ daysLeft: 32, dailyAverage: 700, days: 10, used: 7_000, left: 23_000 })
  const chartTotal = (await owner.call(usage.daily, {})).data.rows.reduce(
    (sum, { chars }) => sum + chars,
    0,
  )
  expect(data.used).toBe(chartTotal)
})

test('the forecast of a sub-account is its own, also with automatic distribution', async () => {
  const { subs } = await createAccountGroup({ ageInDays: 9 })
  await useChars(subs[0]!, 2_000, 9)
  await useChars(subs[1]!, 4_000, 0)
  const sub = await signedIn(server, subs[0]!)
  const ownForecast = { daysLeft: 40, dailyAverage: 200, days: 10, used: 2_000, left: 8_000 }
  expect((await sub.call(usage.forecast, {})).data).toEqual(ownForecast)
  await server.database.db
    .update(users)
    .set({ autoDistribution: true })
    .where(eq(users.userId, subs[0]!.ownerId))
  expect((await sub.call(usage.forecast, {})).data).toEqual(ownForecast)
})

test('the forecast of a new account uses today alone, that of a time plan its end', async () => {
  const { subs, owner } = await createAccountGroup({ ageInDays: 0, subs: 1 })
  await useChars(subs[0]!, 100, 0)
  expect((await owner.call(usage.forecast, {})).data).toMatchObject({
    daysLeft: 199,
    dailyAverage: 100,
    days: 1,
  })
  const { main, owner: monthly } = await createAccountGroup({ groupId: '6', subs: 0, chars: 0 })
  expect((await monthly.call(usage.forecast, {})).data).toMatchObject({
    daysLeft: null,
    dailyAverage: 0,
  })
  const expiresIn = (days: number) =>
    server.database.db.execute(
      sql`update balances set expires_at = ${new Date(server.now() + days * day).toISOString()} where user_id = ${main.userId}`,
    )
  await expiresIn(3.5)
  expect((await monthly.call(usage.forecast, {})).data).toMatchObject({
    daysLeft: 3,
    dailyAverage: 0,
  })
  await expiresIn(-1)
  expect((await monthly.call(usage.forecast, {})).data.daysLeft).toBeNull()
})

test('the forecast of a trial ends with it, and needs usage', async () => {
  const { main, owner } = await createAccountGroup({ ageInDays: 0, subs: 0, groupId: '1' })
  await server.database.db.execute(
    sql`update balances set expires_at = ${new Date(server.now() + 5.5 * day).toISOString()} where user_id = ${main.userId}`,
  )
  expect((await owner.call(usage.forecast, {})).data.daysLeft).toBeNull()
  await useChars(main, 100, 0)
  expect((await owner.call(usage.forecast, {})).data).toMatchObject({ daysLeft: 5, left: 9_900 })
})

test('without a balance there is no forecast', async () => {
  const { main, owner } = await createAccountGroup({ ageInDays: 9, subs: 0, chars: 1_000 })
  await useChars(main, 1_000, 1)
  expect((await owner.call(usage.forecast, {})).data).toEqual({
    daysLeft: null,
    dailyAverage: 100,
    days: 10,
    used: 1_000,
    left: 0,
  })
})

test('users are ranked by this month’s usage, next to the same days of last month', async () => {
  const { main, subs, owner } = await createAccountGroup({ ageInDays: 400 })
  const [first, second] = subs as [Person, Person]
  const months = (await owner.call(usage.people, {})).data
  const daysAgo = (date: string) => Math.round((Date.parse(dayAgo(0)) - Date.parse(date)) / day)
  // Earlier days first: the time of log rows never goes back.
  await useChars(main, 5_000, daysAgo(months.previousFirstDay) + 1)
  await useChars(main, 40, daysAgo(months.previousLastDay))
  await useChars(second, 50, daysAgo(months.previousFirstDay))
  await useChars(second, 300, daysAgo(months.firstDay))
  await useChars(first, 100, 0)
  const { data } = await owner.call(usage.people, {})
  expect(
    data.rows.map(({ userId, chars, previousChars }) => [userId, chars, previousChars]),
  ).toEqual([
    [second.userId, 300, 50],
    [first.userId, 100, 0],
    [main.userId, 0, 40],
  ])
  expect([data.firstDay.slice(8), data.previousFirstDay.slice(8)]).toEqual(['01', '01'])
  expect(data).toMatchObject({
    total: 3,
    lastDay: dayAgo(0),
    trendFirstDay: dayAgo(29),
    all: { chars: 400, previousChars: 90 },
  })
  expect(data.all.usableCharNum).toBe((await owner.call(usage.forecast, {})).data.left)
  expect([data.rows[1]!.byDay.length, data.rows[1]!.byDay.at(-1)]).toEqual([30, 100])
})

test('totals include users beyond the limit and deleted ones with usage', async () => {
  const { subs, owner } = await createAccountGroup({ subs: 3 })
  for (const [index, sub] of subs.entries()) await useChars(sub, 100 + index, 0)
  await owner.call(subAccounts.remove, { userId: subs[2]!.userId })
  const { data } = await owner.call(usage.people, { limit: 2 })
  expect(data).toMatchObject({ total: 4, all: { chars: 303 } })
  expect(
    data.rows.map(({ account, chars, usableCharNum }) => [account, chars, usableCharNum]),
  ).toEqual([
    [null, 102, 0],
    [subs[1]!.account, 101, 9_899],
  ])
})

test('a sub-account may not read the usage of others', async () => {
  const { subs } = await createAccountGroup({ subs: 1 })
  const sub = await signedIn(server, subs[0]!)
  expect((await sub.send('GET', '/usage/people')).data).toEqual({ code: 'notAllowed' })
})

test('invalid parameters are refused', async () => {
  const { owner } = await createAccountGroup({ subs: 0 })
  for (const query of ['days=0', 'days=367', 'days=x', 'groupBy=moon']) {
    expect((await owner.send('GET', `/usage/daily?${query}`)).data, query).toMatchObject({
      code: 'invalid',
    })
  }
})

test('the demo’s charts add up to its used characters', async () => {
  const { db } = server.database
  await seedDemo(db, { now: new Date(server.now()), ...testCrypto })
  const { rows } = await db.execute<{ owner_id: string; used: string }>(sql`
    select n.owner_id, sum(b.used_chars) as used from login_names n join balances b using (owner_id) where n.name = 'demo' group by 1`)
  const { owner_id: ownerId, used } = rows[0]!
  const owner = await signedIn(server, { ownerId, userId: ownerId, account: 'demo' })
  for (const groupBy of ['channel', 'user'] as const) {
    const { data } = await owner.call(usage.daily, { days: 366, groupBy })
    expect(data.groups.reduce((sum, { chars }) => sum + chars, 0)).toBe(Number(used))
    expect(data.rows.reduce((sum, { chars }) => sum + chars, 0)).toBe(Number(used))
  }
})
