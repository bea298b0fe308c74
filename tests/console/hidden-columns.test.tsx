// @vitest-environment happy-dom
/**
 * A column that stands aside is there for the choosing: not shown until then, kept once chosen, and
 * gone again when put away.
 */
import { screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { mockServer } from '#mocks/node.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { user } from '#tests/support/browser/user.ts'

const world = await mockServer()

afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => world.close())

const pages = async () => ({
  '/resources/account-log.ts': await import('../../resources/account-log.ts'),
})
const purchases =
  '/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP&createDateTimeBegin=2020-01-01 00:00:00&createDateTimeEnd=2099-01-01 00:00:00'
const heads = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((it) => it.textContent)

async function open() {
  await openConsolePage(purchases, { as: 'demo', with: pages })
  await until(() => document.querySelectorAll('tbody tr .log-description').length > 0)
}
const tick = (column: string) =>
  user.click(screen.getByRole('checkbox', { name: column, hidden: true }))

test('the number of the order is shown once it is chosen, here and on the next visit', async () => {
  await open()
  expect(heads()).not.toContain('订单号')
  await tick('订单号')
  expect(heads()).toContain('订单号')
  await open()
  expect(heads()).toContain('订单号')
  await tick('订单号')
  expect(heads()).not.toContain('订单号')
  expect(localStorage.getItem('columns.accountLog')).toBeNull()
})
