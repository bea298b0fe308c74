/** Sub-accounts imported from a file: what is wrong with rows, all or none, passwords, and races. */
import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { auditLog } from '#contract/audit-log.ts'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, addPerson, balanceOf } from '#tests/support/actors/people.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const { db } = server.database
const { checkImport, hashPasswords, importMany } = subAccounts

type Row = { account: string; nickname?: string; groupName?: string; changeCharNum?: number }
const passwordOf = ({ account }: Row) => `first-${account}`

let names = 0
const newName = () => `imported${++names}`

async function seal<R extends Row>(owner: Caller, rows: readonly R[]) {
  const { data } = await owner.call(hashPasswords, {
    rows: rows.map((row) => ({ account: row.account, password: passwordOf(row) })),
  })
  return rows.map((row, at) => ({ ...row, password: data.passwords[at]! }))
}

async function createOwner(chars = 1_000, subs: number[] = []) {
  const group = await addAccountGroup(server, {
    quota: [chars, ...subs].map((each) => ({ chars: each })),
  })
  const { asMain, main } = group
  return {
    ...group,
    chars: async () => (await balanceOf(db, main.ownerId, main.userId)).chars,
    accounts: async () =>
      (
        await asMain.call(subAccounts.page, { pageSize: 100, sortBy: 'account', sortOrder: 'asc' })
      ).data.rows.map(
        ({ account, nickname, groupTitle, memberAccount }) =>
          [account, nickname, groupTitle, memberAccount.usableCharNum] as const,
      ),
  }
}

test('rows become sub-accounts with group and first quota, which sign in with their passwords', async () => {
  const { asMain, chars, accounts } = await createOwner()
  await asMain.call(subAccountGroups.calls.create, { name: 'Sales' })
  const rows = [
    { account: newName(), nickname: 'Emma Clarke', groupName: 'sales', changeCharNum: 300 },
    { account: newName(), groupName: 'Support', changeCharNum: 200 },
    { account: newName() },
  ]
  const options = { createGroups: 1 } as const
  expect((await asMain.call(checkImport, { rows, ...options })).data).toEqual({
    count: 3,
    existing: [],
    changeCharNum: 500,
    usableCharNum: 1_000,
    newGroups: ['Support'],
    problems: [],
  })
  expect(await accounts()).toEqual([])
  const sealed = await seal(asMain, rows)
  const { data } = await asMain.call(importMany, { rows: sealed, ...options })
  expect(data).toEqual({ count: 3, existing: [], changeCharNum: 500, problems: [] })
  expect(await chars()).toBe(500)
  expect(await accounts()).toEqual([
    [rows[0]!.account, 'Emma Clarke', 'Sales', 300],
    [rows[1]!.account, null, 'Support', 200],
    [rows[2]!.account, null, null, 0],
  ])
  for (const row of rows) {
    const input = { account: row.account.toUpperCase(), password: passwordOf(row) }
    expect((await caller(server, null).call(login.login, input)).success).toBe(true)
  }
  expect(await discrepancies(db)).toEqual([])
})

test('wrong rows are named, and nothing is added while there is one', async () => {
  const { asMain, subs, accounts, chars } = await createOwner(1_000, [0])
  const stranger = await createOwner(0, [0])
  const twice = newName()
  const rows = [
    { account: twice, groupName: 'Nowhere' },
    { account: twice.toUpperCase() },
    { account: subs[0]!.account },
    { account: stranger.subs[0]!.account },
  ]
  const problems = [
    { row: 0, field: 'groupName', problem: 'noGroup' },
    { row: 1, field: 'account', problem: 'twice', sameAs: 0 },
    { row: 2, field: 'account', problem: 'exists' },
    { row: 3, field: 'account', problem: 'taken' },
  ]
  expect((await asMain.call(checkImport, { rows })).data).toMatchObject({ problems })
  const sealed = await seal(asMain, rows)
  expect((await asMain.call(importMany, { rows: sealed })).data).toMatchObject({
    count: 0,
    problems,
  })
  const options = { skipExisting: 1, createGroups: 1 } as const
  expect((await asMain.call(checkImport, { rows, ...options })).data).toMatchObject({
    existing: [2],
    problems: [problems[1], problems[3]],
  })
  expect((await accounts()).map(([account]) => account)).toEqual([subs[0]!.account])
  expect((await asMain.call(subAccountGroups.calls.page, {})).data.total).toBe(0)
  expect(await chars()).toBe(1_000)
})

test('a group that is being added meanwhile is the group of the rows', async () => {
  const { asMain, main, accounts } = await createOwner()
  const { ownerId } = main
  const row = { account: newName(), groupName: 'Sales' }
  const rows = await seal(asMain, [row])
  let importing: Promise<unknown> | undefined
  await transaction(db, async (tx) => {
    await addRows(
      tx,
      storedOf('subAccountGroups'),
      { ownerId, id: '0' },
      [{ name: 'Sales' }],
      new Date(),
    )
    importing = asMain.call(importMany, { rows, createGroups: 1 })
    await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
  })
  expect(await importing).toMatchObject({ success: true, data: { count: 1, problems: [] } })
  expect(await accounts()).toEqual([[row.account, null, 'Sales', 0]])
})

test('existing sub-accounts are left as they are if asked', async () => {
  const { asMain, subs, accounts } = await createOwner(1_000, [7])
  const added = { account: newName(), changeCharNum: 5 }
  const rows = await seal(asMain, [
    { account: subs[0]!.account, nickname: 'Other name', changeCharNum: 900 },
    added,
  ])
  const { data } = await asMain.call(importMany, { rows, skipExisting: 1 })
  expect(data).toEqual({ count: 1, existing: [0], changeCharNum: 5, problems: [] })
  expect(await accounts()).toEqual([
    [subs[0]!.account, null, null, 7],
    [added.account, null, null, 5],
  ])
})

test('first quotas above the balance add nobody', async () => {
  const { asMain, accounts, chars } = await createOwner(100)
  const rows = await seal(asMain, [
    { account: newName(), changeCharNum: 60 },
    { account: newName(), changeCharNum: 41, groupName: 'Sales' },
  ])
  expect(await asMain.refused(importMany, { rows, createGroups: 1 })).toMatchObject({
    code: 'notEnough',
  })
  expect([await accounts(), await chars()]).toEqual([[], 100])
  expect((await asMain.call(subAccountGroups.calls.page, {})).data.total).toBe(0)
})

test('a sealed password is good for its owner and its name only', async () => {
  const [one, other] = [await createOwner(), await createOwner()]
  const [row] = await seal(one.asMain, [{ account: newName() }])
  for (const [owner, input] of [
    [other.asMain, row!],
    [one.asMain, { ...row!, account: newName() }],
    [one.asMain, { ...row!, password: 'forged' }],
  ] as const)
    expect(await owner.refused(importMany, { rows: [input] })).toMatchObject({
      code: 'invalid',
      fields: { password: expect.anything() },
    })
  expect((await one.asMain.call(importMany, { rows: [row!] })).data.count).toBe(1)
})

test('an import sent again, or at the same time under its key, happens once', async () => {
  const { asMain, chars, accounts } = await createOwner()
  const rows = await seal(asMain, [{ account: newName(), changeCharNum: 10 }])
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => asMain.call(importMany, { rows }, headers)),
  )
  expect(answers.map(({ data }) => data.count)).toEqual([1, 1, 1, 1])
  const again = (await asMain.call(importMany, { rows })).data
  expect(again).toMatchObject({ count: 0, problems: [{ problem: 'exists' }] })
  expect([await chars(), (await accounts()).length]).toEqual([990, 1])
})

test('of two imports and a single addition of one name at once, one adds it', async () => {
  const [one, other] = [await createOwner(), await createOwner()]
  const account = newName()
  const sealed = await Promise.all(
    [one, other].map(({ asMain }) => seal(asMain, [{ account, changeCharNum: 5 }])),
  )
  const replies = await Promise.all([
    one.asMain.call(importMany, { rows: sealed[0]! }),
    other.asMain.call(importMany, { rows: sealed[1]! }),
    other.asMain.call(subAccounts.create, { account, password: 'secret-of-one' }),
  ])
  const found = [...(await one.accounts()), ...(await other.accounts())]
  expect(found).toHaveLength(1)
  const added = replies.filter(
    ({ success, data }) => success && (data === null || (data as { count: number }).count === 1),
  )
  expect(added).toHaveLength(1)
  expect(await discrepancies(db)).toEqual([])
})

test('no password is in any text of the database in clear', async () => {
  const { asMain } = await createOwner()
  const row = { account: newName() }
  const rows = await seal(asMain, [row])
  await asMain.call(importMany, { rows }, { 'idempotency-key': 'import of secrets' })
  const { rows: columns } = await db.execute<{ table_name: string; column_name: string }>(
    sql`select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'json')`,
  )
  expect(columns.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const { table_name: table, column_name: column } of columns) {
    const { rows: matches } = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text like ${`%${passwordOf(row)}%`} limit 1`,
    )
    if (matches.length > 0) found.push(`${table}.${column}`)
  }
  expect(found).toEqual([])
})

test('of groups that differ in case the exact one is meant; groups above the limit are named', async () => {
  const { asMain, accounts } = await createOwner()
  for (const name of ['Sales', 'sales'])
    expect((await asMain.call(subAccountGroups.calls.create, { name })).success).toBe(true)
  const rows = [
    { account: newName(), groupName: 'sales' },
    { account: newName(), groupName: 'SALES' },
  ]
  expect((await asMain.call(checkImport, { rows, createGroups: 1 })).data.problems).toEqual([
    { row: 1, field: 'groupName', problem: 'ambiguousGroup' },
  ])
  await asMain.call(importMany, { rows: await seal(asMain, rows.slice(0, 1)) })
  expect((await accounts())[0]?.[2]).toBe('sales')
  const many = Array.from({ length: businessLimits.budgets.groups }, (_, at) => ({
    account: newName(),
    groupName: `Group ${at}`,
  }))
  const { problems } = (await asMain.call(checkImport, { rows: many, createGroups: 1 })).data
  expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
    [businessLimits.budgets.groups - 2, 'tooManyGroups'],
    [businessLimits.budgets.groups - 1, 'tooManyGroups'],
  ])
})

test('as many names are checked a day as the limit says, whoever has them', async () => {
  const { asMain } = await createOwner()
  const strangers = await createOwner(
    0,
    Array.from({ length: 61 }, () => 0),
  )
  const taken = strangers.subs.map(({ account }) => ({ account }))
  expect((await asMain.call(checkImport, { rows: taken })).data.problems).toHaveLength(61)
  const { namesPerDay, rows: perCall } = businessLimits.subAccountImport
  const rows = Array.from({ length: perCall }, (_, at) => ({ account: `free${at}` }))
  for (let left = namesPerDay - 61; left >= perCall; left -= perCall)
    expect((await asMain.call(checkImport, { rows })).success).toBe(true)
  expect((await asMain.refused(checkImport, { rows })).code).toBe('tooManyRequests')
  expect((await asMain.refused(checkImport, { rows: taken })).code).toBe('tooManyRequests')
})

test('a deputy imports, and the account log names the deputy', async () => {
  const { asMain, subs, main } = await createOwner(100, [0])
  const { success } = await asMain.call(subAccounts.setRole, {
    userId: subs[0]!.userId,
    accountRole: 'deputy',
  })
  expect(success).toBe(true)
  const asDeputy = await signedIn(server, subs[0]!)
  const rows = await seal(asDeputy, [{ account: newName(), changeCharNum: 7 }])
  expect((await asDeputy.call(importMany, { rows })).data.count).toBe(1)
  const log = await accountLogOf(db, main.ownerId, main.userId)
  expect(log.at(-1)).toMatchObject({ charChange: -7, managerName: subs[0]!.account })
})

test('sub-accounts, owners without the capability, and too many rows are refused', async () => {
  const { asMain, asSubs } = await createOwner(10, [0])
  const rows = [{ account: newName() }]
  expect((await asSubs[0]!.refused(checkImport, { rows })).code).toBe('notAllowed')
  const byTime = await addPerson(db, {
    account: 'without-capability@example.com',
    username: 'withoutcapability',
    groupId: '6',
  })
  const refused = await (await signedIn(server, byTime)).refused(checkImport, { rows })
  expect(refused.code).toBe('capabilityMissing')
  const tooMany = Array.from({ length: businessLimits.subAccountImport.rows + 1 }, (_, at) => ({
    account: `many${at}`,
  }))
  expect((await asMain.refused(checkImport, { rows: tooMany })).code).toBe('invalid')
  expect((await asMain.call(budgets.get, { userId: asSubs[0]!.signer!.userId })).success).toBe(true)
})

test('a thousand sub-accounts are added in one call', { timeout: 120_000 }, async () => {
  const { asMain, chars } = await createOwner(10_000)
  const rows = Array.from({ length: businessLimits.subAccountImport.rows }, () => ({
    account: newName(),
    groupName: 'Everybody',
    changeCharNum: 3,
  }))
  const sealed = []
  for (let at = 0; at < rows.length; at += 50)
    sealed.push(...(await seal(asMain, rows.slice(at, at + 50))))
  const { data } = await asMain.call(importMany, { rows: sealed, createGroups: 1 })
  expect(data).toMatchObject({ count: rows.length, changeCharNum: 3 * rows.length, problems: [] })
  expect(await chars()).toBe(10_000 - 3 * rows.length)
  const { total, rows: page } = (await asMain.call(subAccounts.page, { pageSize: 10 })).data
  expect([total, page[0]?.groupTitle]).toEqual([rows.length, 'Everybody'])
  expect(await discrepancies(db)).toEqual([])
})

test('the audit log has each sub-account of an import with its first quota, and none of a refused one', async () => {
  const { asMain, subs } = await createOwner(1_000, [0])
  const [deputy] = subs
  await asMain.call(subAccounts.setRole, { userId: deputy!.userId, accountRole: 'deputy' })
  const asDeputy = await signedIn(server, deputy!)
  const created = async () =>
    (await asMain.call(auditLog.calls.page, { act: 'subAccountCreated' })).data.rows
      .map(({ actorName, subjectName, details }) => [
        actorName,
        subjectName,
        JSON.parse(details ?? '{}'),
      ])
      .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  const rows = [
    { account: newName(), changeCharNum: 300 },
    { account: newName(), changeCharNum: 200 },
    { account: newName() },
  ]
  const wrong = await seal(
    asDeputy,
    rows.map((row) => ({ ...row, groupName: 'Nowhere' })),
  )
  expect((await asDeputy.call(importMany, { rows: wrong })).data.count).toBe(0)
  expect(await created()).toEqual([])
  const right = await seal(asDeputy, rows)
  expect((await asDeputy.call(importMany, { rows: right })).data.count).toBe(3)
  expect(await created()).toEqual(
    rows
      .map(({ account, changeCharNum }) => [
        deputy!.account,
        account,
        changeCharNum ? { changeCharNum } : {},
      ])
      .toSorted(([, a], [, b]) => (a! < b! ? -1 : 1)),
  )
  const existing = { rows: right, skipExisting: 1 } as const
  expect((await asDeputy.call(importMany, existing)).data.count).toBe(0)
  expect(await created()).toHaveLength(3)
})
