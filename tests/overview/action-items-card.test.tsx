// @vitest-environment happy-dom
/** Action items of the overview for empty sub-accounts, against the reference server. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import type { Resource } from '#console/engine/resource.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { press } from '#tests/support/browser/user.ts'

const server = await startConsoleServer()

const pages = import.meta.glob<{ default: Resource }>(
  '/resources/{overview,sub-accounts,orders}.ts',
  {
    eager: true,
  },
)
const open = () =>
  openConsolePage('/UserCenterIndex', { as: 'demo', lang: 'en', with: async () => pages })
const actionItems = () => screen.queryByRole('region', { name: 'Needs attention' })
const waitForItem = (expected: string) =>
  until(() => actionItems()?.textContent.includes(expected) === true)

test('orders that await payment are an action item, with the way to pay, until they are cancelled', async () => {
  await signInAs('demo')
  // The demo's own expire a quarter of an hour after the beginning of the run.
  for (const { id } of (await call(orders.page, { payStatus: 'W' })).rows)
    await call(orders.cancel, { id })
  for (const memberGroupId of ['2', '3'])
    await call(orders.pay, { memberGroupId, salesNum: 1, payChannel: 'WC_NATIVE' })
  await open()
  await waitForItem('2 orders await payment, the latest of ¥')
  const { rows } = await call(orders.page, { payStatus: 'W' })
  const pay = within(actionItems()!).getByRole<HTMLAnchorElement>('link', { name: 'Pay' })
  expect(new URL(pay.href).search).toBe(`?no=${rows[0]!.no}&open=payAgain`)
  for (const { id } of rows) await call(orders.cancel, { id })
  await press('Refresh')
  await waitForItem('You’re all set')
})

test('an empty sub-account is an action item while automatic distribution is off', async () => {
  await signInAs('demo')
  const { userId } = await call(users.get, {})
  const { rows } = await call(subAccounts.page, { pageSize: 100 })
  const sub = rows.find(
    ({ enabled, memberAccount }) => enabled === 1 && memberAccount.usableCharNum > 0,
  )!
  const reclaimed = {
    childUserId: sub.userId,
    changeCharNum: sub.memberAccount.usableCharNum,
    changeVoiceNum: 0,
    changeImageNum: 0,
  }
  await call(subAccounts.reclaim, reclaimed)
  await call(users.changeAutoDistribution, { userId, autoDistribution: 0 })
  await open()
  await waitForItem(`no characters left: ${sub.account}`)
  expect(within(actionItems()!).getByRole('link').getAttribute('href')).toBe('/UserCenterChild')
  await call(users.changeAutoDistribution, { userId, autoDistribution: 1 })
  await press('Refresh')
  await waitForItem('You’re all set')
})

test('the all-clear is not shown when not all sub-accounts can be checked', async () => {
  await signInAs('demo')
  const { userId } = await call(users.get, {})
  await call(users.changeAutoDistribution, { userId, autoDistribution: 0 })
  injectFault('broken', { path: '/user/page' })
  await open()
  await waitForItem('Couldn’t load: balances of sub-accounts')
  clearFaults()
  await press('Try again: balances of sub-accounts')
  await waitForItem('no characters left')
  await server.db.execute(
    sql`insert into users (owner_id, user_id, account, password_hash) select ${userId}::bigint, 900000 + n, 'crowd' || n, 'x' from generate_series(1, 500) n`,
  )
  await server.db.execute(
    sql`insert into balances (owner_id, user_id) select ${userId}::bigint, 900000 + n from generate_series(1, 500) n`,
  )
  await press('Refresh')
  await waitForItem('too many sub-accounts to check')
  await call(users.changeAutoDistribution, { userId, autoDistribution: 1 })
})

test('what could not be loaded is named beside what is known, each with a retry', async () => {
  await call(users.changeAutoDistribution, {
    userId: (await call(users.get, {})).userId,
    autoDistribution: 0,
  })
  const sources = {
    '/usage/forecast': 'expected to last',
    '/balanceAlert': 'low-balance alert',
    '/reconciliation': 'reconciliation',
    '/user/page': 'balances of sub-accounts',
  }
  injectFault('broken', { path: '/extensions/list' })
  for (const path of Object.keys(sources)) injectFault('broken', { path })
  await open()
  for (const name of Object.values(sources)) await waitForItem(`Couldn’t load: ${name}`)
  expect(actionItems()!.textContent).not.toContain('You’re all set')
  clearFaults()
  injectFault('broken', { path: '/usage/forecast' })
  await press('Try again: balances of sub-accounts')
  await waitForItem('too many sub-accounts to check')
})
