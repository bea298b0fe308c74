// @vitest-environment happy-dom
/** Login with a second factor, operated by the form's labels. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, signOut } from '#client/session/session.ts'
import { sampleUser } from '#tests/support/browser/globals.ts'
import { button, closeLanding, field, openLanding } from '#tests/support/browser/landing.tsx'
import { fill, text, until, user } from '#tests/support/browser/user.ts'

type Reply = { status?: number; success: boolean; data: unknown; msg: string }

const requests: { path: string; body: unknown }[] = []
const codeRequired: Reply = {
  success: false,
  data: { code: 'secondStepNeeded', challenge: 'sealed' },
  msg: '该账号开启了两步验证',
}
const session: Reply = { success: true, data: { userId: '42', sk: 'secret' }, msg: '' }
const refused = (code: string, msg: string): Reply => ({ success: false, data: { code }, msg })
let codeReply: Reply

beforeEach(() => {
  requests.length = 0
  codeReply = session
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    requests.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    const reply =
      path === '/api/login/login'
        ? codeRequired
        : path === '/api/login/secondStep'
          ? codeReply
          : { success: true, data: sampleUser('42'), msg: '' }
    return {
      status: reply.status ?? 200,
      headers: new Headers(),
      text: async () => JSON.stringify(reply),
    }
  })
})
afterEach(() => {
  closeLanding()
  signOut()
  vi.unstubAllGlobals()
})

async function openTwoFactorForm(address = '/login') {
  const page = await openLanding(address)
  await fill(field('用户名或邮箱'), 'nora')
  await fill(field('密码'), 'secret-1')
  await user.click(button('登录'))
  await until(() => text().includes('动态码'))
  return page
}

const codesSent = () =>
  requests.filter(({ path }) => path === '/api/login/secondStep').map(({ body }) => body)

test('after the password a code is required, and then the requested page opens', async () => {
  const { navigations } = await openTwoFactorForm('/login?to=%2FUserCenterRecharge')
  expect(currentSession()).toBeNull()
  const code = field('动态码')
  expect(document.activeElement).toBe(code)
  expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric'])
  await fill(code, '123 456')
  await user.click(button('验证并登录'))
  await until(() => navigations.length > 0)
  expect(codesSent()).toEqual([{ challenge: 'sealed', code: '123 456' }])
  expect([navigations, currentSession()]).toEqual([
    ['/UserCenterRecharge'],
    { sk: 'secret', userId: '42' },
  ])
})

test('a wrong code is reported at the code field, which can be overwritten', async () => {
  codeReply = refused('invalid', '动态码不正确，或已经用过。')
  await openTwoFactorForm()
  await fill(field('动态码'), '000000')
  await user.click(button('验证并登录'))
  await until(() => text().includes('动态码不正确'))
  const code = field('动态码')
  expect([code.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', code])
  await fill(code, '0')
  expect(screen.getByRole('main').textContent).not.toContain('动态码不正确')
})

test('an empty code is not sent', async () => {
  await openTwoFactorForm()
  await user.click(button('验证并登录'))
  expect(text()).toContain('请输入动态码')
  expect(codesSent()).toEqual([])
})

test('a recovery code signs in too', async () => {
  const { navigations } = await openTwoFactorForm()
  await user.click(button('手机不在身边？使用恢复码'))
  const code = field('恢复码')
  expect([document.activeElement === code, code.inputMode]).toEqual([true, ''])
  await fill(code, 'abcd-efgh-jklm')
  await user.click(button('验证并登录'))
  await until(() => navigations.length > 0)
  expect(codesSent()).toEqual([{ challenge: 'sealed', code: 'abcd-efgh-jklm' }])
})

test('an expired challenge returns to the password with a message and keeps the account', async () => {
  codeReply = refused('secondStepOver', '等待时间过长，请重新输入密码登录')
  await openTwoFactorForm()
  await fill(field('动态码'), '123456')
  await user.click(button('验证并登录'))
  await until(() => text().includes('等待时间过长'))
  expect([
    field('用户名或邮箱').value,
    screen.getAllByRole('heading', { level: 1 }).length,
  ]).toEqual(['nora', 1])
  expect(document.activeElement).toBe(field('密码'))
})

test('too many attempts are reported, and going back clears the message', async () => {
  codeReply = { status: 429, ...refused('tooManyTries', '尝试次数过多，请7秒后再试') }
  await openTwoFactorForm()
  await fill(field('动态码'), '123456')
  await user.click(button('验证并登录'))
  await within(screen.getByRole('main')).findByText(/尝试次数过多/)
  await user.click(button('返回，换个账号登录'))
  expect(field('密码')).toBeDefined()
  expect(screen.getByRole('main').textContent).not.toContain('尝试次数过多')
})
