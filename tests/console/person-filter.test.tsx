// @vitest-environment happy-dom
/** Filters of the translation log: the account, as a select or a search, and the language. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { maxNames, subAccounts } from '#contract/sub-accounts.ts'
import { translationLog } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import {
  forgetSession,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
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

const asDeputy = { as: 'demosub', lang: 'en', with: pages } as const

/** Has the main account make a deputy of demosub, whose id is returned. */
async function makeDeputy() {
  await signInAs('demosub')
  const { userId } = await call(users.get, {})
  await signInAs('demo')
  await call(subAccounts.setRole, { userId, accountRole: 'deputy' })
  forgetSession('demosub')
  return { ownId: String(userId) }
}

const lastAccount = `crowd${maxNames}`
const search = () => screen.getByLabelText('Search by account name')

test('an owner sees the account of each translation and filters by it; a sub-account sees its own', async () => {
  const hasColumn = () => screen.queryByRole('columnheader', { name: 'Account' }) !== null
  const filter = (name: string) => within(screen.getByRole('search')).queryByLabelText(name)
  await open('?childUserId=all')
  await until(hasListRows)
  expect(hasColumn()).toBe(true)
  await until(() => filter('Account') !== null && text().includes('wangfang'))
  // A small account group is a select, not a search.
  expect(picker()).toBeNull()
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

test('the own id of a deputy in the address stands for the own account in the filter', async () => {
  const { ownId } = await makeDeputy()
  await openConsolePage(`/UserCenterChangeTranslateLog?childUserId=${ownId}`, asDeputy)
  await until(() => screen.queryByRole('combobox', { name: 'Account' }) !== null)
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account' })
  await until(() => filter.options.length > 1)
  const names = [...filter.options].map(({ text: name }) => name)
  expect(filter.selectedOptions[0]!.text).toBe('My account')
  expect(names).toContain('wangfang')
  expect(names).not.toContain('demosub')
  expect(names).not.toContain(ownId)
})

test('the language above the rows finds translations from and into it', async () => {
  await open('?childUserId=all')
  await until(hasListRows)
  await user.click(screen.getByRole('button', { name: /^Language: / }))
  await fill(screen.getByRole('combobox', { name: 'Search by name or code' }), 'english')
  await user.click(screen.getAllByRole('option', { name: /^English/ })[0]!)
  await until(() => location.search.includes('langCode=en') && hasListRows())
  const languages = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByText('English').length)
  await until(() => languages().every((count) => count === 1))
  const { total } = await call(translationLog.page, { childUserId: 'all', pageNum: 1, pageSize: 1 })
  const found = async (filter: { sourceLangCode?: string; targetLangCode?: string }) =>
    (
      await call(translationLog.page, {
        childUserId: 'all',
        pageNum: 1,
        pageSize: 1,
        ...filter,
      })
    ).total
  const [from, into] = [
    await found({ sourceLangCode: 'en' }),
    await found({ targetLangCode: 'en' }),
  ]
  expect(from).toBeGreaterThan(0)
  expect(into).toBeGreaterThan(0)
  expect(from + into).toBeLessThan(total)
  expect(text()).toContain(`${exactCount(from + into)} rows`)
})

test('a sub-account beyond the list limit is found by part of its name, also after a reload', async () => {
  await signInAs('demo')
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

  const { ownId } = await makeDeputy()
  await openConsolePage(`/UserCenterChangeTranslateLog?childUserId=${ownId}`, asDeputy)
  await until(() => picker()?.textContent === 'My account')
})
