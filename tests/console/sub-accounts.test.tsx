// @vitest-environment happy-dom
/** Sub-accounts: what a form lacks, new passwords, and budgets changed meanwhile. */
import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { budgets } from '#contract/budgets.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import {
  descriptionOf,
  dialog,
  fill,
  inDialog,
  press,
  pressInDialog,
  text,
  user,
} from '#tests/support/browser/user.ts'

await startConsoleServer()

async function open(address = '/UserCenterChild') {
  await openConsolePage(address, { as: 'demo' })
  await until(hasListRows)
}
const field = (label: string | RegExp) =>
  within(dialog()!).getByLabelText<HTMLInputElement>(label, { selector: 'input' })
/** Whether the server accepts the credentials. */
const signsIn = (account: string, password: string): Promise<boolean> =>
  call(login.login, { account, password }).then(
    () => true,
    () => false,
  )

test('the create form shows what is missing at its field and sends no request', async () => {
  await open('/UserCenterChild?account=emma')
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await press('添加子账号')
  await until(() => dialog() !== null)
  expect(within(dialog()!).getByRole<HTMLInputElement>('switch').checked).toBe(true)
  await pressInDialog('保存')
  await until(() => descriptionOf(field('账号')).includes('请输入账号'))
  expect(descriptionOf(field('密码'))).toContain('请输入密码')
  const paths = fetchSpy.mock.calls.map(([to]) => new URL(String(to), location.href).pathname)
  fetchSpy.mockRestore()
  expect(paths).not.toContain(`/api${subAccounts.create.path}`)
})

test('a password reset needs matching input, and only the new password signs in', async () => {
  await open('/UserCenterChild?account=emma')
  await press('重置密码：emma')
  await until(() => dialog() !== null)
  await fill(field('密码'), 'brand-new')
  await fill(field('确认密码'), 'brand-old')
  await pressInDialog('保存')
  await until(() => descriptionOf(field('确认密码')).includes('两次密码不一致'))
  expect(await signsIn('emma', demoPassword)).toBe(true)
  await fill(field('确认密码'), '  brand-new ')
  await pressInDialog('保存')
  await until(() => text().includes('重置成功'))
  expect(await signsIn('emma', demoPassword)).toBe(false)
  expect(await signsIn('emma', 'brand-new')).toBe(true)
})

test('a new sub-account gets a generated password, which is generated anew once it was changed', async () => {
  await open('/UserCenterChild?account=emma')
  await press('添加子账号')
  await until(() => dialog() !== null)
  await fill(field('账号'), 'generated01')
  await pressInDialog('生成密码')
  await fill(field('密码'), 'changed')
  await pressInDialog('生成密码')
  const { value } = field('密码')
  await pressInDialog('保存')
  await until(() => dialog() === null)
  expect(await signsIn('generated01', value)).toBe(true)
})

test('a generated password fills both fields, can be copied from the focused button, and signs in', async () => {
  await open('/UserCenterChild?account=lucywood')
  await press('重置密码：lucywood')
  await until(() => dialog() !== null)
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await pressInDialog('生成密码')
  const { value } = field('密码')
  expect(field('确认密码').value).toBe(value)
  expect(document.activeElement).toBe(inDialog('复制密码'))
  await user.keyboard('{Enter}')
  expect(written).toHaveBeenCalledWith(value)
  await pressInDialog('保存')
  await until(() => text().includes('重置成功'))
  expect(await signsIn('lucywood', value)).toBe(true)
})

test('a budget that another tab changed is not overwritten, and what was typed stays', async () => {
  await open('/UserCenterChild?account=demosub')
  const [row] = (await call(subAccounts.page, { account: 'demosub', pageNum: 1, pageSize: 10 }))
    .rows
  const { userId } = row!
  await press('demosub的更多操作')
  await press('预算：demosub')
  await until(() => dialog() !== null && within(dialog()!).queryByLabelText(/每天字符/) !== null)
  await fill(field(/每天字符/), '77')
  await call(budgets.setBudget, { userId, ownRule: 1, monthlyCharNum: 500 })
  await pressInDialog('保存预算')
  await until(() => dialog()!.textContent.includes('载入最新内容'))
  expect((await call(budgets.get, { userId })).rule).toMatchObject({ dailyCharNum: null })
  await pressInDialog('载入最新内容')
  await until(() => field(/每月字符/).value === '500')
  expect(field(/每天字符/).value).toBe('77')
  await pressInDialog('保存预算')
  await until(() => dialog() === null)
  expect((await call(budgets.get, { userId })).rule).toMatchObject({
    dailyCharNum: 77,
    monthlyCharNum: 500,
  })
})
