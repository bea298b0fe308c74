// @vitest-environment happy-dom
/** Columns hidden by default: shown once selected, remembered, and hidden again. */
import { screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { user } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()

afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => server.close())

const pages = async () => ({
  '/resources/account-log.ts': await import('../../resources/account-log.ts'),
})
const purchasesUrl =
  '/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP&createDateTimeBegin=2020-01-01 00:00:00&createDateTimeEnd=2099-01-01 00:00:00'
const columnHeaders = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

async function open() {
  await openConsolePage(purchasesUrl, { as: 'demo', with: pages })
  await until(hasListRows)
}
const toggleColumn = (column: string) => user.click(screen.getByRole('checkbox', { name: column }))

test('a column hidden by default is shown once selected, and stays shown after a reload', async () => {
  await open()
  expect(columnHeaders()).not.toContain('订单号')
  await toggleColumn('订单号')
  expect(columnHeaders()).toContain('订单号')
  await open()
  expect(columnHeaders()).toContain('订单号')
  await toggleColumn('订单号')
  expect(columnHeaders()).not.toContain('订单号')
  expect(localStorage.getItem('columns.accountLog')).toBeNull()
})
