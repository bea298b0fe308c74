// @vitest-environment happy-dom
/** The account log opens on a type of change that the account can have. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'

await startConsoleServer()

const path = '/resources/account-log.ts'
const open = (as: string, address = '/UserCenterAccountLog') =>
  openConsolePage(address, {
    as,
    lang: 'en',
    with: async () => ({ [path]: await import('../../resources/account-log.ts') }),
  })
const types = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Log type' })
const offered = () => [...types().options].map(({ value }) => value)

test('a sub-account opens on its translations, and is offered no purchases', async () => {
  await open('demosub')
  await until(hasListRows)
  expect(types().value).toBe('TRANSLATION_CONSUME')
  expect(offered()).not.toContain('RECHARGE_ORDER_BY_MEMBER_GROUP')
  expect(offered()).not.toContain('INVITE_REWARD')
  expect(offered()).toContain('DISTRIBUTION')
})

test('a purchase in the address of a sub-account is replaced', async () => {
  await open('demosub', '/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP')
  await until(() => location.search.includes('logType=TRANSLATION_CONSUME'))
  expect(types().value).toBe('TRANSLATION_CONSUME')
})

test('a main account opens on its purchases and is offered every type', async () => {
  await open('demo')
  await until(() => location.search.includes('logType='))
  expect(types().value).toBe('RECHARGE_ORDER_BY_MEMBER_GROUP')
  expect(offered()).toContain('INVITE_REWARD')
})
