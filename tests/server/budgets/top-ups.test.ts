/** Monthly top-ups: what is missing is given once a month, by two servers, late, and in shares. */
import { afterAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { and, eq, gt, sql } from 'drizzle-orm'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { accountLog } from '#contract/ledger.ts'
import { notices } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { topUpAll } from '#server/features/budgets/top-up.ts'
import { reserveChars } from '#server/features/ledger/reservations/reserve-chars.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { budgetTopUps, mails } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const first = await serverWithCatalogue()
const second = await startServer({}, first.database)
afterAll(() => second.close())
const { db } = first.database

const monthOf = (now: number) => formatWireTime(new Date(now), zone).slice(0, 7)
/** Moves the clock of both servers to the first of the next month. */
function passMonth() {
  const [year = 0, month = 0] = monthOf(first.now()).split('-').map(Number)
  const ms = Date.UTC(year, month, 1) - 8 * 3_600_000 + 1_000 - first.now()
  first.passTime(ms)
  second.passTime(ms)
}
const runJob = () => topUpAll(first.services, zone)
const runJobs = () =>
  Promise.all([first, second, first, second].map(({ services }) => topUpAll(services, zone)))

async function newGroup(
  quota: Parameters<typeof addAccountGroup>[1] = { quota: [{ chars: 1_000 }, { chars: 30 }, {}] },
) {
  const { main, subs } = await addAccountGroup(first, quota)
  return {
    main,
    subs,
    asMain: () => signedIn(first, main),
    asSub: () => signedIn(first, subs[0]!),
    charsOf: async ({ userId }: { userId: string }) =>
      (await balanceOf(db, main.ownerId, userId)).chars,
  }
}

test('a rule begins on the next first: what is missing is given once, by whatever server', async () => {
  const { main, subs, asMain, asSub, charsOf } = await newGroup()
  for (const { userId } of subs)
    await (await asMain()).call(budgets.setBudget, { userId, ownRule: 1, topUpCharNum: 100 })
  await runJobs()
  expect(await charsOf(subs[0]!)).toBe(30)
  passMonth()
  await runJobs()
  await runJobs()
  expect(await charsOf(subs[0]!)).toBe(100)
  expect(await charsOf(subs[1]!)).toBe(100)
  expect(await charsOf(main)).toBe(1_000 - 70 - 100)
  const month = monthOf(first.now())
  const log = await (
    await asSub()
  ).call(accountLog.page, {
    logType: 'DISTRIBUTION',
    createDateTimeBegin: '2000-01-01 00:00:00',
    createDateTimeEnd: '2100-01-01 00:00:00',
  })
  expect(log.data.rows).toMatchObject([{ charChangeNum: 70, topUpMonth: month, managerName: null }])
  expect((await (await asSub()).call(notices.page, {})).data.rows).toMatchObject([
    { type: 'received', content: expect.stringContaining('70') },
  ])
  passMonth()
  await runJob()
  expect(await charsOf(subs[0]!)).toBe(100)
  expect(await accountLogOf(db, main.ownerId, subs[0]!.userId)).toHaveLength(2)
  expect(await discrepancies(db)).toEqual([])
})

test('if the main account has too little, each gets the same share, and the owner is told', async () => {
  const { main, subs, asMain, charsOf } = await newGroup({
    quota: [{ chars: 100 }, { chars: 50 }, {}, {}],
  })
  for (const { userId } of subs)
    await (await asMain()).call(budgets.setBudget, { userId, ownRule: 1, topUpCharNum: 150 })
  passMonth()
  await runJobs()
  expect(await Promise.all(subs.map(charsOf))).toEqual([75, 37, 37])
  expect(await charsOf(main)).toBe(1)
  const [notice] = (await (await asMain()).call(notices.page, {})).data.rows.filter(
    ({ type }) => type === 'topUpShort',
  )
  expect(notice!.content).toContain('99 characters in all, with 301 characters missing')
  const sent = await db.select().from(mails).where(eq(mails.to, main.account))
  expect(sent).toHaveLength(1)
  expect(await discrepancies(db)).toEqual([])
})

test('a changed rule counts from the next month; a late server gives what the old rule says', async () => {
  const { subs, asMain, charsOf } = await newGroup()
  const [sub, other] = subs
  const group = { name: 'Sales', topUpCharNum: 100 }
  await (await asMain()).call(subAccountGroups.calls.create, group)
  const row = (await (await asMain()).call(subAccountGroups.calls.page, {})).data.rows[0]!
  await (await asMain()).call(budgets.moveToGroup, { userIds: [sub!.userId], groupId: row.id })
  passMonth()
  const { id, version } = row
  await (
    await asMain()
  ).call(subAccountGroups.calls.edit, { ...group, id, version, topUpCharNum: 200 })
  expect(await charsOf(sub!)).toBe(100)
  await (await asMain()).call(budgets.moveToGroup, { userIds: [other!.userId], groupId: id })
  await runJobs()
  expect([await charsOf(sub!), await charsOf(other!)]).toEqual([100, 0])
  passMonth()
  await runJobs()
  expect([await charsOf(sub!), await charsOf(other!)]).toEqual([200, 200])
})

test('disabled and deleted sub-accounts get nothing; one enabled again in the month does', async () => {
  const { main, subs, asMain, charsOf } = await newGroup()
  const [disabled, deleted] = subs
  for (const { userId } of subs)
    await (await asMain()).call(budgets.setBudget, { userId, ownRule: 1, topUpCharNum: 100 })
  await (await asMain()).call(subAccounts.remove, { userId: deleted!.userId })
  await (await asMain()).call(subAccounts.changeEnabled, { userId: disabled!.userId, enabled: 0 })
  passMonth()
  await runJobs()
  const before = await charsOf(main)
  await (await asMain()).call(subAccounts.changeEnabled, { userId: disabled!.userId, enabled: 1 })
  const left = await charsOf(disabled!)
  await runJobs()
  expect(await charsOf(disabled!)).toBe(100)
  expect(await charsOf(main)).toBe(before - (100 - left))
})

test('disabling takes back what is left, but for what runs; saving a disabled one again takes nothing', async () => {
  const { main, subs, asMain, charsOf } = await newGroup({ quota: [{ chars: 100 }, { chars: 50 }] })
  const { ownerId, userId } = subs[0]!
  await reserveChars(
    db,
    { ownerId, userId, chars: 20, usesMainQuota: false },
    new Date(first.now()),
  )
  const owner = await asMain()
  await owner.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  expect([await charsOf(main), await charsOf(subs[0]!)]).toEqual([130, 20])
  const [entry] = (await accountLogOf(db, ownerId, userId)).slice(-1)
  expect(entry).toMatchObject({ logType: 'RECOVERY', charChange: -30, managerId: main.userId })
  await owner.call(subAccounts.edit, { userId, nickname: 'Away', enabled: 0 })
  expect(await charsOf(main)).toBe(130)
})

test('a job that is stopped in the middle gives nothing, and the next one all', async () => {
  const { main, subs, asMain, charsOf } = await newGroup()
  await (
    await asMain()
  ).call(budgets.setBudget, { userId: subs[0]!.userId, ownRule: 1, topUpCharNum: 100 })
  passMonth()
  await db.execute(
    `create function stop_top_up() returns trigger language plpgsql as 'begin raise exception ''stopped''; end'`,
  )
  await db.execute(
    `create trigger stop_top_up before insert on notices for each row execute function stop_top_up()`,
  )
  await runJobs()
  await db.execute(`drop trigger stop_top_up on notices`)
  expect(await charsOf(subs[0]!)).toBe(30)
  await runJobs()
  expect([await charsOf(subs[0]!), await charsOf(main)]).toEqual([100, 930])
})

test('top-ups are conserved and never exceed the rule or the pool, for all balances and rules', async () => {
  const amounts = fc.array(
    fc.record({ has: fc.integer({ min: 0, max: 50 }), rule: fc.integer({ min: 1, max: 60 }) }),
    { minLength: 1, maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 150 }), amounts, async (pool, people) => {
      const { main, subs, asMain, charsOf } = await newGroup({
        quota: [{ chars: pool }, ...people.map(({ has }) => ({ chars: has }))],
      })
      const owner = await asMain()
      for (const [at, { userId }] of subs.entries())
        await owner.call(budgets.setBudget, {
          userId,
          ownRule: 1,
          topUpCharNum: people[at]!.rule,
        })
      passMonth()
      await runJobs()
      const after = await Promise.all(subs.map(charsOf))
      const left = await charsOf(main)
      const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
      expect(left + sum(after)).toBe(pool + sum(people.map(({ has }) => has)))
      const lacks = people.map(({ has, rule }) => Math.max(0, rule - has))
      after.forEach((chars, at) => {
        expect(chars).toBeGreaterThanOrEqual(people[at]!.has)
        expect(chars).toBeLessThanOrEqual(people[at]!.has + lacks[at]!)
      })
      if (sum(lacks) <= pool)
        expect(sum(after)).toBe(sum(people.map(({ has }) => has)) + sum(lacks))
      else expect(left).toBeLessThan(subs.length)
    }),
    { numRuns: 12 },
  )
  expect(await discrepancies(db)).toEqual([])
  expect((await db.select().from(budgetTopUps)).length).toBeGreaterThan(0)
})

test('with 22,000 sub-accounts in a group its rule can be changed, and each gets its share', async () => {
  const { main, subs, asMain, charsOf } = await newGroup({ quota: [{ chars: 1_000 }, {}] })
  const owner = await asMain()
  const { userId: subId } = subs[0]!
  await owner.call(budgets.setBudget, { userId: subId, ownRule: 1, topUpCharNum: 780_000 })
  await owner.call(subAccountGroups.calls.create, { name: 'Shops', dailyCharNum: 5 })
  const { id, version } = (await owner.call(subAccountGroups.calls.page, {})).data.rows[0]!
  const ownerId = sql`${main.ownerId}::bigint`
  const userId = sql`5000000 + n`
  for (const rows of [
    sql`users (owner_id, user_id, account, password_hash) select ${ownerId}, ${userId}, '', ''`,
    sql`balances (owner_id, user_id) select ${ownerId}, ${userId}`,
    sql`sub_account_budgets (owner_id, user_id, group_id) select ${ownerId}, ${userId}, ${id}::bigint`,
  ])
    await db.execute(sql`insert into ${rows} from generate_series(1, 22000) n`)
  // As autovacuum does: without statistics a cluster's machine joins them row by row.
  await db.execute(sql`analyze users, balances, sub_account_budgets`)
  const input = { id, version, name: 'Shops', topUpCharNum: 10 }
  expect((await owner.call(subAccountGroups.calls.edit, input)).success).toBe(true)
  passMonth()
  await runJob()
  // A thousandth of the 1,000,000 that all lack together: nothing for those who lack 10.
  expect(await charsOf(subs[0]!)).toBe(780)
  const given = await db.$count(
    budgetTopUps,
    and(eq(budgetTopUps.ownerId, main.ownerId), gt(budgetTopUps.userId, '5000000')),
  )
  expect(given).toBe(2 * 22_000)
})
