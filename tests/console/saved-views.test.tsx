// @vitest-environment happy-dom
/** Saved views of a list: stored per user, opened from the menu or by default. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { listViews } from '#contract/saved-views.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { dialog, fill, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const open = (url = '/UserCenterChild', as = 'demo') => openConsolePage(url, { as })
const waitForRows = () => until(hasListRows)
const views = async () => call(listViews.list, {})
const viewsButton = () => screen.queryByRole('button', { name: /^视图/ })
const openMenu = () => user.click(viewsButton()!)
const choose = async (name: string) => user.click(await screen.findByRole('button', { name }))
const query = () => new URLSearchParams(location.search)

async function save(name: string, asDefault = false) {
  await openMenu()
  await choose(
    query().has('view') && query().get('view') !== 'none' ? '另存为新视图' : '保存为视图',
  )
  await until(() => dialog() !== null)
  await fill(screen.getByLabelText('视图名称'), name)
  if (asDefault) await user.click(screen.getByLabelText('打开本页时默认使用这个视图'))
  await pressInDialog('保存')
  await until(() => dialog() === null)
}

beforeEach(async () => {
  await signInAs('demo')
  for (const { id } of await views()) await call(listViews.remove, { id })
  localStorage.clear()
})

test('a view saves filters, size and columns; changes are discarded or saved', async () => {
  await open('/UserCenterChild?account=emma&pageSize=20')
  await waitForRows()
  await save('字母 a')
  const [view] = await views()
  expect(view).toMatchObject({ page: 'subAccounts', name: '字母 a', isDefault: 0 })
  expect(view!.query).toMatch(/^account=emma&pageSize=20&hidden=/)
  expect(query().get('view')).toBe(String(view!.id))

  await user.click(screen.getByRole('checkbox', { name: '昵称' }))
  await until(() => text().includes('视图“字母 a”有未保存的修改'))
  await press('放弃修改')
  await until(() => !text().includes('有未保存的修改'))
  await user.click(screen.getByRole('checkbox', { name: '昵称' }))
  await press('保存修改')
  await until(() => !text().includes('有未保存的修改'))
  expect((await views())[0]!.query).toMatch(/hidden=[^&]*nickname/)

  await openMenu()
  await choose('不使用视图')
  expect(query().toString()).toBe('view=none')
  await openMenu()
  await choose('字母 a')
  expect([query().get('account'), query().get('pageSize')]).toEqual(['emma', '20'])
  expect(localStorage.getItem('columns.subAccounts')).toBeNull()
})

test('in a new browser the default view opens once the views are loaded', async () => {
  await call(listViews.create, { page: 'subAccounts', name: '别处', query: 'account=emma' }).then(
    ({ id }) => call(listViews.setDefault, { id, isDefault: 1 }),
  )
  await open('/UserCenterChild')
  await until(() => query().get('account') === 'emma')
})

test('a filter value that no longer exists is left out, with a message', async () => {
  const { id } = await call(listViews.create, {
    page: 'translationLog',
    name: '旧的',
    query: 'childUserId=999999&targetLangCode=en',
  })
  const pages = async () => ({
    '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
  })
  await openConsolePage('/UserCenterChangeTranslateLog', { as: 'demo', with: pages })
  await until(() => viewsButton() !== null)
  await openMenu()
  await choose('旧的')
  await until(() => text().includes('部分筛选条件已不存在'))
  expect(Object.fromEntries(query())).toMatchObject({ targetLangCode: 'en', view: String(id) })
  expect(query().has('childUserId')).toBe(false)
})

test('the name is validated before sending, and a refusal is shown in the dialog', async () => {
  await open('/UserCenterChild?account=emma')
  await waitForRows()
  await save('一')
  await openMenu()
  await choose('另存为新视图')
  await until(() => dialog() !== null)
  await pressInDialog('保存')
  await until(() => dialog()!.textContent.includes('请输入视图名称'))
  await fill(screen.getByLabelText('视图名称'), '一')
  await pressInDialog('保存')
  await until(() => dialog()!.textContent.includes('视图名称已被占用'))
  injectFault('refused', { path: '/listView/save' })
  await fill(screen.getByLabelText('视图名称'), '二')
  await pressInDialog('保存')
  await until(() => dialog()!.textContent.includes('没有权限'))
})

test('a view is renamed, made the default and deleted, which its message undoes', async () => {
  await open('/UserCenterChild?account=emma')
  await waitForRows()
  await save('旧名')
  await openMenu()
  await choose('重命名')
  await until(() => dialog() !== null)
  await fill(screen.getByLabelText('视图名称'), '新名')
  await pressInDialog('保存')
  await until(() => dialog() === null)
  expect(screen.getByRole('button', { name: '视图：新名' })).toBeDefined()
  await openMenu()
  await choose('设为默认')
  await until(() => text().includes('已设为默认视图'))
  expect(await views()).toMatchObject([{ name: '新名', isDefault: 1 }])
  await press('撤销')
  await until(() => text().includes('已撤销'))
  expect(await views()).toMatchObject([{ name: '新名', isDefault: 0 }])
  await openMenu()
  await choose('设为默认')
  await until(() => text().includes('已设为默认视图'))
  const storedDefaults = () => Object.keys(localStorage).filter((key) => key.startsWith('views.'))
  await until(() => storedDefaults().length === 1)
  injectFault('slow', { path: '/listView/list' })
  await openMenu()
  await choose('删除视图')
  // A reload of the page from now on does not open the removed view.
  await until(() => query().get('view') === 'none')
  expect(storedDefaults()).toEqual([])
  clearFaults()
  await until(() => text().includes('视图已删除'))
  expect(await views()).toEqual([])
  await press('撤销')
  await until(() => screen.queryByRole('button', { name: '视图：新名' }) !== null)
  expect(await views()).toMatchObject([
    { name: '新名', query: 'account=emma&hidden=caps%2CaccountRole', isDefault: 1 },
  ])
})

test('saved changes of a view are undone, also its earlier default view', async () => {
  const { id } = await call(listViews.create, {
    page: 'subAccounts',
    name: '先',
    query: 'account=b',
  })
  await call(listViews.setDefault, { id, isDefault: 1 })
  await open('/UserCenterChild?account=emma')
  await waitForRows()
  await save('后')
  await user.click(screen.getByRole('checkbox', { name: '昵称' }))
  await press('保存修改')
  await until(() => text().includes('修改已保存'))
  await press('撤销')
  await until(() => text().includes('有未保存的修改'))
  await openMenu()
  await choose('设为默认')
  await until(() => text().includes('已设为默认视图'))
  await press('撤销')
  const defaults = async () => (await views()).filter(({ isDefault }) => isDefault === 1)
  await expect.poll(async () => (await defaults()).map(({ name }) => name)).toEqual(['先'])
})

test('views that fail to load can be retried; a backend without views has no button', async () => {
  injectFault('broken', { path: '/listView/list' })
  await open('/UserCenterChild?account=emma')
  await waitForRows()
  await openMenu()
  await until(() => text().includes('视图加载失败'), 60_000)
  clearFaults()
  await choose('重试')
  await openMenu()
  await until(() => text().includes('保存为视图'))
  injectFault('refused', { path: '/extensions/list' })
  await open('/UserCenterChild?account=emma')
  await waitForRows()
  expect(viewsButton()).toBeNull()
})
