// @vitest-environment happy-dom
/** A collection's file is its page: list, forms, deletion and trash, for those who may use them. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { availableKinds, diagnose } from '#console/engine/diagnostics.ts'
import { buildPage } from '#console/engine/build-page.ts'
import type { Collection } from '#contract/collection.ts'
import { mockServer } from '#mocks/node.ts'
import { testCollections, testMessages } from '#tests/support/actors/test-collections.ts'
import {
  closeConsolePage,
  heading,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { press, text } from '#tests/support/browser/user.ts'
import { screen } from '@testing-library/react'

const terms: Collection = testCollections.terms
/** As the modules of the opened page know it: each page loads them anew. */
const currentTerms = async (): Promise<Collection> =>
  (await import('#tests/support/actors/test-collections.ts')).testCollections.terms
const row = {
  id: '1',
  sourceTerm: 'cloud',
  targetTerm: '云',
  sourceLangCode: 'en',
  caseSensitive: 0,
  createDateTime: '2026-11-20 08:00:00',
  version: 1,
}
const world = await mockServer()
const real = globalThis.fetch
let sent: { path: string; body: unknown }[] = []

vi.doMock('#contract/collections.ts', async (load) => ({
  ...(await load<object>()),
  collections: { terms: await currentTerms() },
  messageTraits: () => ({ trash: true, search: terms.config.search, titles: {} }),
}))
vi.doMock('#locales/collections.ts', () => ({
  zh: { terms: testMessages['terms'] },
  en: { terms: testMessages['terms'] },
}))

let served: readonly string[] = []
let totals: object = { total: 1 }
beforeEach(() => {
  sent = []
  totals = { total: 1 }
  served = Object.values(terms.calls).map(({ path }) => path)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(path, location.href)
    if (pathname === '/api/extensions/list') {
      const { data } = (await (await real(path, init)).json()) as { data: string[] }
      return answer([...data, ...served])
    }
    if (!pathname.startsWith('/api/terms/')) return real(path, init)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ path: pathname, body })
    const isTrash = searchParams.get('deleted') === '1'
    const deleted = { deletedDateTime: '2026-11-21 08:00:00' }
    return answer({ ...totals, rows: [isTrash ? { ...row, ...deleted } : row] })
  })
})
afterEach(closeConsolePage)
afterAll(() => world.close())

const answer = (data: unknown) => new Response(JSON.stringify({ success: true, data, msg: '' }))
const open = (as: string, address = '/UserCenterTerms') =>
  openConsolePage(address, {
    as,
    lang: 'en',
    with: async () => ({ '/resources/terms.ts': { default: await currentTerms() } }),
  })
const heads = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)

test('the page of a collection has no mistake', () => {
  const has = { zh: () => true, en: () => true }
  const page = buildPage('/resources/terms.ts', terms)
  expect(diagnose([page], { ...availableKinds, hasMessage: has })).toEqual([])
})

test('a file of another name or without a screen is refused with the remedy', () => {
  expect(() => buildPage('/resources/other.ts', terms)).toThrow('give both the same name')
  expect(() => buildPage('/resources/drafts.ts', testCollections.drafts)).toThrow(
    "screen: { route: 'UserCenterDrafts' }",
  )
})

test('those who may write see all fields and may add, edit and delete', async () => {
  const { errors } = await open('demo')
  await until(() => text().includes('cloud'))
  expect(heading()).toBe('terms')
  expect(heads().join()).toContain('sourceTerm of terms,targetTerm of terms')
  expect(heads()).not.toContain('Deleted')
  for (const name of ['Add terms', 'Edit', 'Delete']) expect(text()).toContain(name)
  expect(text()).not.toContain('Restore')
  expect(errors).toEqual([])
})

test('a list whose rows are not all counted says so, and offers the pages that are', async () => {
  totals = { total: 10_000, isTotalCapped: true }
  await open('demo', '/UserCenterTerms?sourceLangCode=en&pageNum=1001')
  await until(() => text().includes('10,000+ rows'))
  expect(text()).toContain('10,000+ rows loaded')
  await until(() => location.search.includes('pageNum=1000'))
  expect(screen.getByRole('button', { name: 'Next page', hidden: true })).toHaveProperty(
    'disabled',
    true,
  )
})

test('those who may only read see no button for a change', async () => {
  await open('demosub')
  await until(() => text().includes('cloud'))
  const buttons = screen.getAllByRole('button', { hidden: true }).map((one) => one.textContent)
  expect(buttons.filter((name) => /Add|Edit|Delete|Restore|Trash/.test(name ?? ''))).toEqual([])
})

test('deleted rows are listed with the time of deletion, and restored', async () => {
  await open('demo', '/UserCenterTerms?deleted=1')
  await until(() => text().includes('cloud'))
  expect(heads()).toContain('Deleted')
  const buttons = () =>
    screen.getAllByRole('button', { hidden: true }).map((one) => one.textContent)
  expect(buttons()).not.toContain('Edit')
  await press('Restore: cloud')
  await until(() => sent.some(({ path }) => path.endsWith('/restore')))
  expect(sent.find(({ path }) => path.endsWith('/restore'))?.body).toEqual({ id: '1' })
})

test('a button opens the trash, in which nothing is added, and leads back', async () => {
  await open('demo')
  await until(() => text().includes('cloud'))
  expect(text()).not.toContain('are kept for')
  await press('Trash')
  await until(() => text().includes('Deleted termss are kept for 30 days.'))
  for (const name of ['Add terms', 'Import', 'Clear filters']) expect(text()).not.toContain(name)
  await press('Back to the list')
  await until(() => text().includes('Add terms'))
  expect(location.search).not.toContain('deleted')
})

test('a deletion says for how long the row can be restored', async () => {
  await open('demo')
  await until(() => text().includes('cloud'))
  await press('Delete: cloud')
  await until(() => text().includes('Delete the terms “cloud”?'))
  expect(text()).toContain('You can restore it from the trash for 30 days.')
})

test('a backend without the collection has no page of it', async () => {
  served = []
  await open('demo')
  await until(() => heading() !== 'terms' && text() !== '')
  expect(text()).not.toContain('cloud')
})

test('an address of the console that is no page leads to the home page', async () => {
  const { navigations } = await open('demo', '/UserCenterNowhere')
  await until(() => navigations.length > 0)
  expect(navigations).toEqual(['/home'])
})
