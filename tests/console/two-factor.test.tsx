// @vitest-environment happy-dom
/** Two-factor settings against the reference server: enabled, renewed, disabled, and errors. */
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import {
  startConsoleServer,
  heading,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { fill, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const resources = async () => ({
  '/resources/two-factor.ts': await import('../../resources/two-factor.ts'),
})
const open = (as = 'demosub') => openConsolePage('/UserCenterSecondStep', { as, with: resources })
const queryAll = <T extends HTMLElement>(selector: string) => [
  ...document.querySelectorAll<T>(selector),
]
const inputs = () => queryAll<HTMLInputElement>('dialog input')
const submit = () => user.click(document.querySelector('dialog [type=submit]')!)

test('two-factor is enabled by password and app, and a recovery code disables it', async () => {
  const { errors } = await open()
  await until(() => text().includes('未开启'))
  await press('开启两步验证')
  await submit()
  expect(text()).toContain('请输入密码')
  await fill(inputs()[0]!, 'not-my-password')
  await submit()
  await until(() => text().includes('密码不正确'))
  await fill(inputs()[0]!, demoPassword)
  await submit()
  await until(() => document.querySelector('.app-code svg') !== null)
  const secret = document.querySelector('.app-secret code')!.textContent.replace(/\s/g, '')
  await fill(inputs()[0]!, '000000')
  await submit()
  await until(() => text().includes('动态码不正确'))
  await fill(inputs()[0]!, codeAt(secret, Date.now()))
  await submit()
  await until(() => text().includes('请保存恢复码') && text().includes('更换恢复码'))
  const codes = queryAll('dialog li').map((item) => item.textContent)
  expect(codes).toHaveLength(10)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await press('打印')
  expect(print).toHaveBeenCalledOnce()
  expect(queryAll('.printed li').map((item) => item.textContent)).toEqual(codes)
  await press('我已妥善保存')
  expect(codes.some((code) => text().includes(code))).toBe(false)

  await press('更换恢复码')
  await fill(inputs()[0]!, demoPassword)
  await fill(inputs()[1]!, codeAt(secret, Date.now() + codePeriodMs))
  await submit()
  await until(() => text().includes('请保存新的恢复码'))
  const renewed = queryAll('dialog li').map((item) => item.textContent)
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])
  await press('我已妥善保存')

  await press('关闭两步验证')
  await fill(inputs()[0]!, demoPassword)
  await fill(inputs()[1]!, renewed[0]!)
  await submit()
  await until(() => text().includes('未开启'))
  expect(errors).toEqual([])
})

test('a failed load is reported with a retry button', async () => {
  injectFault('broken', { path: '/secondStep/get' })
  await open()
  await until(() => text().includes('服务器错误，请联系工作人员'))
  clearFaults()
  await press('重试')
  await until(() => text().includes('未开启'))
})

test('a backend without two-factor has no such page', async () => {
  injectFault('broken', { path: '/extensions/list' })
  await open()
  await until(() => heading() === '当前版本暂不提供此功能')
  expect(text()).not.toContain('开启两步验证')
})

test('Escape closes an empty dialog at once, and asks before it discards input', async () => {
  await open()
  await until(() => text().includes('未开启'))
  const escape = () =>
    act(
      async () =>
        void queryAll('dialog')
          .at(-1)!
          .dispatchEvent(new Event('cancel', { cancelable: true })),
    )
  await press('开启两步验证')
  await escape()
  await until(() => queryAll('dialog').length === 0)
  await press('开启两步验证')
  await user.click(inputs()[0]!)
  await fill(inputs()[0]!, 'half-typed')
  await escape()
  await until(() => queryAll('dialog').length === 2)
  await press('继续填写')
  expect(inputs()[0]!.value).toBe('half-typed')
})
