// @vitest-environment happy-dom
/** Password reset by a mailed code: codes are announced only when sent. */
import { within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, closeLanding, openLanding } from '#tests/support/browser/landing.tsx'
import { dialog, fill, text, until, user } from '#tests/support/browser/user.ts'

type StubResponse = {
  status?: number
  headers?: Record<string, string>
  success: boolean
  data: unknown
  msg: string
}

const limitReached: StubResponse = {
  status: 429,
  headers: { 'retry-after': '80000' },
  success: false,
  data: { code: 'tooManyRequests' },
  msg: '请求过于频繁，请23小时后再试',
}
const done: StubResponse = { success: true, data: null, msg: '' }
let codeResponse: StubResponse
let sent: number
let email: string
const bodies: Record<string, unknown> = {}

beforeEach(() => {
  sent = 0
  codeResponse = done
  email = 'n***@example.com'
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('sendVCode')) sent++
    if (init?.body) bodies[path.split('/').at(-1)!] = JSON.parse(init.body as string)
    const {
      status = 200,
      headers = {},
      ...body
    } = path.endsWith('sendVCode') ? codeResponse : { ...done, data: email }
    return { status, headers: new Headers(headers), text: async () => JSON.stringify(body) }
  })
})
afterEach(() => {
  closeLanding()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Goes through all steps to the success message. */
async function setNewPassword() {
  await user.click(button('下一步'))
  await until(() => text().includes(`验证码已发送到 ${email}`))
  for (const [label, value] of Object.entries({
    验证码: '123456',
    新密码: 'another-one',
    确认密码: 'another-one',
  }))
    await fill(within(dialog()!).getByLabelText(label), value)
  await user.click(button('下一步'))
  await until(() => text().includes('密码重置成功'))
}

async function enterAccount() {
  await openLanding('/login?type=1')
  await user.click(button('忘记密码？'))
  await until(() => text().includes('找回密码'))
  await fill(within(dialog()!).getByLabelText('用户名或邮箱'), 'nora')
  await until(() => text().includes(`验证码将发送到 ${email}`))
}

test('when the daily limit of codes is reached, each attempt says so and stays at the step', async () => {
  codeResponse = limitReached
  await enterAccount()
  for (const times of [1, 2]) {
    await user.click(button('下一步'))
    await until(() => sent === times && text().includes('请23小时后再试'))
    expect(text()).not.toContain('验证码已发送')
  }
})

test('going back and forward does not send another code within a minute', async () => {
  await enterAccount()
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
])('if findEmail returns %s, later calls send %s (spec 7.22, 7.26)', async (answer, named) => {
  email = answer
  await enterAccount()
  await setNewPassword()
  expect(bodies['sendVCode']).toEqual({ account: named })
  expect(bodies['resetPwdByVcode']).toEqual({
    email: named,
    vcode: '123456',
    password: 'another-one',
  })
})
