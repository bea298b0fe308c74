// @vitest-environment happy-dom
/** Groups of sub-accounts for a deputy. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { listRows, rowButtons } from '#tests/support/browser/tables.ts'
import { text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const groupsPage = async () => ({
  '/resources/sub-account-groups.ts': await import('../../resources/sub-account-groups.ts'),
})

test('a deputy is not offered to change or delete a group that a person with a role is in', async () => {
  await openConsolePage('/UserCenterSubAccountGroups', { as: 'demo', with: groupsPage })
  const idOf = async (account: string) =>
    (await call(subAccounts.page, { account, pageNum: 1, pageSize: 1 })).rows[0]!.userId
  for (const [name, account] of [
    ['Accounting', 'emma'],
    ['Chat', undefined],
  ] as const) {
    await call(subAccountGroups.calls.create, { name })
    const { rows } = await call(subAccountGroups.calls.page, { name, pageNum: 1, pageSize: 1 })
    const groupId = rows[0]!.id
    if (account) await call(budgets.moveToGroup, { userIds: [await idOf(account)], groupId })
  }
  await call(subAccounts.setRole, { userId: await idOf('emma'), accountRole: 'accountant' })
  await call(subAccounts.setRole, { userId: await idOf('demosub'), accountRole: 'deputy' })
  await openConsolePage('/UserCenterSubAccountGroups', { as: 'demosub', with: groupsPage })
  const rowOf = (name: string) => listRows().find((row) => row.textContent.includes(name))
  await until(() => rowOf('Chat') !== undefined && rowOf('Accounting') !== undefined)
  const buttonsOf = (name: string) => rowButtons(rowOf(name)!).map((one) => one.textContent)
  expect(buttonsOf('Chat')).toEqual(['编辑', '删除'])
  expect(buttonsOf('Accounting')).toEqual([])

  // Selected with others, it is named before anything is sent.
  const tick = (name: string) =>
    user.click(within(rowOf(name) as HTMLElement).getByRole('checkbox'))
  const dialogs = () => screen.queryAllByRole('dialog').length
  await tick('Chat')
  await tick('Accounting')
  await user.click(screen.getByRole('button', { name: '批量删除' }))
  await until(() => text().includes('请取消勾选：Accounting'))
  expect(dialogs()).toBe(0)
  await tick('Accounting')
  await user.click(screen.getByRole('button', { name: '批量删除' }))
  await until(() => dialogs() === 1)
})
