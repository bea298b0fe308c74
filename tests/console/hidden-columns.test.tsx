// @vitest-environment happy-dom
/**
 * A column that stands aside is there for the choosing: not shown until then, kept once chosen, and
 * gone again when put away.
 */
import { act } from 'react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { mockServer } from '#mocks/node.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'

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
const heads = () => [...document.querySelectorAll('th')].map((it) => it.textContent)

async function open() {
  await openConsolePage(purchases, { as: 'demo', with: pages })
  await until(() => document.querySelectorAll('tbody tr .story').length > 0)
}
const tick = (column: string) =>
  act(async () => {
    const label = [...document.querySelectorAll('.column-chooser label')].find(
      (it) => it.textContent === column,
    )
    label!.querySelector('input')!.click()
  })

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
