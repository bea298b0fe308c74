// @vitest-environment happy-dom
/** Sub-accounts: form rules, names taken meanwhile, passwords, and switching off and on. */
import { screen, within } from '@testing-library/react'
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
/** Replaces the text of a field at once: typing takes long. */
async function paste(input: HTMLElement, value: string) {
  await user.clear(input)
  if (value !== '') await user.paste(value)
}
/** Whether the server accepts the credentials. */
const signsIn = (account: string, password: string): Promise<boolean> =>
  call(login.login, { account, password }).then(
    () => true,
    () => false,
  )

/** Exact messages of spec section 5.6. */
const rules = {
  account: {
    '': '请输入账号',
    a: '账号至少输入2位',
    [`a${'b'.repeat(32)}`]: '账号最多输入32位',
    a_b: '请输入正确的用户名. 只能包含数字,字母,中文',
    EMMA: '用户名已被占用',
    demo: '用户名已被占用',
  },
  nickname: {
    x: '昵称至少输入2位',
    ['y'.repeat(33)]: '昵称不能超过32个字符',
  },
  password: {
    '': '请输入密码',
    '12345': '密码至少输入6位',
    ['z'.repeat(33)]: '密码最多输入32位',
  },
} as const

const labels = { account: '账号', nickname: /^昵称/, password: '密码' } as const

test('the create form shows each rule violation at its field and sends no request', async () => {
  await open()
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await press('添加子账号')
  await until(() => dialog() !== null)
  expect(within(dialog()!).getByRole<HTMLInputElement>('switch').checked).toBe(true)
  for (const name of ['account', 'nickname', 'password'] as const) {
    const input = field(labels[name])
    for (const [typed, message] of Object.entries(rules[name])) {
      await paste(input, 'something')
      await until(() => descriptionOf(input) === '')
      await paste(input, typed)
      await until(() => descriptionOf(input).includes(message))
    }
  }
  await user.click(inDialog('保存'))
  await until(() => descriptionOf(field(labels.account)).includes(rules.account.demo))
  expect(dialog()).not.toBeNull()
  const paths = fetchSpy.mock.calls.map(([to]) => new URL(String(to), location.href).pathname)
  fetchSpy.mockRestore()
  expect(paths).toContain('/api/login/checkUsername')
  expect(paths).not.toContain(`/api${subAccounts.create.path}`)
})

test('a name taken meanwhile is refused at its field, and the input is kept', async () => {
  await open()
  await press('添加子账号')
  await until(() => dialog() !== null)
  await fill(field('账号'), 'racer')
  await fill(field(/^昵称/), '先来的')
  await fill(field('密码'), 'secret1')
  await call(subAccounts.create, { account: 'Racer', password: 'secret2', enabled: 1 })
  await user.click(inDialog('保存'))
  await until(() => descriptionOf(field('账号')).includes('用户名已被占用'))
  expect(field(/^昵称/).value).toBe('先来的')
})

test('a password reset needs matching input, and only the new password signs in', async () => {
  await open('/UserCenterChild?account=emma')
  await press('重置密码：emma')
  await until(() => dialog() !== null)
  await fill(field('密码'), 'brand-new')
  await fill(field('确认密码'), 'brand-old')
  await user.click(inDialog('保存'))
  await until(() => descriptionOf(field('确认密码')).includes('两次密码不一致'))
  expect(await signsIn('emma', demoPassword)).toBe(true)
  await fill(field('确认密码'), '  brand-new ')
  await user.click(inDialog('保存'))
  await until(() => text().includes('重置成功'))
  expect(await signsIn('emma', demoPassword)).toBe(false)
  expect(await signsIn('emma', 'brand-new')).toBe(true)
})

test('a disabled sub-account cannot sign in until it is enabled again', async () => {
  await open('/UserCenterChild?account=demosub')
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: '状态：demosub' })
  for (const [action, isEnabled] of [
    ['停用', false],
    ['启用', true],
  ] as const) {
    await user.click(toggle())
    await user.click(inDialog(action))
    await until(
      () =>
        dialog() === null &&
        toggle().checked === isEnabled &&
        !toggle().hasAttribute('aria-disabled'),
    )
    expect(await signsIn('demosub', demoPassword)).toBe(isEnabled)
  }
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
  await user.click(inDialog('保存预算'))
  await until(() => dialog()!.textContent.includes('载入最新内容'))
  expect((await call(budgets.get, { userId })).rule).toMatchObject({ dailyCharNum: null })
  await user.click(inDialog('载入最新内容'))
  await until(() => field(/每月字符/).value === '500')
  expect(field(/每天字符/).value).toBe('77')
  await user.click(inDialog('保存预算'))
  await until(() => dialog() === null)
  expect((await call(budgets.get, { userId })).rule).toMatchObject({
    dailyCharNum: 77,
    monthlyCharNum: 500,
  })
})
