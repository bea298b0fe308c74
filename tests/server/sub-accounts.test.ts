/** Managing sub-accounts as a main account, through the API. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loginLog } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users as userCalls } from '#contract/users.ts'
import { idempotency, loginNames, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addPerson, password } from '#tests/support/actors/people.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import { caller, signedIn, signIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const annaZh = await signedIn(server, people.anna, 'zh-CN')

const accounts = async (account?: string) =>
  (await anna.call(subAccounts.page, { account, pageSize: 100 })).data.rows.map(
    (row) => row.account,
  )
const idOf = async (account: string) =>
  (await anna.call(subAccounts.page, { account })).data.rows[0]!.userId

test('a new sub-account is listed first, can sign in, and has no quota', async () => {
  expect(
    await anna.call(subAccounts.create, {
      account: '小明2026',
      nickname: '小明',
      password: 'first-one',
    }),
  ).toMatchObject({
    success: true,
    data: null,
  })
  const { rows, total } = (await anna.call(subAccounts.page, {})).data
  expect(total).toBe(4)
  expect(rows[0]).toEqual({
    userId: expect.stringMatching(/^\d+$/),
    account: '小明2026',
    nickname: '小明',
    enabled: 1,
    lastLoginDateTime: null,
    memberAccount: { usableCharNum: 0, usableVoiceNum: 0, usableImageNum: 0 },
    usedThisMonthNum: 0,
    groupId: null,
    groupTitle: null,
    ownRule: 0,
    caps: [],
    accountRole: 'member',
    version: 1,
  })
  expect(
    (await caller(server, null).call(login.login, { account: '小明2026', password: 'first-one' }))
      .success,
  ).toBe(true)
  expect(
    (await anna.call(subAccounts.get, { userId: rows[0]!.userId })).data.lastLoginDateTime,
  ).toMatch(/^\d{4}-/)
})

test.each([
  ['zh-CN', { account: '请输入账号', password: '请输入密码' }, {}],
  [
    'zh-CN',
    { account: '账号至少输入2位', password: '密码至少输入6位' },
    { account: 'a', password: '12345' },
  ],
  [
    'zh-CN',
    { account: '账号最多输入32位', password: '密码最多输入32位' },
    { account: 'a'.repeat(33), password: 'x'.repeat(33) },
  ],
  [
    'zh-CN',
    { account: '请输入正确的用户名. 只能包含数字,字母,中文' },
    { account: 'a_b', password: '123456' },
  ],
  [
    'zh-CN',
    { nickname: '昵称不能超过32个字符' },
    { account: 'fine', password: '123456', nickname: 'x'.repeat(33) },
  ],
  ['en-US', { account: 'Please enter the account' }, { password: '123456' }],
] as const)('invalid fields are reported in %s: %o', async (lang, fields, input) => {
  const actor = lang === 'zh-CN' ? annaZh : anna
  const { code, fields: fieldErrors } = await actor.refused(subAccounts.create, input as never)
  expect(code).toBe('invalid')
  if (lang === 'zh-CN') expect(fieldErrors).toEqual(fields)
  else expect(Object.keys(fieldErrors!)).toEqual(Object.keys(fields))
})

test('the name of any other account is refused, regardless of case', async () => {
  for (const account of ['annasub', 'ANNASUB', 'bertasub', 'Anna', 'carl'])
    expect(await annaZh.refused(subAccounts.create, { account, password: '123456' })).toMatchObject(
      {
        code: 'nameTaken',
        msg: '用户名已被占用',
        fields: { account: '用户名已被占用' },
      },
    )
  expect(
    await anna.refused(subAccounts.create, { account: 'annasub', password: '123456' }),
  ).toMatchObject({ msg: 'Username is already taken' })
})

test('ten concurrent creations of one name by two owners make one account', async () => {
  const berta = await signedIn(server, people.berta)
  const names = ['Twin', 'twin', 'TWIN', 'tWin', 'twIn']
  const replies = await Promise.all(
    [anna, berta].flatMap((actor) =>
      names.map((account) => actor.call(subAccounts.create, { account, password: '123456' })),
    ),
  )
  const refused = replies.filter(({ success }) => !success).map(({ data }) => data)
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
  expect(refused).toHaveLength(9)
  for (const data of refused)
    expect(data).toMatchObject({
      code: 'nameTaken',
      fields: { account: 'Username is already taken' },
    })
  const { db } = server.services
  expect(await db.$count(users, sql`lower(${users.account}) = 'twin'`)).toBe(1)
  expect(await db.$count(loginNames, eq(loginNames.name, 'twin'))).toBe(1)
})

test('an owner with a time plan may not create sub-accounts', async () => {
  const carl = await signedIn(server, people.carl)
  expect(
    await carl.refused(subAccounts.create, { account: 'carlsub', password: '123456' }),
  ).toMatchObject({
    code: 'capabilityMissing',
    msg: "Sorry, you don't have the permission to create a sub-account.",
  })
})

test('an edit changes nickname and state only and ignores other fields', async () => {
  const { userId } = people.sibling
  const before = (await anna.call(subAccounts.get, { userId })).data
  const edit = {
    userId,
    nickname: ' 新昵称 ',
    enabled: 1,
    account: 'another',
    password: 'another1',
    version: before.version,
  } as const
  const extraFields = {
    parentUserId: '1',
    ownerId: '1',
    usableCharNum: 9,
    memberGroupId: '5',
    createChildUser: 1,
    isAdmin: true,
    memberAccount: { usableCharNum: 9 },
  }
  expect((await anna.call(subAccounts.edit, { ...edit, ...extraFields })).success).toBe(true)
  const after = (await anna.call(subAccounts.get, { userId })).data
  expect(after).toEqual({ ...before, nickname: '新昵称', version: before.version! + 1 })
  expect(
    (await caller(server, null).call(login.login, { account: 'annaother', password })).success,
  ).toBe(true)
})

test('an edit with a stale version is refused, one without a version succeeds', async () => {
  const { userId } = people.sibling
  const { version } = (await anna.call(subAccounts.get, { userId })).data
  const edits = ['one', 'two'].map((nickname) =>
    anna.call(subAccounts.edit, { userId, nickname, enabled: 1, version }),
  )
  const replies = await Promise.all(edits)
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
  expect(replies.find(({ success }) => !success)).toMatchObject({
    data: { code: 'changedElsewhere' },
    msg: 'This was changed elsewhere. Please refresh and try again.',
  })
  expect(
    (await anna.call(subAccounts.edit, { userId, nickname: 'without', enabled: 1 })).success,
  ).toBe(true)
  expect((await anna.call(subAccounts.edit, { userId, nickname: '', enabled: 1 })).success).toBe(
    true,
  )
  expect((await anna.call(subAccounts.get, { userId })).data.nickname).toBeNull()
})

test('disabling ends sessions with status 701, and enabling requires a new sign-in', async () => {
  const sub = await addPerson(server.database.db, { account: 'flipflop', owner: people.anna })
  const session = await signIn(server, 'flipflop')
  expect(
    (await anna.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })).success,
  ).toBe(true)
  expect(await session.refused(userCalls.get, {})).toMatchObject({
    status: 701,
    code: 'accountDisabled',
  })
  expect(
    await caller(server, null).refused(login.login, { account: 'flipflop', password }),
  ).toMatchObject({ code: 'accountDisabled' })
  expect(
    (await anna.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 1 })).success,
  ).toBe(true)
  expect((await session.call(userCalls.get, {})).status).toBe(700)
  expect((await (await signIn(server, 'flipflop')).call(userCalls.get, {})).status).toBe(200)
})

test('a reset password ends all sessions of the sub-account', async () => {
  const sub = await addPerson(server.database.db, { account: 'forgetful', owner: people.anna })
  const session = await signIn(server, 'forgetful')
  expect(
    (await anna.call(subAccounts.resetPassword, { userId: sub.userId, password: 'brand-new' }))
      .success,
  ).toBe(true)
  expect((await session.call(userCalls.get, {})).status).toBe(700)
  expect(
    await caller(server, null).refused(login.login, { account: 'forgetful', password }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(
    (await caller(server, null).call(login.login, { account: 'forgetful', password: 'brand-new' }))
      .success,
  ).toBe(true)
})

test('the list is searched by any part of the account, without wildcards', async () => {
  for (const account of ['findme1', 'FindMe2'])
    await addPerson(server.database.db, { account, owner: people.anna })
  expect(await accounts('INDME')).toEqual(['FindMe2', 'findme1'])
  expect(await accounts('%')).toEqual([])
  expect(await accounts('_')).toEqual([])
  expect(await accounts('\\')).toEqual([])
  expect(await accounts('bertasub')).toEqual([])
})

test('foreign, unknown and malformed ids get the same response', async () => {
  const ids = [
    people.foreignSub.userId,
    people.anna.userId,
    people.berta.userId,
    '999999',
    'no-id',
    '0',
    '-1',
    '1e3',
    '99999999999999999999999',
  ]
  const calls = [
    (userId: string) => anna.call(subAccounts.get, { userId }),
    (userId: string) => anna.call(subAccounts.edit, { userId, nickname: 'mine now', enabled: 0 }),
    (userId: string) => anna.call(subAccounts.resetPassword, { userId, password: 'mine-now' }),
    (userId: string) => anna.call(subAccounts.changeEnabled, { userId, enabled: 0 }),
    (userId: string) => anna.call(subAccounts.remove, { userId }),
    (userId: string) => anna.call(subAccounts.remove, { childrenIds: [people.sub.userId, userId] }),
    (id: string) => anna.call(loginLog.get, { id }),
  ]
  for (const call of calls) {
    const answers = new Set<string>()
    for (const id of ids) answers.add((await call(id)).text.replaceAll(id, 'ID'))
    expect([...answers]).toEqual([
      expect.stringMatching(
        /^\{"success":false,"data":\{"code":"notFound"\},"msg":"[^"]+ It may have been deleted\."\}$/,
      ),
    ])
  }
  expect((await anna.call(subAccounts.get, { userId: people.sub.userId })).success).toBe(true)
  expect(
    (
      await (
        await signedIn(server, people.berta)
      ).call(subAccounts.get, { userId: people.foreignSub.userId })
    ).data,
  ).toMatchObject({
    nickname: null,
    enabled: 1,
  })
})

test('a user changes their own nickname and nothing else', async () => {
  const berta = await signedIn(server, people.berta)
  const before = (await berta.call(userCalls.get, {})).data
  const extraFields = {
    userId: people.anna.userId,
    account: 'x@y.cn',
    memberGroupId: '5',
    enabled: 0,
    createChildUser: 0,
    usableCharNum: 5,
  }
  expect((await berta.call(userCalls.update, { nickname: '贝塔', ...extraFields })).success).toBe(
    true,
  )
  expect((await berta.call(userCalls.get, {})).data).toEqual({ ...before, nickname: '贝塔' })
  expect(
    await (
      await signedIn(server, people.berta, 'zh-CN')
    ).refused(userCalls.update, { nickname: '贝' }),
  ).toMatchObject({
    fields: { nickname: '昵称至少输入2位' },
  })
})

test('the name of a deleted sub-account is available again', async () => {
  await anna.call(subAccounts.create, { account: 'reborn', password: '123456' })
  await anna.call(subAccounts.remove, { userId: await idOf('reborn') })
  expect(await accounts('reborn')).toEqual([])
  expect((await caller(server, null).call(login.checkUsername, { username: 'reborn' })).data).toBe(
    true,
  )
  expect(
    (await anna.call(subAccounts.create, { account: 'Reborn', password: '123456' })).success,
  ).toBe(true)
})

test('a sub-account is created with its first characters, or not at all', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const form = { nickname: null, password: 'first-one' }
  const charsLeft = async () =>
    (await asMain.call(userCalls.get, {})).data.memberAccount.usableCharNum
  const tooMuch = await asMain.refused(subAccounts.create, {
    ...form,
    account: 'firstquota1',
    changeCharNum: 101,
  })
  expect(tooMuch).toMatchObject({ code: 'notEnough' })
  expect((await asMain.call(subAccounts.page, {})).data.total).toBe(0)
  const created = await Promise.all(
    ['firstquota1', 'firstquota2', 'firstquota3'].map((account) =>
      asMain.call(subAccounts.create, { ...form, account, changeCharNum: 40 }),
    ),
  )
  expect(created.filter(({ success }) => success)).toHaveLength(2)
  const { rows } = (await asMain.call(subAccounts.page, {})).data
  expect(rows.map(({ memberAccount }) => memberAccount.usableCharNum)).toEqual([40, 40])
  expect(await charsLeft()).toBe(20)
  const [newest] = rows
  const { accountLog } = (await asMain.call(subAccounts.history, { userId: newest!.userId })).data
  expect(accountLog).toMatchObject([{ logType: 'DISTRIBUTION', managerId: main.userId }])
})

test('a creation that is sent again adds one sub-account, and no hash of its password is kept', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const form = { account: 'onceonly', password: 'first-one', changeCharNum: 40 }
  const headers = { 'idempotency-key': 'creation of onceonly' }
  const create = () => asMain.call(subAccounts.create, form, headers)
  const answers = await Promise.all([create(), create(), create()])
  answers.push(await create())
  expect(answers.map(({ success, data }) => ({ success, data }))).toEqual(
    answers.map(() => ({ success: true, data: null })),
  )
  expect(
    await asMain.call(subAccounts.create, { ...form, changeCharNum: 41 }, headers),
  ).toMatchObject({ success: false, data: { code: 'duplicate' } })
  const { rows } = (await asMain.call(subAccounts.page, {})).data
  expect(rows.map(({ memberAccount }) => memberAccount.usableCharNum)).toEqual([40])
  const moved = { childUserId: rows[0]!.userId, changeCharNum: 0 }
  await asMain.call(subAccounts.distribute, moved, { 'idempotency-key': 'another' })
  const stored = await server.database.db
    .select({ key: idempotency.key, hash: idempotency.requestHash })
    .from(idempotency)
    .where(eq(idempotency.ownerId, main.ownerId))
  const hashOf = (path: string, input: object) =>
    testCrypto.sha256(`POST /api${path} ${JSON.stringify(input)}`)
  const hashes = new Map(stored.map(({ key, hash }) => [key, hash]))
  expect(hashes.get('another')).toBe(hashOf(subAccounts.distribute.path, moved))
  expect(hashes.get(headers['idempotency-key'])).not.toBe(hashOf(subAccounts.create.path, form))
  expect((await asMain.call(userCalls.get, {})).data.memberAccount.usableCharNum).toBe(60)
})
