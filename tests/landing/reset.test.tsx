// @vitest-environment happy-dom
/** Password reset by a mailed code: no code is announced that was never sent. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, closeLanding, openLanding } from '#tests/support/browser/landing.tsx'
import { fill, text, until, user } from '#tests/support/browser/user.ts'

type Answer = {
  status?: number
  headers?: Record<string, string>
  success: boolean
  data: unknown
  msg: string
}

const later: Answer = {
  status: 429,
  headers: { 'retry-after': '80000' },
  success: false,
  data: { code: 'tooManyRequests' },
  msg: '请求过于频繁，请23小时后再试',
}
const done: Answer = { success: true, data: null, msg: '' }
let sending: Answer
let sent: number
let found: string
const bodies: Record<string, unknown> = {}

beforeEach(() => {
  sent = 0
  sending = done
  found = 'n***@example.com'
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('sendVCode')) sent++
    if (init?.body) bodies[path.split('/').at(-1)!] = JSON.parse(init.body as string)
    const {
      status = 200,
      headers = {},
      ...body
    } = path.endsWith('sendVCode') ? sending : { ...done, data: found }
    return { status, headers: new Headers(headers), text: async () => JSON.stringify(body) }
  })
})
afterEach(() => {
  closeLanding()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** To the success of the last step. */
async function setNewPassword() {
  await user.click(button('下一步'))
  await until(() => text().includes(`验证码已发送到 ${found}`))
  for (const [name, value] of Object.entries({
    vcode: '123456',
    password: 'another-one',
    password2: 'another-one',
  }))
    await fill(
      document.querySelector<HTMLInputElement>(`.modal [name=${name}], dialog [name=${name}]`)!,
      value,
    )
  await user.click(button('下一步'))
  await until(() => text().includes('密码重置成功'))
}

async function nameNora() {
  await openLanding('/login?type=1')
  await user.click(button('忘记密码？'))
  await until(() => text().includes('找回密码'))
  await fill(document.querySelector<HTMLInputElement>('[name=accountOrEmail]')!, 'nora')
  await until(() => text().includes(`验证码将发送到 ${found}`))
}

test('when no more codes are sent today, each attempt says so and goes no further', async () => {
  sending = later
  await nameNora()
  for (const times of [1, 2]) {
    await user.click(button('下一步'))
    await until(() => sent === times && text().includes('请23小时后再试'))
    expect(text()).not.toContain('验证码已发送')
  }
})

test('a code that was sent a moment ago is not sent again by going back and on', async () => {
  await nameNora()
  await user.click(button('下一步'))
  await until(() => text().includes('验证码已发送到 n***@example.com'))
  await user.click(button('上一步'))
  await user.click(button('下一步'))
  await until(() => text().includes('验证码已发送到 n***@example.com'))
  expect(sent).toBe(1)
})

test.each([
  ['nora@example.com', 'nora@example.com'],
  ['n***@example.com', 'nora'],
])('where findEmail answers %s, later calls name %s (spec 7.22, 7.26)', async (answer, named) => {
  found = answer
  await nameNora()
  await setNewPassword()
  expect(bodies['sendVCode']).toEqual({ account: named })
  expect(bodies['resetPwdByVcode']).toEqual({
    email: named,
    vcode: '123456',
    password: 'another-one',
  })
})
