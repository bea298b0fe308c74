// @vitest-environment happy-dom
/** Lists against the reference server: errors, concurrent edits, selection and columns. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { requestIdHeader } from '#contract/failure.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { listCells } from '#tests/support/browser/tables.ts'
import { dialog, fill, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'
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

test('a failed list shows the reason and the request id, and loads on retry', async () => {
  const requestId = 'req-4711'
  const answer = {
    success: false,
    data: { code: 'serverError' },
    msg: '服务器错误，请联系工作人员',
  }
  const realFetch = globalThis.fetch
  const fetchSpy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((to, init) =>
      String(to).includes('/user/page')
        ? Promise.resolve(
            Response.json(answer, { status: 500, headers: { [requestIdHeader]: requestId } }),
          )
        : realFetch(to, init),
    )
  onTestFinished(() => fetchSpy.mockRestore())
  await open()
  await until(() => text().includes('列表加载失败'))
  expect(text()).toContain('服务器错误，请联系工作人员')
  expect(text()).toContain(requestId)
  fetchSpy.mockRestore()
  injectFault('unreachable', { path: '/user/page' })
  await press('重试')
  await until(() => text().includes('请求异常：网络连接失败'))
  clearFaults()
  await press('重试')
  await waitForRows()
  expect(accounts()).toHaveLength(10)
})

test('rows stay, marked as earlier ones, when a refresh fails', async () => {
  await open()
  await waitForRows()
  const before = accounts()
  injectFault('broken', { path: '/user/page' })
  await press('刷新')
  await until(() => text().includes('更新失败，当前显示的是之前的内容'))
  expect(accounts()).toEqual(before)
})

test('when a removed filter had the focus, the rows get it', async () => {
  await open('/UserCenterChild?nickname=Emma')
  await waitForRows()
  await press('移除筛选条件“昵称：Emma”')
  const rows = screen.getByRole('group', { name: '子账号管理' })
  await until(
    () =>
      screen.queryByRole('list', { name: '当前筛选' }) === null && document.activeElement === rows,
  )
})

test('a switch is reverted when its call is refused, with the reason', async () => {
  await open()
  await waitForRows()
  const name = accounts()[0]!
  const toggle = () => labelled<HTMLInputElement>(`状态：${name}`)
  const before = toggle().checked
  injectFault('refused', { path: '/user/changeEnabled' })
  await user.click(toggle())
  await pressInDialog(before ? '停用' : '启用')
  await until(() => dialog() === null && !toggle().hasAttribute('aria-disabled'))
  expect(toggle().checked).toBe(before)
  expect(text()).toContain('没有权限')
})

test('a taken name is reported while typing, and server errors are shown at their fields', async () => {
  await open()
  await waitForRows()
  const taken = accounts()[3]!
  await press('添加子账号')
  await until(() => item('账号') !== null)
  const account = item('账号')!
  const errors = (message: string) => within(dialog()!).queryAllByText(message).length
  await fill(account, taken)
  await until(() => errors('用户名已被占用') === 1)
  await fill(account, 'a b')
  await until(
    () =>
      errors('请输入正确的用户名. 只能包含数字,字母,中文') === 1 && errors('用户名已被占用') === 0,
  )
  injectFault('refused', { path: '/login/checkUsername' })
  await fill(account, taken.toUpperCase())
  await fill(item('密码')!, 'secret1')
  await press('保存')
  await until(
    () => errors('用户名已被占用') === 1 && account.getAttribute('aria-invalid') === 'true',
  )
  // The user did not ask for the check, so its own failure is no toast.
  expect(text()).not.toContain('没有权限')
})

test('where more rows match than can change at once, the list says how many, and what to do', async () => {
  const realFetch = globalThis.fetch
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    const response = await realFetch(to, init)
    if (!String(to).includes('/user/page')) return response
    const body = (await response.json()) as { data: object }
    return Response.json({ ...body, data: { ...body.data, total: 2_001 } })
  })
  onTestFinished(() => fetchSpy.mockRestore())
  await open()
  await waitForRows()
  await user.click(labelled(`选择${accounts()[1]!}`))
  await until(() => text().includes('一次最多选择2,000条'))
  expect(screen.queryByRole('button', { name: /选择全部/ })).toBeNull()
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
  expect(text()).toContain('已选2条')
  await press('批量删除')
  await until(() => text().includes('确定删除选中的2个子账号吗？'))
  await pressInDialog('取消')
  await until(() => dialog() === null)
  expect((await call(subAccounts.page, {})).total).toBe(26)
  await press('批量删除')
  await pressInDialog('批量删除')
  await until(() => text().includes('删除成功'))
  await until(() => dialog() === null)
  expect(text()).not.toContain('已选')
  const { rows, total } = await call(subAccounts.page, { pageSize: 100 })
  expect(rows.map(({ account }) => account)).not.toEqual(expect.arrayContaining([query]))
  expect(rows.map(({ account }) => account)).not.toEqual(expect.arrayContaining([second]))
  expect(total).toBe(24)
})

test('an account that cannot create sub-accounts sees why and a link to upgrade', async () => {
  const reason = '抱歉，您没有创建子账号的权限'
  await openConsolePage('/UserCenterChild', { as: 'monthly' })
  await until(() => text().includes('还没有子账号'))
  expect(text()).toContain('创建子账号需要字符套餐。')
  await press('添加子账号')
  await until(() => dialog()?.textContent.includes(reason) === true)
  await user.click(within(dialog()!).getAllByRole('button', { name: '关闭' }).at(-1)!)
  await until(() => dialog() === null)
  await press('添加子账号')
  await until(() => dialog()?.textContent.includes(reason) === true)
  await pressInDialog('去开通')
  await until(() => location.pathname === '/UserCenterRecharge')
})

test('hidden columns stay hidden until all are shown again', async () => {
  await open()
  await waitForRows()
  await user.click(screen.getByRole('checkbox', { name: '昵称' }))
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).not.toContain(
    '昵称',
  )
  const stored = localStorage.getItem('columns.subAccounts')!
  await openConsolePage('/UserCenterChild', { as: 'demo' })
  await waitForRows()
  expect(JSON.parse(stored)).toContain('nickname')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).not.toContain(
    '昵称',
  )
  await press('列设置')
  await press('显示全部')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toContain('昵称')
  expect(localStorage.getItem('columns.subAccounts')).toBe('[]')
})

test('an empty list says once what will appear, and offers what fills it', async () => {
  const pages = async () => ({
    '/resources/fapiaos.ts': await import('../../resources/fapiaos.ts'),
    '/resources/fapiao-titles.ts': await import('../../resources/fapiao-titles.ts'),
  })
  await openConsolePage('/UserCenterFapiaos', { as: 'freeuser', with: pages })
  const rows = () => screen.queryByRole('table')
  await until(() => rows()?.textContent.includes('申请发票') === true)
  const offered = within(rows()!)
    .getAllByRole('button', { name: /发票/ })
    .map(({ textContent }) => textContent)
  expect(offered).toEqual(['申请发票'])
  expect(within(rows()!).getAllByText(/^还没有/)).toHaveLength(1)
})
