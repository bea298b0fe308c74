// @vitest-environment happy-dom
/** The registration form, operated by its labels. */
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, closeLanding, field, openLanding } from '#tests/support/browser/landing.tsx'
import { descriptionOf, fill, text, until, user } from '#tests/support/browser/user.ts'

type Reply = { success: boolean; data: unknown; msg: string; retryAfter?: number }

const requests: { path: string; body: Record<string, unknown> }[] = []
const done: Reply = { success: true, data: null, msg: '' }
let replies: Record<string, Reply>
const bodiesOf = (path: string) =>
  requests.filter((request) => request.path === `/api/login/${path}`).map(({ body }) => body)

beforeEach(() => {
  requests.length = 0
  replies = {
    checkUsername: { ...done, data: true },
    checkAccount: { ...done, data: true },
    sendVCode: done,
    register: done,
  }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    requests.push({ path, body: JSON.parse(body) as Record<string, unknown> })
    const { retryAfter, ...reply } = replies[path.replace('/api/login/', '')]!
    const headers = new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : {})
    return { status: retryAfter ? 429 : 200, headers, text: async () => JSON.stringify(reply) }
  })
})
afterEach(() => {
  closeLanding()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** The live region with a field's error. */
const errorOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby')!)!

async function fillForm(values: Record<string, string> = {}) {
  const allValues = {
    用户名: 'nora',
    邮箱: 'nora@example.com',
    验证码: '123456',
    密码: 'secret-1',
    确认密码: 'secret-1',
    ...values,
  }
  for (const [label, value] of Object.entries(allValues)) await fill(field(label), value)
  await user.click(screen.getByRole('checkbox'))
}

test('registration sends the form with the invitation and redirects to login with the query', async () => {
  const { navigations } = await openLanding('/login?type=2&to=%2FfreeTest&inviteCode=AB12')
  await fillForm()
  await user.click(button('注册'))
  await until(() => navigations.length > 0)
  expect(bodiesOf('register')).toEqual([
    {
      nickname: null,
      username: 'nora',
      account: 'nora@example.com',
      password: 'secret-1',
      vcode: '123456',
      inviteCode: 'AB12',
      browserId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  ])
  expect(navigations).toEqual(['/login?type=1&to=%2FfreeTest&inviteCode=AB12'])
  await openLanding(navigations[0]!)
  expect(text()).toContain('注册成功，请登录')
  expect(field('用户名或邮箱').value).toBe('nora@example.com')
})

test('a refused reward is shown with its reason after registration (spec 1.6)', async () => {
  replies['register'] = {
    ...done,
    data: { inviteReward: 'day', msg: '邀请您的用户今天的邀请奖励名额已用完' },
  }
  const { navigations } = await openLanding('/login?type=2&inviteCode=AB12')
  expect(text()).toContain('同一邀请人每天限20人')
  await fillForm()
  await user.click(button('注册'))
  await until(() => navigations.length > 0)
  await openLanding(navigations[0]!)
  expect(text()).toContain('邀请您的用户今天的邀请奖励名额已用完')
})

test('a registration response of another backend is accepted', async () => {
  replies['register'] = { ...done, data: 'welcome' }
  const { navigations } = await openLanding('/login?type=2&inviteCode=AB12')
  await fillForm()
  await user.click(button('注册'))
  await until(() => navigations.length > 0)
})

test('an empty form is not sent, shows the messages of spec 5.2 and focuses the first field', async () => {
  await openLanding('/login?type=2')
  await user.click(button('注册'))
  for (const message of [
    '请输入用户名',
    '请输入邮箱',
    '请输入验证码',
    '请输入密码',
    '请再次输入密码',
    '请确认服务条款和用户协议',
  ])
    expect(text()).toContain(message)
  expect(document.activeElement).toBe(field('用户名'))
  expect(errorOf('用户名').getAttribute('aria-live')).toBe('polite')
  expect(requests).toEqual([])
})

test('each invalid value is reported at its field, and nothing is sent', async () => {
  await openLanding('/login?type=2')
  const invalid = {
    '昵称（选填）': ['x', '昵称至少输入2位'],
    用户名: ['王小明', '且须以字母开头'],
    邮箱: ['nora@', '邮箱格式不正确'],
    密码: ['12345', '密码至少输入6位'],
    确认密码: ['other-1', '两次密码不一致'],
  } as const
  await fillForm(
    Object.fromEntries(Object.entries(invalid).map(([label, [value]]) => [label, value])),
  )
  await user.click(button('注册'))
  for (const [label, [, message]] of Object.entries(invalid))
    expect(descriptionOf(field(label)), label).toContain(message)
  expect(bodiesOf('register')).toEqual([])
})

test('a code is sent only to a valid, unused e-mail, and once a minute, even after a reload', async () => {
  await openLanding('/login?type=2')
  const send = () => screen.getByRole('button', { name: /发送验证码|后可重发/ })
  const isDisabled = () => send().getAttribute('aria-disabled') === 'true'
  await user.click(send())
  replies['checkAccount'] = { ...done, data: false }
  await fill(field('邮箱'), 'taken@example.com')
  await until(() => text().includes('邮箱已被占用'))
  await user.click(send())
  expect(bodiesOf('sendVCode')).toEqual([])
  replies['checkAccount'] = { ...done, data: true }
  await fill(field('邮箱'), 'nora@example.com')
  await until(() => !isDisabled())
  await user.click(send())
  await until(() => text().includes('验证码发送成功，请前往邮箱查看'))
  expect(bodiesOf('sendVCode')).toEqual([{ account: 'nora@example.com' }])
  expect(document.activeElement).toBe(field('验证码'))
  await openLanding('/login?type=2')
  expect(field('邮箱').value).toBe('nora@example.com')
  expect(send().textContent).toMatch(/^(60|5\d)秒后可重发$/)
  await user.click(send())
  expect(bodiesOf('sendVCode')).toHaveLength(1)
})

test('a field focused while the code is being mailed keeps the focus and its text', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('sendVCode')) await isAnswered
    return respond(path, init)
  })
  await openLanding('/login?type=2')
  await fill(field('邮箱'), 'nora@example.com')
  await until(() => text().includes('可以使用'))
  await user.click(button('发送验证码'))
  await user.type(field('密码'), 'secre')
  answer()
  await until(() => text().includes('后可重发'))
  expect(document.activeElement).toBe(field('密码'))
  await user.keyboard('t-1')
  expect([field('密码').value, field('验证码').value]).toEqual(['secret-1', ''])
})

test('a mail server outage is reported at the code field, and sending again succeeds', async () => {
  const sentence = '邮件发送失败，请稍后再试'
  replies['sendVCode'] = { success: false, data: { code: 'mailDown' }, msg: sentence }
  await openLanding('/login?type=2')
  await fill(field('邮箱'), 'later@example.com')
  await until(() => text().includes('可以使用'))
  for (const attempt of [1, 2]) {
    await user.click(button('发送验证码'))
    await until(() => bodiesOf('sendVCode').length === attempt)
    await until(() => errorOf('验证码').textContent === sentence)
    expect(document.activeElement).toBe(field('验证码'))
  }
  replies['sendVCode'] = done
  await user.click(button('发送验证码'))
  await until(() => text().includes('验证码发送成功，请前往邮箱查看'))
  expect(descriptionOf(field('验证码'))).toBe('')
})

test('a taken username is reported while typing', async () => {
  replies['checkUsername'] = { ...done, data: false }
  await openLanding('/login?type=2')
  await fill(field('用户名'), 'DEMO')
  await until(() => errorOf('用户名').textContent === '用户名已被占用')
})

test.each([
  [{ code: 'invalid' }, '验证码错误或已过期', '验证码'],
  [{ code: 'nameTaken', fields: { account: '用户名已被占用' } }, '邮箱已被占用', '邮箱'],
])(
  'a refusal is shown at its field, but announced only by the toast: %o',
  async (data, message, label) => {
    replies['register'] = { success: false, data, msg: '验证码错误或已过期' }
    await openLanding('/login?type=2')
    await fillForm()
    await user.click(button('注册'))
    await until(() => text().includes(message))
    expect(document.activeElement).toBe(field(label))
    expect(errorOf(label).getAttribute('aria-live')).toBe('off')
    expect(field('密码').value).toBe('secret-1')
  },
)

test('with ten minutes until the next code the button shows them', async () => {
  const [retryAfter, message] = [600, '10分钟后可重发']
  replies['sendVCode'] = {
    success: false,
    data: { code: 'tooManyRequests' },
    msg: '请稍后再试',
    retryAfter,
  }
  await openLanding('/login?type=2')
  await fill(field('邮箱'), 'nora@example.com')
  await until(() => text().includes('可以使用'))
  await user.click(button('发送验证码'))
  await until(() => text().includes(message))
})
