// @vitest-environment happy-dom
/** The pages to change the password: by the old one, or by a mailed code. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Resource } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import type { Session } from '#contract/sign-in.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import {
  startConsoleServer,
  openConsolePage,
  sessionOf,
  until,
} from '#tests/support/browser/console.tsx'
import { apiError, stubResponses } from '#tests/support/browser/stub-responses.ts'
import { fill, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const pages = import.meta.glob<{ default: Resource }>('/resources/change-password.ts')
const resources = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
    ),
  )
const forms = ['用原密码修改', '用邮箱验证码修改']

async function open(session: Session) {
  await openConsolePage('/UserCenterChangePassword', { session, with: resources })
  await until(() => screen.queryAllByRole('button', { name: '修改密码' }).length > 0)
}

test('a wrong old password is refused; without an e-mail address a code is not offered', async () => {
  await open(await sessionOf('demosub'))
  expect(screen.getAllByRole('button', { name: '修改密码' })).toHaveLength(1)
  for (const [label, value] of [
    [/^原密码/, 'not-the-one'],
    [/^新密码/, 'brand-new-1'],
    [/^确认密码/, 'brand-new-1'],
  ] as const)
    await fill(screen.getByLabelText(label, { selector: 'input' }), value)
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  await until(() => text().includes('原密码不正确'))
  expect(location.pathname).toBe('/UserCenterChangePassword')
})

test('what is refused at a field is said there, and not in a toast', async () => {
  const tooLong = '密码最多输入32位'
  const restore = stubResponses({
    '/user/changePassword': apiError('invalid', tooLong, { password: tooLong }),
  })
  await open(await sessionOf('demosub'))
  for (const label of [/^原密码/, /^新密码/, /^确认密码/])
    await fill(screen.getByLabelText(label, { selector: 'input' }), 'brand-new-1')
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  await until(() => text().includes(tooLong))
  expect(text().split(tooLong)).toHaveLength(2)
  restore()
})

test('no code is sent within a minute of another, even after a reload; after a failed mail one is at once', async () => {
  await open(await sessionOf('demo'))
  const send = () =>
    within(screen.getByRole('region', { name: forms[1]! })).getByRole<HTMLButtonElement>('button', {
      name: /发送验证码|后可重发/,
    })
  injectFault('broken', { path: login.sendVCode.path })
  await user.click(send())
  await until(() => text().includes('服务器错误，请联系工作人员'))
  expect(send().disabled).toBe(false)
  clearFaults()
  await user.click(send())
  await until(() => text().includes('验证码发送成功'))
  expect(send().disabled).toBe(true)
  const stored = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at)!)
  await open(
    Object.fromEntries(
      stored.map((key) => [key, sessionStorage.getItem(key)]),
    ) as unknown as Session,
  )
  expect(send().textContent).toMatch(/\d/)
  expect(send().disabled).toBe(true)
})
