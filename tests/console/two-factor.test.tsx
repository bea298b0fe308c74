// @vitest-environment happy-dom
/** Two-factor settings against the reference server: enabled, renewed, disabled, and errors. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { demoPassword } from '#server/seed/demo.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { dialog, fill, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const resources = async () => ({
  '/resources/two-factor.ts': await import('../../resources/two-factor.ts'),
})
const open = (as = 'demosub') => openConsolePage('/UserCenterSecondStep', { as, with: resources })
const inDialog = () => within(dialog()!)
const password = () => inDialog().getByLabelText<HTMLInputElement>('密码')
const code = () => inDialog().getByRole('textbox', { name: /动态码/ })
const submit = (field: HTMLElement) => user.type(field, '{Enter}')
const codesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem', { hidden: true })
    .map((item) => item.textContent)
const shownCodes = () => codesIn(inDialog().getByRole('list'))

test('two-factor is enabled by password and app, and a recovery code disables it', async () => {
  const { errors } = await open()
  await until(() => text().includes('未开启'))
  await press('开启两步验证')
  await submit(password())
  await until(() => text().includes('请输入密码'))
  await fill(password(), 'not-my-password')
  await submit(password())
  await until(() => text().includes('密码不正确'))
  await fill(password(), demoPassword)
  await submit(password())
  await screen.findByRole('img', { name: '供验证器应用扫描的二维码' })
  const secret = inDialog()
    .getByText(/^[A-Z2-7 ]{16,}$/)
    .textContent.replace(/\s/g, '')
  await fill(code(), '000000')
  await submit(code())
  await until(() => text().includes('动态码不正确'))
  await fill(code(), codeAt(secret, Date.now()))
  await submit(code())
  await until(() => text().includes('请保存恢复码') && text().includes('更换恢复码'))
  const codes = shownCodes()
  expect(codes).toHaveLength(10)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await press('打印')
  expect(print).toHaveBeenCalledOnce()
  const printedList = screen.getAllByRole('list', { hidden: true }).at(-1)!
  expect(dialog()!.contains(printedList)).toBe(false)
  expect(codesIn(printedList)).toEqual(codes)
  await press('我已妥善保存')
  expect(codes.some((code) => text().includes(code))).toBe(false)

  await press('更换恢复码')
  await fill(password(), demoPassword)
  await fill(code(), codeAt(secret, Date.now() + codePeriodMs))
  await submit(code())
  await until(() => text().includes('请保存新的恢复码'))
  const renewed = shownCodes()
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])
  await press('我已妥善保存')

  await press('关闭两步验证')
  await fill(password(), demoPassword)
  await fill(code(), renewed[0]!)
  await submit(code())
  await until(() => text().includes('未开启'))
  expect(errors).toEqual([])
})
