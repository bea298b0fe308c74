// @vitest-environment happy-dom
/** The workspace page: spaces by role, joining and leaving, and countries of contacts. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { spaceInvitations, spaces } from '#contract/workspace.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { actionsOf, listCells, listRows } from '#tests/support/browser/tables.ts'
import { buttonOrLink, dialog, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

/** Workspaces of the demo, and one with a pending invitation of the demo's owner. */
const ownSpace = '拉美客户'
const sharedSpace = '货代与物流'
const subSpace = '华南区跟进'

const resources = async () => ({
  '/resources/contacts.ts': await import('../../resources/contacts.ts'),
})
const open = (as = 'demo', lang: 'zh' | 'en' = 'zh', query = '') =>
  openConsolePage(`/UserWorkSpace${query}`, { as, lang, with: resources })
const titles = () => listCells().map((cells) => cells[1] ?? '')
const group = (name: string) => screen.queryByRole('region', { name })
const space = (name: string) =>
  screen.queryByRole('button', { name: (found) => found.startsWith(name) })
const has = (name: string) => screen.queryByRole('button', { name }) !== null

test('workspaces are grouped by role; members only edit contacts and leave, whatever an address opens', async () => {
  await signInAs('demo')
  const shared = (await call(spaces.list, {})).find(({ name }) => name === sharedSpace)!
  await open('demo', 'zh', `?spaceId=${shared.id}&open=invite`)
  await until(() => space(ownSpace) !== null && titles().includes('Michael Tan'))
  await until(() => !location.search.includes('open='))
  expect([dialog(), has('邀请用户')]).toEqual([null, false])
  await until(() => text().includes('Monica Lee'))
  const line = screen.getAllByRole('listitem').find((item) => item.contains(space(sharedSpace)))!
  const [, ...buttons] = within(line).getAllByRole('button')
  expect(buttons.map((button) => button.title)).toEqual(['退出空间'])
  expect(screen.queryByRole('button', { name: /^(移出空间|撤回邀请)：/ })).toBeNull()
  for (const row of listRows()) expect(await actionsOf(row)).toEqual(['编辑', '删除'])
  await user.click(space(ownSpace)!)
  await until(() => titles().includes('Tomás Aguirre') && has('邀请用户'))
  expect(dialog()).toBeNull()
  expect(space(ownSpace)!.getAttribute('aria-current')).toBe('true')
  for (const [name, title, expected] of [
    [ownSpace, '我的空间', [true, true, false]],
    [sharedSpace, '共享给我的空间', [false, false, true]],
    [subSpace, '子账号的空间', [true, false, true]],
  ] as const) {
    expect(group(title)!.textContent).toContain(name)
    const actions = ['重命名', '删除空间', '退出空间'].map((action) => has(`${action}：${name}`))
    expect(actions).toEqual(expected)
  }
})

test('an address opens the invitation to the space that is selected at first', async () => {
  await open('demo', 'en', '?open=invite')
  await until(() => dialog()?.textContent.includes(ownSpace) === true)
  expect(location.search).toMatch(/^\?spaceId=\d+$/)
})

test('an invitation is withdrawn at once, and sent again by the message', async () => {
  await signInAs('demo')
  const [own] = (await call(spaces.list, {})).filter(({ name }) => name === ownSpace)
  const invitation = { spaceId: own!.id, account: 'nobody@example.com' }
  await call(spaceInvitations.create, invitation)
  await open()
  const invited = async () =>
    (await call(spaceInvitations.page, { spaceId: own!.id })).rows.map(({ account }) => account)
  const withdraw = '撤回邀请：nobody@example.com'
  await user.click(await screen.findByRole('button', { name: withdraw }))
  await until(() => text().includes('邀请已撤回'))
  expect(await invited()).not.toContain(invitation.account)
  await press('撤销')
  await expect.poll(invited).toContain(invitation.account)
})

test('workspaces that fail to load are reported, and load on retry', async () => {
  injectFault('unreachable', { path: '/workSpace/list' })
  await open()
  await until(() => text().includes('空间加载失败'))
  clearFaults()
  const [retry] = screen.getAllByRole('button', { name: '重试' })
  await user.click(retry!)
  await until(() => titles().includes('Tomás Aguirre'))
  expect(text()).not.toContain('空间加载失败')
})

test('countries are searchable; China comes first, and its regions are named as parts of it', async () => {
  await open()
  await until(() => titles().includes('Tomás Aguirre'))
  await user.click(buttonOrLink('添加联系人'))
  await until(() => dialog() !== null)
  const country = () => within(dialog()!).getByLabelText(/国家\/地区/)
  await user.click(country())
  const options = () => screen.queryAllByRole('option').filter((option) => !isNative(option))
  const names = () => options().map(({ textContent }) => textContent)
  await until(() => options().length > 5)
  const first = ['中国', '中国香港', '中国澳门', '中国台湾']
  first.forEach((name, index) => expect(names()[index + 1]).toContain(name))
  expect(names()[1]).toMatch(/^中国/)
  await user.type(screen.getByRole('combobox', { name: /^搜索/ }), '巴西')
  await until(() => options().length === 1)
  await user.keyboard('{Enter}')
  await until(() => country().textContent.includes('巴西'))
})

/** Whether it is an option of a native select. */
const isNative = (option: HTMLElement) => option instanceof HTMLOptionElement
