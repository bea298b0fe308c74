/** Groups of sub-accounts and their rule: which holds, for whom, and that nobody else's is touched. */
import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import type { ApiErrorData, Caller } from '#tests/support/server/server.ts'

const server = await serverWithCatalogue()
const { create, edit, page, remove } = subAccountGroups.calls

const quota = { chars: 1_000 }
const newAccounts = () => addAccountGroup(server, { quota: [quota, quota, quota] })
const codeOf = ({ success, data }: { success: boolean; data: unknown }) =>
  success ? 'done' : (data as ApiErrorData).code

async function addGroup(asMain: Caller, fields: Parameters<typeof asMain.call<typeof create>>[1]) {
  expect(codeOf(await asMain.call(create, fields))).toBe('done')
  return (await asMain.call(page, { name: fields.name })).data.rows[0]!
}
const limitOf = async (caller: Caller) => {
  const { rule } = (await caller.call(budgets.own, {})).data
  return rule.monthlyCharNum
}

test('the members of a group share its rule, each with a count of its own', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const { id } = await addGroup(asMain, { name: 'Sales', monthlyCharNum: 10 })
  const userIds = subs.map(({ userId }) => userId)
  expect(codeOf(await asMain.call(budgets.moveToGroup, { userIds, groupId: id }))).toBe('done')
  for (const asSub of asSubs) {
    const text = (length: number) => ({ source: 'en', target: 'fr', text: 'a'.repeat(length) })
    expect(codeOf(await asSub.call(translation.text, text(10)))).toBe('done')
    expect(codeOf(await asSub.call(translation.text, text(1)))).toBe('tooManyRequests')
  }
  expect((await asMain.call(page, {})).data.rows).toMatchObject([{ name: 'Sales', memberNum: 2 }])
  expect(
    (await asMain.call(subAccounts.page, { groupId: id, pageNum: 1, pageSize: 10 })).data,
  ).toMatchObject({ total: 2, rows: [{ groupTitle: 'Sales' }, { groupTitle: 'Sales' }] })
})

test('an own rule replaces that of the group until it is given up; a changed group counts at once', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const userId = subs[0]!.userId
  const group = await addGroup(asMain, { name: 'Support', monthlyCharNum: 10, dailyCharNum: 5 })
  await asMain.call(budgets.moveToGroup, { userIds: [userId], groupId: group.id })
  expect(await limitOf(asSubs[0]!)).toBe(10)
  await asMain.call(budgets.setBudget, { userId, ownRule: 1, monthlyCharNum: 77 })
  expect((await asSubs[0]!.call(budgets.own, {})).data).toMatchObject({
    groupTitle: 'Support',
    ownRule: 1,
    rule: { monthlyCharNum: 77, dailyCharNum: null },
  })
  await asMain.call(budgets.setBudget, { userId, ownRule: 0 })
  expect(await limitOf(asSubs[0]!)).toBe(10)
  const { id, version } = group
  await asMain.call(edit, { id, version, name: 'Support', monthlyCharNum: 20 })
  expect((await asSubs[0]!.call(budgets.own, {})).data.rule).toMatchObject({
    monthlyCharNum: 20,
    dailyCharNum: null,
  })
})

test('an own rule without amounts holds only in place of that of a group', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const userId = subs[0]!.userId
  await asMain.call(budgets.setBudget, { userId, ownRule: 1 })
  const { id } = await addGroup(asMain, { name: 'Sales', monthlyCharNum: 10 })
  await asMain.call(budgets.moveToGroup, { userIds: [userId], groupId: id })
  expect(await limitOf(asSubs[0]!)).toBe(10)
  await asMain.call(budgets.setBudget, { userId, ownRule: 1 })
  expect((await asSubs[0]!.call(budgets.own, {})).data).toMatchObject({ ownRule: 1, caps: [] })
})

test('a group that gets members while it is deleted has none afterwards', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const userIds = subs.map(({ userId }) => userId)
  for (let round = 0; round < 5; round++) {
    const { id } = await addGroup(asMain, { name: `Round ${round}`, monthlyCharNum: 10 })
    await asMain.call(budgets.moveToGroup, { userIds: [userIds[0]!], groupId: id })
    const [removed, moved] = await Promise.all([
      asMain.call(remove, { id }),
      asMain.call(budgets.moveToGroup, { userIds, groupId: id }),
    ])
    expect(codeOf(removed)).toBe('done')
    expect(['done', 'notFound']).toContain(codeOf(moved))
    expect((await asSubs[0]!.call(budgets.own, {})).data.groupId).toBeNull()
  }
})

test('a group that can’t be deleted keeps its members', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const { id } = await addGroup(asMain, { name: 'Sales', monthlyCharNum: 10 })
  await asMain.call(budgets.moveToGroup, { userIds: [subs[0]!.userId], groupId: id })
  const { db } = server.database
  await db.execute(
    sql`create function keep_groups() returns trigger language plpgsql as 'begin raise exception ''kept''; end'`,
  )
  await db.execute(
    sql`create trigger keep_groups before delete on sub_account_groups for each row execute function keep_groups()`,
  )
  expect(codeOf(await asMain.call(remove, { id }))).toBe('serverError')
  await db.execute(sql`drop trigger keep_groups on sub_account_groups`)
  expect(await limitOf(asSubs[0]!)).toBe(10)
})

test('sub-accounts of a deleted group stay, without its rule; a deleted sub-account leaves it', async () => {
  const { subs, asMain, asSubs } = await newAccounts()
  const { id } = await addGroup(asMain, { name: 'Sales', monthlyCharNum: 10 })
  const userIds = subs.map(({ userId }) => userId)
  await asMain.call(budgets.moveToGroup, { userIds, groupId: id })
  await asMain.call(subAccounts.remove, { userId: userIds[1]! })
  expect((await asMain.call(page, {})).data.rows).toMatchObject([{ memberNum: 1 }])
  expect(codeOf(await asMain.call(remove, { id }))).toBe('done')
  expect((await asSubs[0]!.call(budgets.own, {})).data).toMatchObject({
    groupId: null,
    caps: [],
  })
})

test('nobody sets or reads the budgets of another account group', async () => {
  const { main, subs, asMain, asSubs } = await newAccounts()
  const stranger = await newAccounts()
  const foreign = await addGroup(stranger.asMain, { name: 'Theirs', monthlyCharNum: 10 })
  const userId = subs[0]!.userId
  const strangers = stranger.subs[0]!.userId
  const attempts = [
    asMain.call(budgets.get, { userId: strangers }),
    asMain.call(budgets.setBudget, { userId: strangers, ownRule: 1, monthlyCharNum: 1 }),
    asMain.call(budgets.setBudget, { userId: main.userId, ownRule: 1, monthlyCharNum: 1 }),
    asMain.call(budgets.moveToGroup, { userIds: [userId, strangers], groupId: null }),
    asMain.call(budgets.moveToGroup, { userIds: [userId], groupId: foreign.id }),
    asMain.call(remove, { id: foreign.id }),
  ]
  expect((await Promise.all(attempts)).map(codeOf)).toEqual(attempts.map(() => 'notFound'))
  for (const attempt of [
    asSubs[0]!.call(budgets.get, { userId: subs[1]!.userId }),
    asSubs[0]!.call(budgets.setBudget, { userId, ownRule: 0 }),
    asSubs[0]!.call(budgets.moveToGroup, { userIds: [userId], groupId: null }),
    asSubs[0]!.call(page, {}),
  ])
    expect(codeOf(await attempt)).toBe('notAllowed')
  expect((await stranger.asMain.call(page, {})).data.rows).toHaveLength(1)
  expect((await stranger.asSubs[0]!.call(budgets.own, {})).data.caps).toEqual([])
})

test('a budget that was changed elsewhere is not overwritten; without a version the last one holds', async () => {
  const { subs, asMain } = await newAccounts()
  const userId = subs[0]!.userId
  const budget = async () => (await asMain.call(budgets.get, { userId })).data
  const { version } = await budget()
  expect(version).toBe(0)
  const answers = await Promise.all(
    [11, 12].map((monthlyCharNum) =>
      asMain.call(budgets.setBudget, { userId, ownRule: 1, monthlyCharNum, version }),
    ),
  )
  expect(answers.map(codeOf).toSorted()).toEqual(['changedElsewhere', 'done'])
  const saved = await budget()
  expect(saved).toMatchObject({ version: 1, rule: { monthlyCharNum: expect.any(Number) } })
  await asMain.call(budgets.setBudget, { userId, ownRule: 1, monthlyCharNum: 13 })
  const { id } = await addGroup(asMain, { name: 'Newer' })
  const beforeMove = await budget()
  await asMain.call(budgets.moveToGroup, { userIds: [userId], groupId: id })
  expect(
    await asMain.call(budgets.setBudget, { userId, ownRule: 0, version: beforeMove.version! }),
  ).toMatchObject({ success: false, data: { code: 'changedElsewhere' } })
  expect(await budget()).toMatchObject({ ownRule: 1, rule: { monthlyCharNum: 13 } })
  const { version: latest } = await budget()
  expect(
    codeOf(await asMain.call(budgets.setBudget, { userId, ownRule: 0, version: latest! })),
  ).toBe('done')
})

test('amounts of a group that was edited meanwhile are not saved as an own rule', async () => {
  const { subs, asMain } = await newAccounts()
  const [userId, other] = subs.map((sub) => sub.userId)
  const group = await addGroup(asMain, { name: 'Sales', monthlyCharNum: 1_000 })
  await asMain.call(budgets.moveToGroup, { userIds: [userId!, other!], groupId: group.id })
  await asMain.call(budgets.setBudget, { userId: other!, ownRule: 1, monthlyCharNum: 5 })
  const read = async (id: string) => (await asMain.call(budgets.get, { userId: id })).data
  const [shown, own] = [await read(userId!), await read(other!)]
  const { id, version } = group
  await asMain.call(edit, { id, version, name: 'Sales', monthlyCharNum: 100 })
  const save = async (budget: typeof shown) =>
    codeOf(
      await asMain.call(budgets.setBudget, {
        userId: budget.userId,
        ownRule: 1,
        ...budget.rule,
        version: budget.version!,
      }),
    )
  expect(await save(shown)).toBe('changedElsewhere')
  expect(await read(userId!)).toMatchObject({ ownRule: 0, rule: { monthlyCharNum: 100 } })
  // The own rule of the other member does not depend on the group.
  expect(await save(own)).toBe('done')
  expect(await save(await read(userId!))).toBe('done')
})
