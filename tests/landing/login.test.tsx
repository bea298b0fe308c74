// @vitest-environment happy-dom
/** The login form, operated by its labels. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasPageMessage } from '#client/page-message.ts'
import { currentSession, getCachedUser, isSignedIn, signOut } from '#client/session/session.ts'
import { signedInEvent } from '#landing/login/sign-in.ts'
import { sampleUser } from '#tests/support/browser/globals.ts'
import { button, closeLanding, field, openLanding } from '#tests/support/browser/landing.tsx'
import { descriptionOf, dialog, fill, text, until, user } from '#tests/support/browser/user.ts'

type Reply = { status?: number; body: unknown; headers?: Record<string, string> }

const requests: { path: string; body: unknown }[] = []
let replies: Record<string, Reply | (() => Promise<never>)>
const accepted: Reply = { body: { success: true, data: { userId: '42', sk: 'secret' }, msg: '' } }
const userReply: Reply = { body: { success: true, data: sampleUser('42'), msg: '' } }

beforeEach(() => {
  requests.length = 0
  replies = { '/api/login/login': accepted, '/api/user/get': userReply }
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    requests.push({ path, body: body && JSON.parse(body) })
    const reply = replies[path]!
    if (typeof reply === 'function') return reply()
    const { status = 200, headers = {} } = reply
    return { status, headers: new Headers(headers), text: async () => JSON.stringify(reply.body) }
  })
})
afterEach(() => {
  closeLanding()
  signOut()
  vi.unstubAllGlobals()
})

/** Text of the page without its toasts. */
const findInPage = (message: string) => within(screen.getByRole('main')).findByText(message)

async function signIn(account: string, password: string) {
  await fill(field('用户名或邮箱'), account)
  await fill(field('密码'), password)
  await user.click(button('登录'))
}

test('an empty form is not sent, shows the errors and focuses the first field', async () => {
  await openLanding('/login')
  await user.click(button('登录'))
  expect(descriptionOf(field('用户名或邮箱'))).toBe('请输入用户名或邮箱')
  expect(descriptionOf(field('密码'))).toBe('请输入密码')
  expect(document.activeElement).toBe(field('用户名或邮箱'))
  expect(requests).toEqual([])
})

test('editing a field clears its error and keeps the focus', async () => {
  await openLanding('/login')
  await user.click(button('登录'))
  await fill(field('用户名或邮箱'), 'demo')
  expect(text()).not.toContain('请输入用户名或邮箱')
  expect(text()).toContain('请输入密码')
  expect(document.activeElement).toBe(field('用户名或邮箱'))
})

test('sign-in stores session and user, dispatches the event and redirects home', async () => {
  const { navigations } = await openLanding('/login?type=1')
  const listener = vi.fn<() => void>()
  addEventListener(signedInEvent, listener, { once: true })
  await signIn(' demo ', 'demo123456')
  await until(() => navigations.length > 0)
  expect(button('登录成功')).toBeTruthy()
  expect(requests[0]).toEqual({
    path: '/api/login/login',
    body: { account: 'demo', password: 'demo123456', clientType: 'web' },
  })
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
  expect(getCachedUser()?.userId).toBe('42')
  expect(listener).toHaveBeenCalledOnce()
  expect(navigations).toEqual(['/'])
})

test.each([
  ['/UserCenterChild?pageNum=2', '/UserCenterChild?pageNum=2'],
  ['//evil.test/x', '/'],
])(
  'sign-in with target %s redirects to %s, with a message only for a public page',
  async (to, target) => {
    const { navigations } = await openLanding(`/login?to=${encodeURIComponent(to)}`)
    await signIn('demo', 'demo123456')
    await until(() => navigations.length > 0)
    expect(navigations).toEqual([target])
    expect(hasPageMessage()).toBe(target === '/')
  },
)

test('a wrong password shows the server’s message and focuses the password', async () => {
  replies['/api/login/login'] = {
    headers: { 'x-request-id': 'r-1' },
    body: { success: false, msg: '账号或密码错误', data: { code: 'wrongPassword' } },
  }
  await openLanding('/login')
  await signIn('demo', 'wrong-one')
  await findInPage('账号或密码错误')
  expect(screen.getByRole('main').textContent).not.toContain('r-1')
  expect(document.activeElement).toBe(field('密码'))
  expect(isSignedIn()).toBe(false)
})

test('a server error is shown with the request id', async () => {
  replies['/api/login/login'] = { status: 500, headers: { 'x-request-id': 'r-2' }, body: '' }
  await openLanding('/login')
  await signIn('demo', 'demo123456')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('服务器错误，请联系工作人员')
  expect(within(alert).getByText('r-2')).toBeDefined()
})

test('an unreachable server is reported as a network error, and a retry signs in', async () => {
  replies['/api/login/login'] = () => Promise.reject(new TypeError('no network'))
  const { navigations } = await openLanding('/login')
  await signIn('demo', 'demo123456')
  expect((await screen.findByRole('alert')).textContent).toContain('请求异常：网络连接失败')
  expect(isSignedIn()).toBe(false)
  replies['/api/login/login'] = accepted
  await user.click(button('登录'))
  await until(() => navigations.length > 0)
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
})

test('a disabled account is reported as disabled, not as an ended session', async () => {
  await openLanding('/login')
  replies['/api/login/login'] = {
    status: 701,
    body: { success: false, msg: '账号已被停用', data: { code: 'accountDisabled' } },
  }
  await signIn('demo', 'demo123456')
  await findInPage('账号已被停用')
})

test('after too many attempts the button counts down and sends nothing', async () => {
  replies['/api/login/login'] = {
    status: 429,
    headers: { 'retry-after': '2' },
    body: { success: false, msg: '尝试次数过多', data: null },
  }
  await openLanding('/login')
  await signIn('demo', 'demo123456')
  await until(() => text().includes('请2秒后再试'))
  await user.click(button('请2秒后再试'))
  expect(requests).toHaveLength(1)
  await until(() => text().includes('请1秒后再试'), 1_500)
  await until(() => !text().includes('秒后再试'), 1_500)
  expect(button('登录').getAttribute('aria-disabled')).toBe('false')
})

test('sign-in succeeds if the user cannot be loaded', async () => {
  replies['/api/user/get'] = () => Promise.reject(new TypeError('no network'))
  const { navigations } = await openLanding('/login')
  await signIn('demo', 'demo123456')
  await until(() => navigations.length > 0)
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
  expect(getCachedUser()).toBeNull()
})

test('a malformed user fails the sign-in', async () => {
  replies['/api/user/get'] = { body: { success: true, data: { userId: '42' }, msg: '' } }
  await openLanding('/login')
  await signIn('demo', 'demo123456')
  await screen.findByRole('alert')
  expect(isSignedIn()).toBe(false)
})

test('the password can be shown and hidden', async () => {
  await openLanding('/login')
  expect(field('密码').type).toBe('password')
  await user.click(button('显示密码'))
  expect(field('密码').type).toBe('text')
  await user.click(button('隐藏密码'))
  expect(field('密码').type).toBe('password')
})

test('the demo account is offered in demo mode only', async () => {
  await openLanding('/login')
  expect(text()).not.toContain('填入演示账号')
  document.documentElement.dataset['mode'] = 'demo'
  await openLanding('/login')
  await user.click(button('填入演示账号'))
  delete document.documentElement.dataset['mode']
  expect(field('用户名或邮箱').value).toBe('demo@example.com')
})

test('the privacy policy opens in a dialog with its text', async () => {
  await openLanding('/login')
  await user.click(button('《隐私政策》'))
  await until(() => dialog() !== null)
  expect(text()).toContain('翻译日志只记字符数和语言，不记原文和译文。')
  await user.click(button('关闭'))
})

test('the agreement opens in a dialog with its text, and closes', async () => {
  await openLanding('/login')
  await user.click(button('《用户服务协议》'))
  await until(() => dialog() !== null)
  expect(text()).toContain('您须年满18周岁。')
  await user.click(button('关闭'))
  expect(dialog()).toBeNull()
})
