/** Roles of sub-accounts: which calls each may make, on whom, and from when on. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import type { AccountRole, Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { shapeOf } from '#contract/query.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { allUsers, translationLog } from '#contract/translation.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import { refuseRoleHolders } from '#server/features/accounts/index.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { users as userTable } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf, type Person } from '#tests/support/actors/people.ts'
import { viewActors } from '#tests/support/actors/support-views.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const { db } = server.database

/** Calls that each role makes as the main account. A call that is not listed is refused. */
const callsOfRole: Record<AccountRole, readonly string[]> = {
  accountant: [
    'orders.page',
    'orders.get',
    'statements.page',
    'statements.get',
    'statements.pdf',
    'fapiaoTitles.page',
    'fapiaoTitles.get',
    'fapiaoTitles.add',
    'fapiaoTitles.edit',
    'fapiaoTitles.remove',
    'fapiaos.page',
    'fapiaos.get',
    'fapiaos.orders',
    'fapiaos.ask',
    'fapiaos.withdraw',
    'fapiaos.download',
  ],
  deputy: [
    'subAccounts.page',
    'subAccounts.totals',
    'subAccounts.get',
    'subAccounts.create',
    'subAccounts.edit',
    'subAccounts.resetPassword',
    'subAccounts.changeEnabled',
    'subAccounts.remove',
    'subAccounts.names',
    'subAccounts.fans',
    'subAccounts.history',
    'subAccounts.sessions',
    'subAccounts.endSession',
    'subAccounts.endSessions',
    'subAccounts.distribute',
    'subAccounts.distributeVoice',
    'subAccounts.distributeAll',
    'subAccounts.reclaim',
    'subAccounts.previewMany',
    'subAccounts.distributeMany',
    'subAccounts.reclaimMany',
    'subAccounts.changeEnabledMany',
    'subAccounts.checkImport',
    'subAccounts.hashPasswords',
    'subAccounts.importMany',
    'budgets.get',
    'budgets.setBudget',
    'budgets.moveToGroup',
    'usage.daily',
    'usage.people',
    'translationLog.page',
    'translationLog.usage',
    'quotaRequests.page',
    'quotaRequests.get',
    'quotaRequests.grant',
    'quotaRequests.grantOther',
    'quotaRequests.decline',
    'subAccountGroups.page',
    'subAccountGroups.get',
    'subAccountGroups.create',
    'subAccountGroups.edit',
    'subAccountGroups.import',
    'subAccountGroups.remove',
  ],
}
const roles = ['accountant', 'deputy'] as const

/** A main account with quota; its sub-accounts are an accountant, a deputy, another one and two members. */
async function newGroup() {
  const { main, subs, asMain, asSubs } = await addAccountGroup(server, {
    quota: [{ chars: 100_000, voices: 10, images: 5 }, {}, {}, {}, { chars: 1_000 }, {}],
  })
  const [accountant, deputy, otherDeputy, member, sibling] = subs as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
  for (const [{ userId }, accountRole] of [
    [accountant, 'accountant'],
    [deputy, 'deputy'],
    [otherDeputy, 'deputy'],
  ] as const)
    expect((await asMain.call(subAccounts.setRole, { userId, accountRole })).success).toBe(true)
  return {
    main,
    accountant,
    deputy,
    otherDeputy,
    member,
    sibling,
    asMain,
    // Giving a role ends the sessions.
    asAccountant: await signedIn(server, accountant),
    asDeputy: await signedIn(server, deputy),
    asMember: asSubs[3]!,
  }
}
type Group = Awaited<ReturnType<typeof newGroup>>

const codeOf = ({ success, data }: { success: boolean; data: unknown }): string =>
  success ? 'done' : (data as { code: string }).code
const refusalOf = async (
  asCaller: Caller,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<string> => (await asCaller.call(endpoint, input)).msg
const roleHolder = ({ account }: Person) =>
  `The sub-account ${account} has a role, so only the main account can manage it.`

let group: Group
beforeAll(async () => {
  group = await newGroup()
})

test.each(roles)('the contract gives %s the calls of the table', (role) => {
  const declared = everyEndpoint
    .filter(([, { accountRoles }]) => accountRoles?.includes(role))
    .map(([name]) => name)
  expect(declared.toSorted()).toEqual(callsOfRole[role].toSorted())
})

test('every call that a role makes on a sub-account is declared with whom it changes', () => {
  const named = /^(childUserId|userId|childrenId)s?$/
  for (const [name, endpoint] of everyEndpoint) {
    if (!endpoint.accountRoles || endpoint.method === 'GET' || endpoint.safe) continue
    const inputs = Object.keys(shapeOf(endpoint.input)).filter((key) => named.test(key))
    expect(endpoint.subjects ?? [], name).toEqual(expect.arrayContaining(inputs))
    // The audit checks them again, and the role, in the transaction.
    expect(endpoint.audit, name).toBeDefined()
  }
})

test.each(roles)(
  '%s may make the calls of the table and no other of the main account',
  async (role) => {
    const { [role]: person } = await newGroup()
    const asRole = await signedIn(server, person)
    for (const [name, endpoint] of everyEndpoint) {
      if (endpoint.responseType === 'stream' || endpoint.access === 'visitor') continue
      const isOfTable = callsOfRole[role].includes(name)
      if (endpoint.access !== 'main' && !isOfTable) continue
      const code = codeOf(await asRole.call(endpoint, minimalInput(endpoint)))
      if (isOfTable)
        expect(['notAllowed', 'capabilityMissing', 'serverError'], name).not.toContain(code)
      else expect(code, name).toBe('notAllowed')
    }
  },
)

test('a member may make none of them', async () => {
  for (const name of new Set([...callsOfRole.accountant, ...callsOfRole.deputy])) {
    const [, endpoint] = everyEndpoint.find(([known]) => known === name)!
    if (endpoint.access !== 'main') continue
    expect(codeOf(await group.asMember.call(endpoint, minimalInput(endpoint))), name).toBe(
      'notAllowed',
    )
  }
})

test('the rows are those of the main account, never another one’s', async () => {
  const other = await newGroup()
  const ids = (await group.asDeputy.call(subAccounts.page, {})).data.rows.map(
    ({ userId }) => userId,
  )
  expect(ids).toHaveLength(5)
  expect(ids).toContain(group.member.userId)
  for (const endpoint of [subAccounts.get, subAccounts.history, budgets.get])
    expect(
      codeOf(await group.asDeputy.call(endpoint as Endpoint, { userId: other.member.userId })),
    ).toBe('notFound')
  const foreign = { childUserId: other.member.userId, changeCharNum: 5 }
  expect(codeOf(await group.asDeputy.call(subAccounts.distribute, foreign))).toBe('notFound')
  for (const { asMain } of [group, other])
    await asMain.call(orders.pay, { memberGroupId: 2, salesNum: 1, payChannel: 'ALI_NATIVE' })
  const ofOwn = (await group.asMain.call(orders.page, {})).data.rows.map(({ id }) => id)
  const seen = (await group.asAccountant.call(orders.page, {})).data.rows.map(({ id }) => id)
  expect(seen).toEqual(ofOwn)
  expect(seen).toHaveLength(1)
})

test('a deputy reads the use of others by naming them, and else its own', async () => {
  const { main, asDeputy, asAccountant, asMember, member, sibling } = group
  for (const endpoint of [translationLog.page, translationLog.usage, usage.daily] as Endpoint[]) {
    const named = { childUserId: member.userId }
    expect((await asDeputy.call(endpoint, named)).success).toBe(true)
    expect((await asDeputy.call(endpoint, {})).success).toBe(true)
    for (const childUserId of [main.userId, allUsers])
      expect(codeOf(await asDeputy.call(endpoint, { childUserId }))).toBe('notFound')
    expect(codeOf(await asAccountant.call(endpoint, named))).toBe('notFound')
    expect(codeOf(await asMember.call(endpoint, { childUserId: sibling.userId }))).toBe('notFound')
  }
})

test('what a deputy distributes is of the main account, and the log names the deputy', async () => {
  const { main, deputy, member, asDeputy, asMain } = await newGroup()
  const before = (await asDeputy.call(users.get, {})).data
  expect(before).toMatchObject({ accountRole: 'deputy', mainBalance: { usableCharNum: 100_000 } })
  const given = {
    childUserId: member.userId,
    changeCharNum: 300,
    changeVoiceNum: 1,
    changeImageNum: 0,
  }
  expect((await asDeputy.call(subAccounts.distributeAll, given)).success).toBe(true)
  expect((await asDeputy.call(subAccounts.reclaim, { ...given, changeCharNum: 100 })).success).toBe(
    true,
  )
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({
    chars: 99_800,
    voices: 10,
  })
  const log = await accountLogOf(db, main.ownerId, member.userId)
  expect(log.slice(-2)).toMatchObject([
    { logType: 'DISTRIBUTION', managerId: deputy.userId, managerName: deputy.account },
    { logType: 'RECOVERY', managerId: deputy.userId, managerName: deputy.account },
  ])
  await asMain.call(subAccounts.distribute, { childUserId: member.userId, changeCharNum: 5 })
  expect((await accountLogOf(db, main.ownerId, member.userId)).at(-1)).toMatchObject({
    managerId: main.userId,
  })
  expect(await discrepancies(db)).toEqual([])
})

test('what a deputy takes back by disabling or deleting is logged under its name', async () => {
  const { main, deputy, member, sibling, asDeputy, asMain } = await newGroup()
  await asMain.call(subAccounts.distribute, { childUserId: sibling.userId, changeCharNum: 50 })
  await asDeputy.call(subAccounts.changeEnabled, { userId: member.userId, enabled: 0 })
  await asDeputy.call(subAccounts.remove, { userId: sibling.userId })
  for (const { userId } of [member, sibling])
    expect((await accountLogOf(db, main.ownerId, userId)).at(-1)).toMatchObject({
      logType: 'RECOVERY',
      managerId: deputy.userId,
    })
})

test('a deputy creates sub-accounts with first quota, which are members', async () => {
  const { main, deputy, asDeputy } = await newGroup()
  const account = `new${main.userId}`
  const reply = await asDeputy.call(subAccounts.create, {
    account,
    password: '123456',
    changeCharNum: 40,
  })
  expect(reply.success).toBe(true)
  const [row] = (await asDeputy.call(subAccounts.page, { account })).data.rows
  expect(row).toMatchObject({ accountRole: 'member', memberAccount: { usableCharNum: 40 } })
  expect((await accountLogOf(db, main.ownerId, String(row!.userId))).at(-1)).toMatchObject({
    managerId: deputy.userId,
  })
})

test('nobody with a role acts on themselves or on others with a role', async () => {
  const { asDeputy, asAccountant, deputy, otherDeputy, accountant, member } = await newGroup()
  for (const person of [deputy, otherDeputy, accountant]) {
    const { userId } = person
    await signedIn(server, person)
    const amounts = { changeCharNum: 5, changeVoiceNum: 0, changeImageNum: 0 }
    const attempts: [Endpoint, Record<string, unknown>][] = [
      [subAccounts.edit, { userId, nickname: 'Nick', enabled: 1 }],
      [subAccounts.resetPassword, { userId, password: 'abcdef1' }],
      [subAccounts.changeEnabled, { userId, enabled: 0 }],
      [subAccounts.remove, { userId }],
      [subAccounts.remove, { childrenIds: [member.userId, userId] }],
      [subAccounts.endSessions, { userId }],
      [subAccounts.distribute, { childUserId: userId, changeCharNum: 5 }],
      [subAccounts.distributeVoice, { childUserId: userId, changeCharNum: 5 }],
      [subAccounts.distributeAll, { childUserId: userId, ...amounts }],
      [subAccounts.distributeMany, { childUserIds: [member.userId, userId], ...amounts }],
      [subAccounts.reclaimMany, { childUserIds: [member.userId, userId], all: 1 }],
      [subAccounts.changeEnabledMany, { userIds: [member.userId, userId], enabled: 0 }],
      [subAccounts.reclaim, { childUserId: userId, ...amounts }],
      [budgets.setBudget, { userId, ownRule: 1, topUpCharNum: 9_999 }],
      [budgets.moveToGroup, { userIds: [userId] }],
    ]
    const preview = { userIds: [member.userId, userId], act: 'disable' as const }
    const planned = (await asDeputy.call(subAccounts.previewMany, preview)).data.rows
    expect(planned.map((row) => row.skipped)).toEqual([null, 'hasRole'])
    for (const [endpoint, input] of attempts)
      expect(await refusalOf(asDeputy, endpoint, input), endpoint.path).toBe(roleHolder(person))
    const { rows } = (await asDeputy.call(subAccounts.sessions, { userId })).data
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows)
      expect(await refusalOf(asDeputy, subAccounts.endSession, { id })).toBe(roleHolder(person))
    for (const asCaller of [asDeputy, asAccountant])
      expect(
        codeOf(await asCaller.call(subAccounts.setRole, { userId, accountRole: 'deputy' })),
      ).toBe('notAllowed')
  }
  expect((await asDeputy.call(subAccounts.get, { userId: member.userId })).success).toBe(true)
  expect((await asDeputy.call(users.get, {})).status).toBe(200)
})

test('the main account’s own password, sessions and quota are out of reach', async () => {
  const { main, asDeputy } = await newGroup()
  const { userId } = main
  const attempts: [Endpoint, Record<string, unknown>][] = [
    [subAccounts.resetPassword, { userId, password: 'abcdef1' }],
    [subAccounts.edit, { userId, enabled: 0 }],
    [subAccounts.remove, { userId }],
    [subAccounts.endSessions, { userId }],
    [subAccounts.sessions, { userId }],
  ]
  for (const [endpoint, input] of attempts)
    expect((await asDeputy.call(endpoint, input)).success, endpoint.path).toBe(false)
})

test('a deputy answers requests of members, not of itself or of others with a role', async () => {
  const { asMain, asMember, asDeputy, asAccountant, accountant, deputy, member, main } =
    await newGroup()
  const { ask, page, grant, grantOther, decline } = quotaRequests.calls
  for (const asCaller of [asMember, asDeputy, asAccountant])
    expect((await asCaller.call(ask, { charNum: 70 })).success).toBe(true)
  const { rows } = (await asDeputy.call(page, {})).data
  expect(rows).toHaveLength(3)
  expect((await asAccountant.call(page, {})).data.rows).toHaveLength(1)
  const roleOf = Object.fromEntries(rows.map((row) => [row.userId, row.accountRole]))
  expect(roleOf).toMatchObject({ [member.userId]: 'member', [deputy.userId]: 'deputy' })
  for (const { id, userId } of rows) {
    if (String(userId) === member.userId) continue
    const asker = String(userId) === deputy.userId ? deputy : accountant
    expect(await refusalOf(asDeputy, grant, { id })).toBe(roleHolder(asker))
    expect(await refusalOf(asDeputy, grantOther, { id, charNum: 1 })).toBe(roleHolder(asker))
    expect(await refusalOf(asDeputy, decline, { id })).toBe(roleHolder(asker))
  }
  const { id } = rows.find(({ userId }) => String(userId) === member.userId)!
  expect((await asDeputy.call(grant, { id })).success).toBe(true)
  expect((await accountLogOf(db, main.ownerId, member.userId)).at(-1)).toMatchObject({
    managerId: deputy.userId,
    requestId: id,
  })
  const own = rows.find(({ userId }) => String(userId) === deputy.userId)!
  expect((await asMain.call(grant, { id: own.id })).success).toBe(true)
})

test('the rule of a group with a person who has a role is the main account’s', async () => {
  const { asMain, asDeputy, deputy, member } = await newGroup()
  const { create, page, edit, remove } = subAccountGroups.calls
  expect((await asDeputy.call(create, { name: 'Sales', dailyCharNum: 10 })).success).toBe(true)
  const { id } = (await asDeputy.call(page, {})).data.rows[0]!
  const move = (userId: string) =>
    asMain.call(budgets.moveToGroup, { userIds: [userId], groupId: id })
  await move(member.userId)
  expect((await asDeputy.call(edit, { id, name: 'Sales', dailyCharNum: 20 })).success).toBe(true)
  await move(deputy.userId)
  const raised = { id, name: 'Sales', dailyCharNum: 20, topUpCharNum: 99_000 }
  expect(await refusalOf(asDeputy, edit, raised)).toBe(roleHolder(deputy))
  expect(await refusalOf(asDeputy, remove, { id })).toBe(roleHolder(deputy))
  expect((await asDeputy.call(page, {})).data.rows).toMatchObject([{ topUpCharNum: null }])
  expect((await asMain.call(edit, raised)).success).toBe(true)
  expect((await asDeputy.call(page, {})).data.rows).toMatchObject([
    { memberNum: 2, accountRole: 'deputy' },
  ])
})

test('a group may have more people than a statement has parameters', async () => {
  const { main, deputy, accountant } = await newGroup()
  const actor = { userId: deputy.userId, accountRole: 'deputy' as const }
  const me = { ownerId: main.ownerId, userId: main.ownerId, actor } as CurrentUser
  const ids = Array.from({ length: 70_000 }, (_, at) => String(7_000_000 + at))
  await refuseRoleHolders(db, me, ids)
  await expect(refuseRoleHolders(db, me, [...ids, accountant.userId])).rejects.toMatchObject({
    code: 'notAllowed',
  })
})

test('a change of a role holds at every server with the next call', async () => {
  const second = await startServer({}, server.database)
  try {
    const { asMain, deputy } = await newGroup()
    const { userId } = deputy
    for (const accountRole of ['member', 'deputy', 'accountant', 'deputy', 'member'] as const) {
      const before = await signedIn(server, deputy)
      await asMain.call(subAccounts.setRole, { userId, accountRole })
      const isGiven = accountRole !== 'member'
      expect((await before.call(users.get, {})).status).toBe(isGiven ? 700 : 200)
      const asDeputy = isGiven ? await signedIn(server, deputy) : before
      for (const asCaller of [asDeputy, caller(second, asDeputy.signer)]) {
        const isDeputy = accountRole === 'deputy'
        expect((await asCaller.call(subAccounts.page, {})).success).toBe(isDeputy)
        expect((await asCaller.call(orders.page, {})).success).toBe(accountRole === 'accountant')
        expect((await asCaller.call(users.get, {})).data.accountRole).toBe(accountRole)
      }
    }
  } finally {
    await second.close()
  }
})

test('a role ends with the sub-account', async () => {
  const { asMain, asDeputy, deputy } = await newGroup()
  await asMain.call(subAccounts.remove, { userId: deputy.userId })
  expect((await asDeputy.call(subAccounts.page, {})).status).toBe(700)
})

test('only the main account sets roles, of its own sub-accounts', async () => {
  const { asMain, asMember, main, member } = await newGroup()
  const other = await newGroup()
  const input = { userId: member.userId, accountRole: 'deputy' } as const
  expect(codeOf(await asMember.call(subAccounts.setRole, input))).toBe('notAllowed')
  expect(codeOf(await other.asMain.call(subAccounts.setRole, input))).toBe('notFound')
  const ofMain = { userId: main.userId, accountRole: 'deputy' } as const
  expect(codeOf(await asMain.call(subAccounts.setRole, ofMain))).toBe('notFound')
  const unknown = { userId: member.userId, accountRole: 'owner' as 'deputy' }
  expect(codeOf(await asMain.call(subAccounts.setRole, unknown))).toBe('invalid')
  const { data } = await asMain.call(subAccounts.page, { accountRole: 'deputy' })
  expect(data.rows.map(({ accountRole }) => accountRole)).toEqual(['deputy', 'deputy'])
})

test('a deputy’s key has no power of the role', async () => {
  const { asMain, deputy } = await newGroup()
  expect((await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 1 })).success).toBe(true)
  const key = await addKey(db, deputy)
  const send = (method: string, path: string, body?: object) =>
    fetch(server.origin + path, {
      method,
      headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  expect((await send('GET', '/v2/usage')).status).toBe(200)
  const glossary = { name: 'Art', source_lang: 'en', target_lang: 'zh', entries_format: 'tsv' }
  const refused = await send('POST', '/v2/glossaries', { ...glossary, entries: 'a\tb' })
  expect(refused.status).toBe(403)
})

test('support that views a deputy sees what it allowed, not the main account', async () => {
  const { main } = await newGroup()
  const { person, viewer } = await (await viewActors(server)).startView({ owner: main })
  const isViewed = eq(userTable.userId, person.userId)
  await db.update(userTable).set({ accountRole: 'deputy' }).where(isViewed)
  expect((await viewer.call(users.get, {})).data).toMatchObject({
    accountRole: 'member',
    createChildUser: 0,
    mainBalance: null,
  })
  expect(codeOf(await viewer.call(subAccounts.page, {}))).toBe('notAllowed')
  expect((await viewer.call(quotaRequests.calls.page, {})).data.rows).toEqual([])
})
