// @vitest-environment happy-dom
/** Refine's providers for access, authentication and notifications against the reference server. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { accessControlProvider, canOpenPage } from '#console/refine/resources.ts'
import { loadMessages } from '#console/refine/i18n.ts'
import { notificationProvider, notifyFailure } from '#console/refine/notification.ts'
import { createCache } from '#console/refine/query.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import { closeToast, clearToasts, stopToastTimer, startToastTimer, toasts } from '#ui/toasts.tsx'
import { WireError, type WireFailure } from '#contract/failure.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { sessionOf } from '#tests/support/browser/console.tsx'

const server = await startReferenceServer()
const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const can = async (resource: string, action: string) =>
  (await accessControlProvider(pages).can({ resource, action })).can

beforeAll(() => loadMessages('zh'))
afterEach(() => {
  signOut()
  clearToasts()
  vi.useRealTimers()
})
afterAll(() => server.close())

async function signInAs(account: string) {
  signIn(await sessionOf(account))
  await loadUser()
}

test.each([
  ['demo', { subAccounts: true, create: true, loginLog: true }],
  ['monthly', { subAccounts: true, create: false, loginLog: true }],
  ['demosub', { subAccounts: false, create: false, loginLog: true }],
])('%s may open and do what its role and membership allow', async (account, expected) => {
  await signInAs(account)
  expect({
    subAccounts: await can('subAccounts', 'list'),
    create: await can('subAccounts', 'create'),
    loginLog: await can('loginLog', 'list'),
  }).toEqual(expected)
})

test('a visitor may open only visitor pages, and unknown resources are denied', async () => {
  expect(pages.filter((page) => canOpenPage(page, null)).map(({ name }) => name)).toEqual(['exit'])
  await signInAs('demo')
  expect(await can('nothing', 'list')).toBe(false)
})

test.each<[WireFailure, number]>([
  [{ kind: 'unreachable', reason: 'network' }, 3],
  [{ kind: 'broken', status: 503 }, 3],
  [{ kind: 'unreachable', reason: 'offline' }, 1],
  [{ kind: 'broken', status: 500 }, 1],
  [{ kind: 'refused', msg: 'no' }, 1],
  [{ kind: 'expired', status: 700 }, 1],
  [{ kind: 'busy', seconds: 5 }, 1],
  [{ kind: 'garbled', reason: 'envelope' }, 1],
])('a read that fails with %o is sent %i times, and reported once', async (failure, times) => {
  vi.useFakeTimers()
  const reported: unknown[] = []
  const cache = createCache((error) => reported.push(error))
  const read = vi.fn<() => Promise<never>>(() => Promise.reject(new WireError(failure)))
  const pending = cache
    .fetchQuery({
      queryKey: ['x'],
      queryFn: read,
      retry: cache.getDefaultOptions().queries?.retry ?? false,
    })
    .catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await pending
  expect(read).toHaveBeenCalledTimes(times)
  expect(reported).toHaveLength(1)
})

test('a refusal is shown with the server’s message and the request id', async () => {
  await call(login.login, { account: 'demo', password: 'wrong' }).catch((error: unknown) =>
    notifyFailure(error),
  )
  expect(toasts()).toMatchObject([
    {
      tone: 'error',
      text: expect.stringMatching(/\p{Script=Han}/u) as string,
      requestId: expect.stringMatching(/./) as string,
    },
  ])
})

test('a field error outside a form is shown as a toast', async () => {
  await signInAs('demo')
  await call(subAccounts.remove, { childrenIds: [] }).catch((error: unknown) =>
    notifyFailure(error),
  )
  expect(toasts()).toMatchObject([{ tone: 'error', text: expect.stringContaining('请选择子账号') }])
})

test('failures show the server’s message, and a toast replaces one with the same key', () => {
  notificationProvider.open({
    key: 'k',
    type: 'error',
    message: 'Error (status code: 200)',
    description: '用户名已被占用',
  })
  notificationProvider.open({
    key: 'k',
    type: 'success',
    message: '已保存',
    description: '操作成功',
  })
  notificationProvider.open({ type: 'error', message: '请求异常' })
  expect(toasts().map(({ tone, text }) => `${tone} ${text}`)).toEqual([
    'success 已保存',
    'error 请求异常',
  ])
  notificationProvider.close('k')
  expect(toasts()).toHaveLength(1)
})

test('toasts close by themselves, errors later, and stay while paused', () => {
  vi.useFakeTimers()
  notificationProvider.open({ key: 'good', type: 'success', message: 'a' })
  notificationProvider.open({ key: 'bad', type: 'error', message: 'b' })
  vi.advanceTimersByTime(4_000)
  expect(toasts().map(({ key }) => key)).toEqual(['bad'])
  stopToastTimer('bad')
  vi.advanceTimersByTime(60_000)
  expect(toasts()).toHaveLength(1)
  startToastTimer('bad')
  vi.advanceTimersByTime(12_000)
  expect(toasts()).toEqual([])
})

test('at most the four newest toasts are shown', () => {
  for (const key of ['1', '2', '3', '4', '5'])
    notificationProvider.open({ key, type: 'success', message: key })
  expect(toasts().map(({ key }) => key)).toEqual(['2', '3', '4', '5'])
  closeToast('3')
  expect(toasts().map(({ key }) => key)).toEqual(['2', '4', '5'])
})
