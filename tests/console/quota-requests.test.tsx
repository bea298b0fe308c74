// @vitest-environment happy-dom
/** Requests for quota: what a sub-account and its main account can do with them. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { fill, press, text, user } from '#tests/support/browser/user.ts'
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
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '撤回' }))
  await until(() => text().includes('已撤回'))
  await until(() => screen.queryByRole('button', { name: '申请额度' }) !== null)
})

test('a main account grants with one press what was asked for', async () => {
  await signInAs('demosub')
  await call(quotaRequests.calls.ask, { charNum: 123, voiceNum: 1 })
  await open('demo')
  await until(hasListRows)
  await until(() => text().includes('主账号剩余'))
  expect(screen.queryByRole('button', { name: '申请额度' })).toBeNull()
  const row = screen.getAllByRole('row').find((one) => one.textContent.includes('123字符'))!
  await user.click(within(row).getByRole('button', { name: /^同意/ }))
  await until(() => text().includes('已同意，额度已到账'))
  await until(() => row.textContent.includes('已通过') || text().includes('已通过'))
  const { rows } = await call(quotaRequests.calls.page, { pageNum: 1, pageSize: 10 })
  expect(rows[0]).toMatchObject({ state: 'granted', grantedCharNum: 123, grantedVoiceNum: 1 })
})
