// @vitest-environment happy-dom
/** An address of a list opens a form of the list, or what a row is about. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { openOrders, placeOrder, signInAs } from '#tests/support/browser/orders-page.tsx'
import { dialog } from '#tests/support/browser/user.ts'

await startConsoleServer()

const address = () => location.pathname + location.search

test('the form of a new sub-account opens, and a reload does not open it again', async () => {
  await openConsolePage('/UserCenterChild?open=create', { as: 'demo', lang: 'en' })
  await until(() => dialog() !== null)
  expect(screen.getByRole('dialog', { name: 'Add sub-account' })).toBeTruthy()
  expect(address()).toBe('/UserCenterChild')
})

test('who may not add sub-accounts is told what is needed', async () => {
  await openConsolePage('/UserCenterChild?open=create', { as: 'monthly', lang: 'en' })
  await until(() => dialog() !== null)
  expect(screen.queryByRole('textbox', { name: 'Account' })).toBeNull()
  expect(dialog()!.textContent).toMatch(/package/i)
})

test('the only row opens as by a click on it, or by the button named', async () => {
  await signInAs('demo')
  const { no } = await placeOrder()
  await openOrders(`?no=${no}&open=row`, { lang: 'en' })
  await until(() => dialog()?.textContent.includes(no) === true)
  expect(address()).toBe(`/UserCenterOrder?no=${no}`)
  await openOrders(`?no=${no}&open=payAgain`, { lang: 'en' })
  await until(() => dialog() !== null)
  expect(address()).toBe(`/UserCenterOrder?no=${no}`)
})

test('of several rows none opens', async () => {
  await openOrders('?open=row', { lang: 'en' })
  await until(() => screen.queryAllByRole('row').length > 2)
  expect(dialog()).toBeNull()
})
