/**
 * A client written from the wire rules calls every endpoint of section 7 of the specification, with
 * each field absent, empty and null.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertSite } from '#server/seed/site.ts'
import { addPeople, addPerson, password, type Person, fund } from '#tests/support/actors/people.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import {
  signedHeaders,
  wireLogin,
  wireRequest,
  type Fields,
  type Method,
  type WireSession,
} from '#tests/server/wire-client.ts'

let server: TestServer
const request = (session: WireSession | null, method: Method, path: string, fields: Fields) =>
  wireRequest(server.api, session, method, path, fields)
const logIn = (person: Person) => wireLogin(server.api, person)

let anna: { person: Person; session: WireSession }
let orderId: string
let loginId: string

beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  await insertSite(server.database.db)
  anna = { person: people.anna, session: await logIn(people.anna) }
  const order = await request(anna.session, 'POST', '/orderByMemberGroup/pay', {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  orderId = (order.data as { orderId: string }).orderId
  const logins = await request(anna.session, 'GET', '/loginLog/page', {})
  loginId = (logins.data as { rows: { id: string }[] }).rows[0]!.id
})
afterAll(() => server.close())

let count = 0
/** A new main account with its session, for calls that succeed only once per account. */
async function newMainAccount(): Promise<{ person: Person; session: WireSession }> {
  const person = await addPerson(server.database.db, { account: `own${count++}@example.com` })
  await fund(server.database.db, person, { chars: 100_000 })
  return { person, session: await logIn(person) }
}
/** A new sub-account of Anna. */
const newSubAccount = async (): Promise<string> => {
  const owner = anna.person
  const { userId } = await addPerson(server.database.db, { account: `sub${count++}`, owner })
  return userId
}
const newEmail = () => `new${count++}@example.com`
async function withCode(account: string): Promise<string> {
  await request(null, 'POST', '/login/sendVCode', { account })
  return server.mailbox.codeFor(account)
}

type Row = {
  clause: string
  method: Method
  path: string
  /** Default: a visitor. `own`: a main account created for each request. */
  as?: 'anna' | 'own'
  fields?: (ownPerson: Person | undefined) => Fields | Promise<Fields>
  required?: string[]
  optional?: string[]
  /** The part of a response that is equal for equal requests. Default: all of its data. */
  stablePart?: (data: never) => unknown
  /** The effect of the call, read by another call. */
  effect?: (sent: Fields) => Promise<unknown>
  refused?: true
}

const range = { begin: '2026-01-01 00:00:00', end: '2099-01-01 00:00:00' }
const row = (
  clause: string,
  call: `${Method} /${string}`,
  options: Omit<Row, 'clause' | 'method' | 'path'> = {},
): Row => {
  const [method, path] = call.split(' ') as [Method, string]
  return { clause, method, path, ...options }
}
const paging = { pageSize: 10, pageNum: 1 }
const pagingFields = ['pageSize', 'pageNum']
const sortedKeys = (data: object) => Object.keys(data).toSorted()
const subByAccount = async ({ account }: Fields) => {
  const list = await request(anna.session, 'GET', '/user/page', { account: String(account) })
  const [row] = (list.data as { rows: Fields[] }).rows
  return row && { nickname: row['nickname'], enabled: row['enabled'] }
}

const rows = [
  row('7.1', 'GET /customer-service/platform/list'),
  row('7.2', 'GET /customer-service/list', {
    fields: () => ({ height: 300, width: 300 }),
    optional: ['height', 'width'],
    stablePart: (platforms: { platform: string; accountList: object[] }[]) =>
      platforms.map(({ platform, accountList }) => [platform, accountList.length]),
  }),
  row('7.3', 'GET /customer-service/get', {
    fields: () => ({ account: 'yiqiao-sales', platform: 'WeChat' }),
    required: ['account', 'platform'],
  }),
  row('7.4', 'GET /user/get', { as: 'anna', stablePart: sortedKeys }),
  row('7.5', 'POST /user/changePassword', {
    as: 'own',
    fields: () => ({ oldPassword: password, password: 'another-secret' }),
    required: ['oldPassword', 'password'],
  }),
  row('7.6', 'POST /user/update', {
    as: 'anna',
    fields: () => ({ nickname: 'Anna' }),
    required: ['nickname'],
  }),
  row('7.7', 'GET /user/page', {
    as: 'anna',
    fields: () => ({ ...paging, account: 'a' }),
    optional: [...pagingFields, 'account'],
    stablePart: sortedKeys,
  }),
  row('7.8 (a new one)', 'POST /user/saveChildUser', {
    as: 'anna',
    fields: () => ({
      userId: null,
      nickname: 'Somebody',
      account: `child${count++}`,
      password: 'first-one',
      enabled: 1,
    }),
    required: ['account', 'password'],
    optional: ['userId', 'nickname', 'enabled'],
    effect: subByAccount,
  }),
  row('7.8 (an edit)', 'POST /user/saveChildUser', {
    as: 'anna',
    fields: async () => ({ userId: await newSubAccount(), nickname: 'Somebody', enabled: 0 }),
    required: ['enabled'],
    optional: ['nickname', 'account', 'password'],
    effect: async ({ userId }) =>
      (
        (await request(anna.session, 'GET', '/user/getChildInfo', { userId })).data as {
          nickname: unknown
        }
      ).nickname,
  }),
  row('7.9', 'GET /user/getChildInfo', {
    as: 'anna',
    fields: async () => ({ userId: await newSubAccount() }),
    required: ['userId'],
    stablePart: sortedKeys,
  }),
  row('7.10', 'POST /user/resetPassword', {
    as: 'anna',
    fields: async () => ({ userId: await newSubAccount(), password: 'another-secret' }),
    required: ['userId', 'password'],
  }),
  row('7.11', 'POST /user/distribution', {
    as: 'anna',
    fields: async () => ({ childUserId: await newSubAccount(), changeCharNum: 10 }),
    required: ['childUserId', 'changeCharNum'],
  }),
  row('7.12', 'POST /user/voice/distribution', {
    as: 'anna',
    fields: async () => ({ childUserId: await newSubAccount(), changeCharNum: 1 }),
    required: ['childUserId', 'changeCharNum'],
  }),
  row('7.13', 'POST /user/all/distribution', {
    as: 'anna',
    fields: async () => ({
      childUserId: await newSubAccount(),
      changeCharNum: 10,
      changeVoiceNum: 1,
      changeImageNum: 1,
    }),
    required: ['childUserId', 'changeCharNum', 'changeVoiceNum', 'changeImageNum'],
  }),
  row('7.14', 'POST /user/changeAutoDistribution', {
    as: 'anna',
    fields: () => ({ userId: anna.person.userId, autoDistribution: 1 }),
    required: ['userId', 'autoDistribution'],
  }),
  row('7.15', 'POST /user/changeEnabled', {
    as: 'anna',
    fields: async () => ({ userId: await newSubAccount(), enabled: 0 }),
    required: ['userId', 'enabled'],
  }),
  row('7.16 (one)', 'POST /user/delChild', {
    as: 'anna',
    fields: async () => ({ userId: await newSubAccount(), childrenIds: [] }),
    required: ['userId'],
    optional: ['childrenIds'],
  }),
  row('7.16 (several)', 'POST /user/delChild', {
    as: 'anna',
    fields: async () => ({
      userId: '',
      childrenIds: [await newSubAccount(), await newSubAccount()],
    }),
    required: ['childrenIds'],
    optional: ['userId'],
  }),
  row('7.17', 'DELETE /user/delete', {
    as: 'own',
    fields: () => ({ userPassword: password }),
    required: ['userPassword'],
  }),
  row('7.18', 'GET /dataCus/get', {
    fields: () => ({ id: 'SOFT_DOWNLOAD_CONFIG' }),
    required: ['id'],
  }),
  row('7.19', 'POST /dataCus/save', { as: 'anna', refused: true }),
  row('7.20', 'POST /login/checkAccount', {
    fields: () => ({ account: newEmail() }),
    required: ['account'],
  }),
  row('7.21', 'POST /login/checkUsername', {
    fields: () => ({ username: `somebody${count++}` }),
    required: ['username'],
  }),
  row('7.22', 'POST /login/sendVCode', {
    fields: () => ({ account: newEmail() }),
    required: ['account'],
  }),
  row('7.23', 'POST /login/register', {
    fields: async () => {
      const account = newEmail()
      return {
        nickname: 'Newcomer',
        username: `newcomer${count++}`,
        account,
        password,
        vcode: await withCode(account),
        inviteCode: 'nobodys',
      }
    },
    required: ['username', 'account', 'password', 'vcode'],
    optional: ['nickname', 'inviteCode'],
    stablePart: () => 'registered',
    effect: async ({ username }) => {
      const session = await logIn({ account: String(username), ownerId: '', userId: '' })
      const { data } = await request(session, 'GET', '/user/get', {})
      const { nickname, memberAccount } = data as {
        nickname: unknown
        memberAccount: { usableCharNum: number }
      }
      return { nickname, usableCharNum: memberAccount.usableCharNum }
    },
  }),
  row('7.24', 'POST /login/login', {
    fields: () => ({ account: anna.person.account, password, clientType: 'web' }),
    required: ['account', 'password'],
    optional: ['clientType'],
    stablePart: sortedKeys,
  }),
  row('7.25', 'GET /login/findEmail', {
    fields: () => ({ accountOrEmail: 'anna' }),
    required: ['accountOrEmail'],
  }),
  row('7.26', 'POST /login/resetPwdByVcode', {
    fields: async () => {
      const { account } = await addPerson(server.database.db, { account: newEmail() })
      return { email: account, vcode: await withCode(account), password: 'another-secret' }
    },
    required: ['email', 'vcode', 'password'],
  }),
  row('7.27', 'GET /loginLog/get', {
    as: 'anna',
    fields: () => ({ id: loginId }),
    required: ['id'],
  }),
  row('7.28', 'GET /loginLog/page', {
    as: 'anna',
    fields: () => ({
      ...paging,
      loginIp: '10.',
      clientType: 'web',
      loginDateTimeBegin: range.begin,
      loginDateTimeEnd: range.end,
    }),
    optional: [...pagingFields, 'loginIp', 'clientType', 'loginDateTimeBegin', 'loginDateTimeEnd'],
    stablePart: sortedKeys,
  }),
  row('7.29', 'GET /memberGroup/saleList'),
  row('7.30', 'GET /memberGroup/mappingList', { as: 'anna' }),
  row('7.31', 'POST /memberGroup/changeChannel', {
    as: 'own',
    fields: () => ({ targetChannelId: '2' }),
    required: ['targetChannelId'],
  }),
  row('7.32', 'GET /tranChannel/list'),
  row('7.33', 'GET /orderByMemberGroup/page', {
    as: 'anna',
    fields: () => paging,
    optional: pagingFields,
    stablePart: sortedKeys,
  }),
  row('7.34', 'POST /orderByMemberGroup/pay', {
    as: 'own',
    fields: () => ({ memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' }),
    required: ['memberGroupId', 'salesNum', 'payChannel'],
    stablePart: sortedKeys,
  }),
  row('7.35', 'GET /orderByMemberGroup/getPayInfo', {
    as: 'anna',
    fields: () => ({ id: orderId }),
    required: ['id'],
  }),
  row('7.36', 'GET /orderByMemberGroup/flush', {
    as: 'anna',
    fields: () => ({ id: orderId }),
    required: ['id'],
  }),
  row('7.37', 'GET /payInfo/channel', { as: 'anna' }),
  row('7.38', 'GET /memberAccountLog/page', {
    as: 'anna',
    fields: () => ({
      logType: 'DISTRIBUTION',
      ...paging,
      createDateTimeBegin: range.begin,
      createDateTimeEnd: range.end,
    }),
    required: ['logType', 'createDateTimeBegin', 'createDateTimeEnd'],
    optional: pagingFields,
    stablePart: sortedKeys,
  }),
  row('7.39', 'GET /translationLog/page', {
    as: 'anna',
    fields: () => paging,
    optional: pagingFields,
    stablePart: sortedKeys,
  }),
  row('7.40', 'GET /translationLanguages/list', { as: 'anna' }),
  row('7.41', 'POST /translation/text', {
    as: 'anna',
    fields: () => ({ source: 'en', target: 'zh', text: 'Hello' }),
    required: ['source', 'target', 'text'],
    stablePart: ({ translated }: { translated: string }) => translated,
  }),
]

/** Calls the endpoint with new fields, after `change`. */
async function outcome(row: Row, change: (fields: Fields) => Fields) {
  const ownPerson = row.as === 'own' ? await newMainAccount() : undefined
  const session = row.as === undefined ? null : (ownPerson ?? anna).session
  const fields = change((await row.fields?.(ownPerson?.person)) ?? {})
  const { status, success, data, msg } = await request(session, row.method, row.path, fields)
  const received = success && row.stablePart ? row.stablePart(data as never) : data
  return {
    status,
    success,
    msg,
    data: received,
    effect: success ? await row.effect?.(fields) : undefined,
  }
}

const without = (field: string) => (fields: Fields) => {
  const { [field]: _, ...rest } = fields
  return rest
}
const blankVariants = (field: string) =>
  [
    without(field),
    (fields: Fields) => ({ ...fields, [field]: '' }),
    (fields: Fields) => ({ ...fields, [field]: null }),
  ] as const

test('every clause from 7.1 to 7.41 has a call', () => {
  const clauses = new Set(rows.map(({ clause }) => clause.split(' ')[0]))
  expect([...clauses]).toEqual(Array.from({ length: 41 }, (_, index) => `7.${index + 1}`))
})

describe.each(rows)('$clause $method $path', (row) => {
  test(`${row.refused ? 'is refused' : 'succeeds'} with all of its fields`, async () => {
    expect(await outcome(row, (fields) => fields)).toMatchObject(
      row.refused ? { status: 200, success: false } : { status: 200, success: true },
    )
  })

  test.each(row.optional ?? [])('succeeds equally with %s absent, empty or null', async (field) => {
    const [absent, empty, nullValue] = blankVariants(field)
    const expected = await outcome(row, absent)
    expect(expected).toMatchObject({ status: 200, success: true })
    expect(await outcome(row, empty)).toEqual(expected)
    expect(await outcome(row, nullValue)).toEqual(expected)
  })

  test.each(row.required ?? [])(
    'is refused equally with %s absent, empty or null',
    async (field) => {
      const [absent, empty, nullValue] = blankVariants(field)
      const expected = await outcome(row, absent)
      expect(expected).toMatchObject({ status: 200, success: false, data: { code: 'invalid' } })
      expect(await outcome(row, empty)).toEqual(expected)
      expect(await outcome(row, nullValue)).toEqual(expected)
    },
  )
})

test.each(['x', 'null', '0', 'a-long-one-'.repeat(11)])(
  '7.42: the notice stream opens for the client id %j',
  async (clientId) => {
    for (const session of [null, anna.session]) {
      const response = await fetch(`${server.api}/notice/openSse/${clientId}`, {
        headers: signedHeaders(session),
      })
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
      await response.body!.cancel()
    }
  },
)
