// @vitest-environment happy-dom
/** Cells that are edited in place: saved, cancelled, refused and undone. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { contactCollection, spaces } from '#contract/workspace.ts'
import { injectFault } from '#mocks/handlers.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { descriptionOf, fill, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

/** Button of the cell, by its description. */
const cell = (field: string, name: string) =>
  screen
    .queryAllByRole('button')
    .find((button) => button.getAttribute('aria-description') === `修改${name}的${field}`)
const editor = (field: string, name: string) =>
  screen.queryByLabelText<HTMLInputElement>(`${name}的${field}`)
/** Opens the field of a cell, whose code loads at the first use. */
const edit = async (field: string, name: string) => {
  await user.click(cell(field, name)!)
  await until(() => editor(field, name) !== null)
}
const openList = async (search: string) => {
  await openConsolePage(`/UserCenterChild?search=${search}`, { as: 'demo' })
  await until(() => cell('昵称', search) !== undefined)
}
const nicknameOf = async (search: string) => {
  const { rows } = await call(subAccounts.page, { search })
  return rows[0]!.nickname
}

test('what is typed while the field loads takes the place of the value, which Escape keeps', async () => {
  await openList('lucywood')
  cell('昵称', 'lucywood')!.focus()
  await user.keyboard('{F2}新名 字')
  await until(() => editor('昵称', 'lucywood') !== null)
  expect(editor('昵称', 'lucywood')!.value).toBe('新名 字')
  const before = await nicknameOf('lucywood')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(cell('昵称', 'lucywood'))
  expect(await nicknameOf('lucywood')).toBe(before)
})

test('an invalid value and a refusal are shown at the field, which stays open', async () => {
  await openList('hulei')
  await edit('昵称', 'hulei')
  await fill(editor('昵称', 'hulei')!, 'x')
  await user.keyboard('{Enter}')
  expect(descriptionOf(editor('昵称', 'hulei')!)).toBe('昵称至少输入2位')
  expect(editor('昵称', 'hulei')!.getAttribute('aria-invalid')).toBe('true')
  injectFault('refused', { path: '/user/saveChildUser' })
  await fill(editor('昵称', 'hulei')!, '老胡')
  await user.keyboard('{Enter}')
  await until(() => descriptionOf(editor('昵称', 'hulei')!).includes('没有权限'))
  expect(editor('昵称', 'hulei')!.value).toBe('老胡')
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})

test('a row changed elsewhere is not overwritten before the user knows', async () => {
  await openList('xujing')
  await edit('昵称', 'xujing')
  const { userId, enabled, version } = (await call(subAccounts.page, { search: 'xujing' })).rows[0]!
  await call(subAccounts.edit, { userId, enabled, nickname: '别处改的', version })
  await fill(editor('昵称', 'xujing')!, '这里改的')
  await user.keyboard('{Enter}')
  await until(() => descriptionOf(editor('昵称', 'xujing')!) !== '')
  expect(await nicknameOf('xujing')).toBe('别处改的')
  await user.keyboard('{Enter}')
  await until(() => editor('昵称', 'xujing') === null)
  expect(await nicknameOf('xujing')).toBe('这里改的')
})

test('a value changed elsewhere since is not undone, and the message says why', async () => {
  await openList('amelia')
  await edit('昵称', 'amelia')
  await fill(editor('昵称', 'amelia')!, '米娅')
  // Leaving the field saves as Enter does.
  await user.tab()
  await until(() => text().includes('amelia的昵称已保存'))
  await until(() => editor('昵称', 'amelia') === null)
  const { userId, enabled } = (await call(subAccounts.page, { search: 'amelia' })).rows[0]!
  await call(subAccounts.edit, { userId, enabled, nickname: '别处改的' })
  await press('撤销')
  await until(() => cell('昵称', 'amelia')!.textContent === '别处改的')
  expect(text()).toContain('内容已在其他地方被修改')
  expect(text()).not.toContain('已撤销')
  expect(await nicknameOf('amelia')).toBe('别处改的')
})

test('the stage and the tags of a contact are changed in their cells', async () => {
  const pages = async () => ({
    '/resources/contacts.ts': await import('../../resources/contacts.ts'),
  })
  await openConsolePage('/UserWorkSpace', { as: 'demo', with: pages })
  const name = 'Tomás Aguirre'
  await until(() => cell('销售阶段', name) !== undefined)
  const contact = async () => {
    const [space] = await call(spaces.list, {})
    const { rows } = await call(contactCollection.calls.page, { spaceId: space!.id, title: name })
    return rows[0]!
  }
  const before = await contact()
  await edit('销售阶段', name)
  await user.selectOptions(editor('销售阶段', name)!, 'won')
  await until(() => cell('销售阶段', name)?.textContent === '已成交')
  expect(await contact()).toMatchObject({ step: 'won', company: before.company })

  await edit('标签', name)
  await user.type(editor('标签', name)!, '大客户{Enter}')
  expect(editor('标签', name)).not.toBeNull()
  await user.keyboard('{Enter}')
  await until(() => editor('标签', name) === null)
  expect((await contact()).tags).toEqual([...(before.tags ?? []), '大客户'])
  // Each of the two changes of the contact is undone on its own, the first one first.
  await press('撤销')
  await expect.poll(async () => (await contact()).step).toBe(before.step)
  expect((await contact()).tags).toContain('大客户')
  await press('撤销')
  await expect.poll(async () => (await contact()).tags).toEqual(before.tags)
})
