// @vitest-environment happy-dom
/**
 * Whose translations one sees, against the reference server: any sub-account is found by typing,
 * however many there are.
 */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { act } from 'react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { maxNames } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { fill, text, user } from '#tests/support/browser/user.ts'

const world = await startConsoleServer()

const pages = async () => ({
  '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
})
const open = (query = '') =>
  openConsolePage(`/UserCenterChangeTranslateLog${query}`, { as: 'demo', lang: 'en', with: pages })
const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)
const picker = () => one('.picker[aria-label^="Account: "]')
const offered = () =>
  within(screen.getByRole('listbox', { hidden: true }))
    .queryAllByRole('option', { hidden: true })
    .map((it) => it.textContent)

/** What a browser does when the button is pressed. */
async function unfold() {
  const popover = one('.filter .popover')!
  popover.hidePopover = () => {}
  await act(async () =>
    popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' })),
  )
}

const search = () => screen.getByLabelText('Search by account name')

test('a small family is a list to choose from', async () => {
  await open()
  await until(
    () =>
      (one<HTMLSelectElement>('select.control')?.options.length ?? 0) > 0 &&
      text().includes('wangfang'),
  )
  expect(picker()).toBeNull()
})

test('among more sub-accounts than can be listed, one is found by a part of its name, also after a reload', async () => {
  await open()
  const { userId } = await call(users.get, {})
  await world.db.execute(
    sql`insert into users (owner_id, user_id, account, password_hash)
      select ${userId}::bigint, 900000 + n, 'crowd' || n, 'x' from generate_series(1, ${maxNames}) n`,
  )
  await world.db.execute(
    sql`insert into balances (owner_id, user_id) select ${userId}::bigint, 900000 + n from generate_series(1, ${maxNames}) n`,
  )
  await open()
  await until(() => picker() !== null)
  expect(picker()!.textContent).toBe('My account')
  await unfold()
  await until(() => text().includes('more. Keep typing'))
  expect(offered().slice(0, 3)).toEqual([
    'My account',
    'My account and all sub-accounts',
    `crowd${maxNames}`,
  ])

  await fill(search(), 'angfan')
  await until(() => offered().length === 1)
  expect(offered()).toEqual(['wangfang'])
  await user.type(search(), '{Enter}')
  await until(() => picker()?.textContent === 'wangfang')
  await until(() => one('.chips')?.textContent.includes('Account: wangfang') === true)

  await open(location.search)
  await until(() => picker()?.textContent === 'wangfang')
  await until(() => one('.chips')?.textContent.includes('Account: wangfang') === true)

  await unfold()
  await fill(search(), 'nobodyhere')
  await until(() => text().includes('No matches for “nobodyhere”'))
  await user.type(search(), '{Enter}')
  expect(picker()!.textContent).toBe('wangfang')
})
