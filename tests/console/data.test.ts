/** Refine's data provider: requests, results and errors of its methods. */
import { beforeEach, expect, test, vi } from 'vitest'
import { WireError } from '#contract/failure.ts'
import { accountLog } from '#contract/ledger.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { dataProvider } from '#console/refine/data.ts'
import { buildPage } from '#console/engine/build-page.ts'
import { form, list } from '#console/engine/resource.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

type SentRequest = { method: string; path: string; body: unknown; headers: Record<string, string> }

const data = dataProvider([
  buildPage(
    '/resources/sub-accounts.ts',
    list(subAccounts, { route: 'UserCenterChild', columns: ['account'] }),
  ),
  buildPage('/resources/orders.ts', list(orders, { route: 'UserCenterOrder', columns: ['no'] })),
  buildPage(
    '/resources/account-log.ts',
    list(accountLog, { route: 'UserCenterAccountLog', columns: ['logType'] }),
  ),
  buildPage(
    '/resources/profile.ts',
    form(users, { route: 'UserCenterInfo', forms: { update: {} } }),
  ),
])
const row = {
  userId: '7',
  account: 'amelia',
  nickname: null,
  enabled: 1,
  lastLoginDateTime: null,
  memberAccount: { usableCharNum: 1, usableVoiceNum: 2, usableImageNum: 3 },
  version: 4,
}
let sent: SentRequest[]
let response: { status?: number; json: unknown }

beforeEach(() => {
  stubBrowser()
  sent = []
  response = { json: { success: true, data: null, msg: '' } }
  vi.stubGlobal(
    'fetch',
    async (
      path: string,
      { method, body, headers }: { method: string; body?: string; headers: Record<string, string> },
    ) => {
      sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body), headers })
      return {
        status: response.status ?? 200,
        headers: new Headers({ 'x-request-id': 'r-1' }),
        text: async () => JSON.stringify(response.json),
      }
    },
  )
})

const respondWith = (data: unknown) => (response = { json: { success: true, data, msg: '' } })
const refuseWith = (data: unknown, msg = '不行') =>
  (response = { json: { success: false, data, msg } })

test('getList sends page, size and filters, nothing else', async () => {
  respondWith({ total: 26, rows: [row] })
  const filters = [{ field: 'account', operator: 'eq', value: 'am' }] as const
  const { data: rows, total } = await data.getList({
    resource: 'subAccounts',
    pagination: { currentPage: 2, pageSize: 20 },
    filters: [...filters],
  })
  expect(sent[0]).toMatchObject({
    method: 'GET',
    path: '/api/user/page?account=am&pageSize=20&pageNum=2',
  })
  expect([rows, total]).toEqual([[row], 26])
})

test('page and size are clamped, and filters that the contract lacks are refused', async () => {
  respondWith({ total: 0, rows: [] })
  await data.getList({ resource: 'subAccounts', pagination: { currentPage: -3, pageSize: 1e9 } })
  expect(sent[0]!.path).toBe('/api/user/page?pageSize=100&pageNum=1')
  const filter = (field: string, operator: 'eq' | 'contains') =>
    data.getList({ resource: 'subAccounts', filters: [{ field, operator, value: '1' }] })
  await expect(filter('__proto__', 'eq')).rejects.toThrow('takes no "__proto__"')
  await expect(filter('account', 'contains')).rejects.toThrow('"eq" and "between" only')
})

test('getOne sends the id under the name in the contract, and none for the own profile', async () => {
  respondWith(row)
  expect((await data.getOne({ resource: 'subAccounts', id: '7' })).data).toEqual(row)
  expect(sent[0]!.path).toBe('/api/user/getChildInfo?userId=7')
  await data.getOne({ resource: 'profile', id: 'me' }).catch(() => undefined)
  expect(sent[1]!.path).toBe('/api/user/get')
})

test('create and edit use the endpoints of that name, other forms the endpoint in meta', async () => {
  await data.create({
    resource: 'subAccounts',
    variables: { account: 'amelia', password: 'secret1' },
  })
  await data.update({
    resource: 'subAccounts',
    id: '7',
    variables: { nickname: null, enabled: 0, version: 4 },
  })
  await data.update({
    resource: 'subAccounts',
    id: '7',
    variables: { password: 'secret2' },
    meta: { endpoint: subAccounts.resetPassword },
  })
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/user/saveChildUser', { account: 'amelia', password: 'secret1', enabled: 1 }],
    ['/api/user/saveChildUser', { userId: '7', nickname: null, enabled: 0, version: 4 }],
    ['/api/user/resetPassword', { userId: '7', password: 'secret2' }],
  ])
})

test('deleteOne and deleteMany send one request each with an idempotency key', async () => {
  await data.deleteOne({ resource: 'subAccounts', id: '7' })
  await data.deleteMany!({ resource: 'subAccounts', ids: ['7', '8'] })
  expect(sent.map(({ body }) => body)).toEqual([{ userId: '7' }, { childrenIds: ['7', '8'] }])
  expect(sent.every(({ headers }) => /^[0-9a-f]{32}$/.test(headers['idempotency-key']!))).toBe(true)
})

test('custom sends the endpoint in meta, with an idempotency key where the contract has one', async () => {
  await data.custom!({
    url: subAccounts.changeEnabled.path,
    method: 'post',
    payload: { userId: '7', enabled: 0, account: 'not in the contract' },
    meta: { endpoint: subAccounts.changeEnabled },
  })
  await data.custom!({
    url: orders.flush.path,
    method: 'get',
    payload: { id: '3' },
    meta: { endpoint: orders.flush },
  })
  await data.custom!({
    url: orders.cancel.path,
    method: 'post',
    payload: { id: '3' },
    meta: { endpoint: orders.cancel },
  })
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/user/changeEnabled', { userId: '7', enabled: 0 }],
    ['/api/orderByMemberGroup/flush?id=3', undefined],
    ['/api/orderByMemberGroup/cancel', { id: '3' }],
  ])
  expect(sent[2]!.headers['idempotency-key']).toBeDefined()
})

test('a refusal is an error with message, code and messages per field', async () => {
  refuseWith({ code: 'nameTaken', fields: { account: '用户名已被占用' } }, '用户名已被占用')
  const error: unknown = await data
    .create({ resource: 'subAccounts', variables: { account: 'amelia', password: 'secret1' } })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WireError)
  expect(error).toMatchObject({
    message: '用户名已被占用',
    statusCode: 200,
    errors: { account: '用户名已被占用' },
    failure: { kind: 'refused', code: 'nameTaken', requestId: 'r-1' },
  })
})

test.each([
  [700, { kind: 'expired', status: 700 }],
  [401, { kind: 'expired', status: 401 }],
  [429, { kind: 'busy' }],
  [500, { kind: 'broken', status: 500 }],
])('status %i has the same error kind for every method', async (status, failure) => {
  response = { status, json: { success: false, data: null, msg: '' } }
  await expect(data.getList({ resource: 'subAccounts' })).rejects.toMatchObject({
    statusCode: status,
    failure,
  })
  await expect(data.deleteOne({ resource: 'subAccounts', id: '7' })).rejects.toMatchObject({
    statusCode: status,
    failure,
  })
})

test('a response that violates the contract is an error', async () => {
  respondWith({ total: 1, rows: [{ ...row, enabled: 'yes' }] })
  await expect(data.getList({ resource: 'subAccounts' })).rejects.toMatchObject({
    failure: { kind: 'garbled' },
  })
})

test('an unknown resource or endpoint throws at once', async () => {
  await expect(data.getOne({ resource: 'accountLog', id: '1' })).rejects.toThrow(
    'The resource "accountLog" has no call "get".',
  )
})
