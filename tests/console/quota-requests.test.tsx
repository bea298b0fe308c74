// @vitest-environment happy-dom
/** Requests for quota: what a sub-account and its main account can do with them. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { pressInDialog, fill, press, text, user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const server = await startReferenceServer()

afterEach(closeConsolePage)
afterAll(() => server.close())

const open = (as: 'demo' | 'demosub') =>
  openConsolePage('/UserCenterQuotaRequests', {
    as,
    with: async () => ({
      '/resources/quota-requests.ts': await import('../../resources/quota-requests.ts'),
    }),
  })
const buttonNames = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('a sub-account asks with a suggested amount, sees its request, and withdraws it', async () => {
  await open('demosub')
  await until(() => screen.queryByRole('button', { name: '申请额度' }) !== null)
  await press('申请额度')
  await until(() => screen.queryByRole('dialog', { name: '申请额度' }) !== null)
  const dialog = screen.getByRole('dialog', { name: '申请额度' })
  const chars = within(dialog).getByLabelText<HTMLInputElement>(/^字符/)
  expect(Number(chars.value.replaceAll(',', ''))).toBeGreaterThanOrEqual(10_000)
  await fill(within(dialog).getByLabelText(/^理由/), '大客户')
  await user.click(within(dialog).getByRole('button', { name: '发送申请' }))
  await until(hasListRows)
  await until(() => text().includes('待处理'))
  await until(() => text().includes('大客户'))
  expect(screen.queryByRole('columnheader', { name: '子账号' })).toBeNull()
  expect(screen.queryByRole('button', { name: '申请额度' })).toBeNull()
  expect(buttonNames().filter((name) => name?.startsWith('同意'))).toEqual([])
  await user.click(screen.getByRole('button', { name: /^撤回/ }))
  await pressInDialog('撤回')
  await until(() => text().includes('已撤回'))
  await until(() => screen.queryByRole('button', { name: '申请额度' }) !== null)
})
