// @vitest-environment happy-dom
/** Lists against the reference server: errors, concurrent edits, selection and columns. */
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { listCells } from '#tests/support/browser/tables.ts'
import { press, text, dialog, fill, inDialog, user } from '#tests/support/browser/user.ts'
import { screen, within } from '@testing-library/react'

await startConsoleServer()

const open = (url = '/UserCenterChild', as = 'demo') => openConsolePage(url, { as })
const accounts = () => listCells().map((cells) => cells[2] ?? '')
const waitForRows = () => until(() => accounts().length > 0 && accounts().every(Boolean))
/** Form item of the dialog on top. */
const item = (label: string | RegExp) => {
  const form = dialog()
  return form && within(form).queryByLabelText<HTMLInputElement>(label)
}
const labelled = <T extends HTMLElement>(name: string) => screen.getByLabelText<T>(name)

test('a failed list shows the reason and loads on retry', async () => {
  injectFault('broken', { path: '/user/page' })
  await open()
  await until(() => text().includes('列表加载失败'))
  expect(text()).toContain('服务器错误，请联系工作人员')
  clearFaults()
  await press('重试')
  await waitForRows()
  expect(accounts()).toHaveLength(10)
})

test('rows stay when a refresh fails', async () => {
  await open()
  await waitForRows()
  const before = accounts()
  injectFault('broken', { path: '/user/page' })
  await press('刷新')
  await until(() => text().includes('更新失败'))
  expect(accounts()).toEqual(before)
})

test('when a removed filter had the focus, the rows get it', async () => {
  await open('/UserCenterChild?account=demo')
  await waitForRows()
  await press('移除筛选条件“账号：demo”')
  const rows = screen.getByRole('group', { name: '子账号管理' })
  await until(
    () =>
      screen.queryByRole('list', { name: '当前筛选' }) === null && document.activeElement === rows,
  )
})

test('a bulk action without a selection shows the specified message', async () => {
  await openConsolePage('/UserCenterChild', { as: 'demo', lang: 'en' })
  await waitForRows()
  await press('Delete selected')
  await until(() => text().includes('There is currently no checkbox!'))
  expect(dialog()).toBeNull()
})

test('a switch is reverted when its call is refused', async () => {
  await open()
  await waitForRows()
  const name = accounts()[0]!
  const toggle = () => labelled<HTMLInputElement>(`状态：${name}`)
  const before = toggle().checked
  injectFault('refused', { path: '/user/changeEnabled' })
  await user.click(toggle())
  await user.click(inDialog(before ? '停用' : '启用'))
  await until(() => dialog() === null && !toggle().disabled)
  expect(toggle().checked).toBe(before)
  expect(text()).toContain('没有权限')
})

test('a concurrent edit keeps the input and shows the latest value', async () => {
  await open()
  await waitForRows()
  const [name] = accounts()
  const { rows } = await call(subAccounts.page, { account: name! })
  await press(`编辑：${name}`)
  const nickname = () => item(/^昵称/)
  await until(() => nickname() !== null)
  expect(item('账号')).toMatchObject({ disabled: true, value: name })
  const { userId, enabled, version } = rows[0]!
  await call(subAccounts.edit, { userId, enabled, nickname: '别处改的', version })
  await fill(nickname()!, '这里改的')
  await press('保存')
  await until(() => text().includes('已在其他地方被修改'))
  await press('载入最新内容')
  await until(() => text().includes('最新内容：别处改的'))
  expect(nickname()!.value).toBe('这里改的')
  await press('保存')
  await until(() => dialog() === null)
  expect((await call(subAccounts.get, { userId })).nickname).toBe('这里改的')
})

test('a taken name is reported while typing, and server errors are shown at their fields', async () => {
  await open()
  await waitForRows()
  const taken = accounts()[3]!
  await press('添加子账号')
  await until(() => item('账号') !== null)
  const account = item('账号')!
  await fill(account, taken)
  await until(() => text().includes('用户名已被占用'))
  await fill(account, 'a b')
  await until(() => text().includes('请输入正确的用户名. 只能包含数字,字母,中文'))
  injectFault('refused', { path: '/login/checkUsername' })
  await fill(account, taken.toUpperCase())
  await fill(item('密码')!, 'secret1')
  await press('保存')
  await until(() => text().includes('用户名已被占用'))
  expect(within(dialog()!).getAllByText('用户名已被占用')).toHaveLength(1)
  expect(account.getAttribute('aria-invalid')).toBe('true')
})

test('rows selected on two pages are deleted together, and only those', async () => {
  await open()
  await waitForRows()
  const query = accounts()[1]!
  await user.click(labelled(`选择${query}`))
  await press('第2页')
  await until(() => accounts().length === 10 && !accounts().includes(query))
  const second = accounts()[4]!
  await user.click(labelled(`选择${second}`))
  expect(text()).toContain('已选2项')
  await press('批量删除')
  expect(text()).toContain('确定删除选中的2个子账号吗？')
  await user.click(inDialog('批量删除'))
  await until(() => dialog() === null)
  expect(text()).not.toContain('已选')
  const { rows, total } = await call(subAccounts.page, { pageSize: 100 })
  expect(rows.map(({ account }) => account)).not.toEqual(expect.arrayContaining([query]))
  expect(rows.map(({ account }) => account)).not.toEqual(expect.arrayContaining([second]))
  expect(total).toBe(24)
})

test('an account that cannot create sub-accounts sees why and a link to upgrade', async () => {
  await open('/UserCenterChild', 'monthly')
  await until(() => text().includes('还没有子账号'))
  await press('添加子账号')
  await until(() => text().includes('抱歉，您没有创建子账号的权限'))
  await user.click(inDialog('去开通'))
  await until(() => location.pathname === '/UserCenterRecharge')
})

test('hidden columns stay hidden', async () => {
  await open()
  await waitForRows()
  await user.click(screen.getByRole('checkbox', { name: '昵称' }))
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).not.toContain(
    '昵称',
  )
  const stored = localStorage.getItem('columns.subAccounts')
  await openConsolePage('/UserCenterChild', { as: 'demo' })
  await waitForRows()
  expect(stored).toBe('["nickname"]')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).not.toContain(
    '昵称',
  )
})
