// @vitest-environment happy-dom
/** What the console offers to sub-accounts that act for their main account. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Resources } from '#console/console.tsx'
import type { AccountRole } from '#contract/endpoint.ts'
import {
  forgetSession,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { dialog, fill, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const files = import.meta.glob<Resources[string]>(
  '/resources/{overview,sub-account,sub-accounts,orders,account-log,recharge,api-keys,translation-log}.ts',
)
/** Loaded anew for each page, as the console is. */
const pages = async (): Promise<Resources> =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load()])),
  )

const roleNames = { accountant: '财务', deputy: '副管理员' }

/** The main account gives the role at its list; then the sub-account opens the page. */
async function openByRole(accountRole: AccountRole, address: string) {
  await openConsolePage('/UserCenterChild?account=demosub', { as: 'demo', with: pages })
  await until(hasListRows)
  await press('角色：demosub')
  await until(() => dialog() !== null)
  await user.selectOptions(within(dialog()!).getByLabelText('角色'), roleNames[accountRole])
  await pressInDialog('保存')
  await until(() => text().includes('“demosub”的角色已更改'))
  forgetSession('demosub')
  await openConsolePage(address, { as: 'demosub', with: pages })
}

const rowOf = (name: string) =>
  within(screen.getAllByRole('row').find(({ textContent }) => textContent.startsWith(name))!)

test('the ranking shows a deputy who is the main account, and offers nothing that is refused', async () => {
  await openByRole('deputy', '/UserCenterIndex')
  await until(() => text().includes('显示更多'))
  await press('显示更多')
  await until(() => text().includes('演示公司'))
  const main = rowOf('演示公司')
  expect(main.getByText('主账号')).toBeTruthy()
  expect(main.queryAllByRole('link')).toEqual([])
  expect(main.queryAllByRole('button')).toEqual([])
  const me = rowOf('演示子账号')
  expect(me.getByText('副管理员')).toBeTruthy()
  expect(me.queryAllByRole('button')).toEqual([])
  expect(rowOf('Emma Clarke').getByRole('button', { name: '分配：emma' })).toBeTruthy()
})

test('the quota of a sub-account with a role can’t be changed by a deputy at the list', async () => {
  await openByRole('deputy', '/UserCenterChild?account=dem')
  await until(hasListRows)
  expect(screen.queryByRole('button', { name: /分配字符：demosub/ })).toBeNull()
  await openConsolePage('/UserCenterChild?account=emma', { as: 'demosub', with: pages })
  await until(hasListRows)
  expect(screen.getByRole('button', { name: /分配字符：emma/ })).toBeTruthy()
})

test('a deputy distributes quota of the main account, not quota of its own', async () => {
  await openByRole('deputy', '/UserCenterChild?account=emma')
  await until(hasListRows)
  await press('分配额度：emma')
  await until(() => dialog() !== null)
  const [, main] = within(dialog()!).getAllByRole('row')
  expect(within(main!).getByRole('rowheader').textContent).toBe('主账号')
  await fill(within(dialog()!).getByLabelText('分配字符'), '100')
  await pressInDialog('分配')
  await until(() => dialog()!.textContent.includes('确定给“emma”分配100字符吗？'))
  expect(dialog()!.textContent).toMatch(/分配后主账号剩余[\d,万.]+字符/)
})

test('who can’t buy is not sent to the checkout for what the main account has to allow', async () => {
  await openByRole('deputy', '/UserCenterApiKeys')
  await until(() => text().includes('新建密钥'))
  await press('新建密钥')
  await until(() => dialog() !== null)
  expect(dialog()!.textContent).toContain('主账号尚未允许')
  expect(within(dialog()!).queryByRole('button', { name: '去开通' })).toBeNull()
})

test('an accountant reads an order without a check of its payment or a log that lacks it', async () => {
  await openByRole('accountant', '/UserCenterOrder?payStatus=W')
  await until(hasListRows)
  await user.click(screen.getAllByRole('button', { name: /^详情：/ })[0]!)
  await until(() => dialog() !== null && dialog()!.textContent.includes('订单内容'))
  expect(within(dialog()!).queryByRole('button', { name: /核对/ })).toBeNull()
  await openConsolePage('/UserCenterOrder?payStatus=T', { as: 'demosub', with: pages })
  await until(hasListRows)
  await user.click(screen.getAllByRole('button', { name: /^详情：/ })[0]!)
  await until(() => dialog() !== null && dialog()!.textContent.includes('订单内容'))
  expect(dialog()!.textContent).toContain('支付平台确认后额度会照常到账')
  expect(dialog()!.textContent).not.toContain('我已付款')
  await openConsolePage('/UserCenterOrder?payStatus=P', { as: 'demosub', with: pages })
  await until(hasListRows)
  await user.click(screen.getAllByRole('button', { name: /^详情：/ })[0]!)
  await until(() => dialog() !== null && dialog()!.textContent.includes('订单内容'))
  expect(within(dialog()!).queryByRole('link', { name: '在账户日志中查看' })).toBeNull()
})
