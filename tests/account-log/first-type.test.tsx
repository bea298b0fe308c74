// @vitest-environment happy-dom
/** The account log opens on all types of change, where the backend can, and offers those that the account can have. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'

await startConsoleServer()

const path = '/resources/account-log.ts'
const open = (as: string, address = '/UserCenterAccountLog') =>
  openConsolePage(address, {
    as,
    lang: 'en',
    with: async () => ({
      [path]: await import('../../resources/account-log.ts'),
      '/resources/sub-accounts.ts': await import('../../resources/sub-accounts.ts'),
      '/resources/sub-account.ts': await import('../../resources/sub-account.ts'),
    }),
  })
const types = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Log type' })
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean)
const offered = () => [...types().options].map(({ value }) => value)

test('a sub-account opens on all types, and is offered no purchases', async () => {
  await open('demosub')
  await until(hasListRows)
  expect(types().value).toBe('ALL')
  expect(offered()).not.toContain('RECHARGE_ORDER_BY_MEMBER_GROUP')
  expect(offered()).not.toContain('INVITE_REWARD')
  expect(offered()).toContain('DISTRIBUTION')
})

test('a purchase in the address of a sub-account is replaced', async () => {
  await open('demosub', '/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP')
  await until(() => location.search.includes('logType=ALL'))
  expect(types().value).toBe('ALL')
})

test('a main account opens on all types and is offered every one', async () => {
  await open('demo')
  await until(() => location.search.includes('logType='))
  expect(types().value).toBe('ALL')
  expect(offered()).toContain('INVITE_REWARD')
})

test('rows of all types say their type and every change, and name sub-accounts with a link', async () => {
  await open('demo')
  await until(hasListRows)
  expect(headers()).toEqual(['Time', 'Log type', 'Change', 'Details', 'Characters'])
  const [distributed] = screen.getAllByRole('row', { name: /Quota distributed/ })
  expect(within(distributed!).getByRole('link').getAttribute('href')).toMatch(
    /^\/UserCenterSubAccount\?userId=\d+$/,
  )
})

test('rows of one type have columns of what they change', async () => {
  await open('demo', '/UserCenterAccountLog?logType=DISTRIBUTION')
  await until(hasListRows)
  expect(headers()).toEqual(['Time', 'Change', 'Details', 'Characters', 'Voice', 'Images'])
})
