// @vitest-environment happy-dom
/** The workspace list in the aside: its selection is in the URL and filters rows. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { closeConsolePage, menu, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { listCells, listRows } from '#tests/support/browser/tables.ts'
import { pressInDialog, dialog, fill, press, text, user } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()
const realFetch = globalThis.fetch
/** Extensions that the backend serves. */
let isServed: (extension: string) => boolean

beforeEach(() => {
  isServed = () => true
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { pathname } = new URL(path, location.href)
    if (pathname !== '/api/extensions/list') return realFetch(path, init)
    const { data } = (await (await realFetch(path, init)).json()) as { data: string[] }
    return new Response(
      JSON.stringify({
        success: true,
        data: data.filter(isServed),
        msg: '',
      }),
    )
  })
})
afterEach(closeConsolePage)
afterAll(() => server.close())

const open = (address = '/UserWorkSpace') =>
  openConsolePage(address, { as: 'demo', lang: 'en', with: withContacts })
const withContacts = async () => ({
  '/resources/contacts.ts': await import('../../resources/contacts.ts'),
  '/resources/overview.ts': await import('../../resources/overview.ts'),
})
const titles = () => listCells().map((cells) => cells[1] ?? '')
const chosen = () => new URLSearchParams(location.search).get('spaceId')
const firstField = () => within(dialog()!).getAllByRole('textbox')[0]!
const space = (name: string) =>
  screen.queryByRole('button', { name: (found) => found.startsWith(name) })

test('without a choice the first workspace is selected without a history entry', async () => {
  const steps = history.length
  await open()
  await until(() => titles().includes('Tomás Aguirre') && /^\d+$/.test(chosen() ?? ''))
  expect(history.length).toBe(steps)
  const first = chosen()
  await until(() => space('Canton Fair 2026') !== null)
  await user.click(space('Canton Fair 2026')!)
  await until(() => titles().includes('Ahmet Yıldız'))
  expect(chosen()).not.toBe(first)
  await until(() => space('Canton Fair 2026')!.getAttribute('aria-current') === 'true')
})

test('an account without a space is offered to create one, and the new space is chosen', async () => {
  await openConsolePage('/UserWorkSpace', { as: 'freeuser', lang: 'en', with: withContacts })
  await until(() => titles().includes('Lena Hoffmann'))
  await press('Delete space: 德国经销商')
  await pressInDialog('Delete space')
  const create = () => {
    const [row] = listRows()
    return row ? within(row as HTMLElement).queryByRole('button') : null
  }
  await until(() => create() !== null)
  expect(listCells()).toEqual([['Create a space to start adding contactsNew space']])
  expect(text()).not.toContain('choose one')
  await user.click(create()!)
  await until(() => dialog() !== null)
  await fill(firstField(), 'First Space')
  await press('Save')
  await until(() => space('First Space')?.getAttribute('aria-current') === 'true')
  await until(() => create()?.textContent === 'Add contact')
})

test('without contacts in the backend the page shows marked sample data (spec 2.38)', async () => {
  isServed = (extension) => !extension.startsWith('/contact/')
  await open()
  await until(() => text().includes('This is sample data'))
  expect(text()).not.toContain('Not available in this version')
  expect(menu()).toContain('Workspace')
})
