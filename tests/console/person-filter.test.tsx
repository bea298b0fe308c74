// @vitest-environment happy-dom
/** Account filter of the translation log: a select, or a search for large account groups. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { maxNames } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { fill, text, user } from '#tests/support/browser/user.ts'

const server = await startConsoleServer()

const pages = async () => ({
  '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
})
const open = (query = '') =>
  openConsolePage(`/UserCenterChangeTranslateLog${query}`, { as: 'demo', lang: 'en', with: pages })
const picker = () => screen.queryByRole('button', { name: /^Account: / })
const listedOptions = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map((option) => option.textContent)

const lastAccount = `crowd${maxNames}`
const search = () => screen.getByLabelText('Search by account name')

test('a small account group is a select', async () => {
  await open()
  await until(
    () =>
      (screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Account' })?.options.length ??
        0) > 0 && text().includes('wangfang'),
  )
  expect(picker()).toBeNull()
})

test('an owner sees the account of each translation and filters by it; a sub-account sees its own', async () => {
  const hasColumn = () => screen.queryByRole('columnheader', { name: 'Account' }) !== null
  const filter = (name: string) => within(screen.getByRole('search')).queryByLabelText(name)
  await open('?childUserId=all')
  await until(hasListRows)
  expect(hasColumn()).toBe(true)
  await until(() => filter('Account') !== null)
  await openConsolePage('/UserCenterChangeTranslateLog', {
    as: 'demosub',
    lang: 'en',
    with: pages,
  })
  await until(() => screen.queryByRole('search') !== null && hasListRows())
  expect(within(screen.getByRole('search')).queryByText('Time')).not.toBeNull()
  expect(filter('Account')).toBeNull()
  expect(hasColumn()).toBe(false)
})

test('a sub-account beyond the list limit is found by part of its name, also after a reload', async () => {
  await open()
  const { userId } = await call(users.get, {})
  await server.db.execute(
    sql`insert into users (owner_id, user_id, account, password_hash)
      select ${userId}::bigint, 900000 + n, 'crowd' || n, 'x' from generate_series(1, ${maxNames}) n`,
  )
  await server.db.execute(
    sql`insert into balances (owner_id, user_id) select ${userId}::bigint, 900000 + n from generate_series(1, ${maxNames}) n`,
  )
  await open()
  await until(() => picker() !== null)
  expect(picker()!.textContent).toBe('My account')
  picker()!.focus()
  await user.keyboard('{Enter}')
  await until(() => text().includes('more. Keep typing'))
  expect(document.activeElement).toBe(search())
  expect(listedOptions().slice(0, 3)).toEqual([
    'My account',
    'My account and all sub-accounts',
    `crowd${maxNames}`,
  ])

  await fill(search(), 'angfan')
  await until(() => listedOptions().length === 1)
  expect(listedOptions()).toEqual(['wangfang'])
  await user.type(search(), '{Enter}')
  await until(() => picker()?.textContent === 'wangfang')
  expect(location.search).toMatch(/childUserId=\d+/)

  await open(location.search)
  await until(() => picker()?.textContent === 'wangfang')

  await user.click(picker()!)
  await fill(search(), 'nobodyhere')
  await until(() => text().includes('No matches for “nobodyhere”'))
  await user.type(search(), '{Enter}')
  expect(picker()!.textContent).toBe('wangfang')

  await fill(search(), lastAccount)
  await until(() => listedOptions()[0] === lastAccount)
  await user.click(screen.getByRole('option', { name: lastAccount }))
  await until(() => picker()?.textContent === lastAccount)
  await until(() => text().includes('No results'))

  await user.click(picker()!)
  await user.click(screen.getByRole('option', { name: 'My account and all sub-accounts' }))
  await until(() => location.search.includes('childUserId=all'))
  await until(hasListRows)
})
