// @vitest-environment happy-dom
/** The generated page of a collection: list, forms and deletion, by permission. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { availableKinds, diagnose } from '#console/engine/diagnostics.ts'
import { buildPage } from '#console/engine/build-page.ts'
import { list } from '#console/engine/resource.ts'
import { testCollections, testMessages } from '#tests/support/actors/test-collections.ts'
import {
  closeConsolePage,
  heading,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { press, pressInDialog, text } from '#tests/support/browser/user.ts'
import { screen } from '@testing-library/react'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const terms = testCollections.terms
const place = { route: 'UserCenterTerms', menu: ['functions', 90] } as const
/** The collection in the modules of the open page, which are reset for each page. */
const currentTerms = async () =>
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
const server = await startReferenceServer()
const realFetch = globalThis.fetch
let sent: { path: string; body: unknown }[] = []

vi.doMock('#contract/collections.ts', async (load) => ({
  ...(await load<object>()),
  collections: { terms: await currentTerms() },
  messageTraits: () => ({ search: terms.config.search, titles: {} }),
}))
const words = { ...testMessages['terms'], actions: { finish: 'Finish', history: 'History' } }
vi.doMock('#locales/collections.ts', () => ({ zh: { terms: words }, en: { terms: words } }))

let servedPaths: readonly string[] = []
let totals: object = { total: 1 }
/** Message with which changes are refused; empty if they are not. */
let refusal = ''
beforeEach(() => {
  sent = []
  refusal = ''
  totals = { total: 1 }
  servedPaths = Object.values(terms.calls).map(({ path }) => path)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { pathname } = new URL(path, location.href)
    if (pathname === '/api/extensions/list') {
      const { data } = (await (await realFetch(path, init)).json()) as { data: string[] }
      return respond([...data, ...servedPaths])
    }
    if (!pathname.startsWith('/api/terms/')) return realFetch(path, init)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ path: pathname, body })
    if (refusal && body !== undefined)
      return new Response(JSON.stringify({ success: false, data: null, msg: refusal }))
    return respond({ ...totals, rows: [row] })
  })
})
afterEach(closeConsolePage)
afterAll(() => server.close())

const respond = (data: unknown) => new Response(JSON.stringify({ success: true, data, msg: '' }))
const open = (as: string, url = '/UserCenterTerms') =>
  openConsolePage(url, {
    as,
    lang: 'en',
    with: async () => ({ '/resources/terms.ts': { default: list(await currentTerms(), place) } }),
  })
const columnHeaders = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

test('the page of a collection has no diagnostics', () => {
  const hasMessage = { zh: () => true, en: () => true }
  const page = buildPage('/resources/terms.ts', list(terms, place))
  expect(diagnose([page], { ...availableKinds, hasMessage })).toEqual([])
})

test('a file with another name is refused with the remedy', () => {
  expect(() => buildPage('/resources/other.ts', list(terms, place))).toThrow(
    'give both the same name',
  )
})

test('users with write access see all fields and can add, edit and delete', async () => {
  const { errors } = await open('demo')
  await until(() => text().includes('cloud'))
  expect(heading()).toBe('terms')
  expect(columnHeaders().join()).toContain('sourceTerm of terms,targetTerm of terms')
  for (const name of ['Add terms', 'Edit', 'Delete']) expect(text()).toContain(name)
  expect(errors).toEqual([])
})

test('a capped total is shown as such, and pagination ends at the counted pages', async () => {
  totals = { total: 10_000, isTotalCapped: true }
  await open('demo', '/UserCenterTerms?sourceLangCode=en&pageNum=1001')
  await until(() => text().includes('10,000+ rows'))
  expect(text()).toContain('10,000+ rows loaded')
  await until(() => location.search.includes('pageNum=1000'))
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
})

test('users with read access see no buttons for changes', async () => {
  await open('demosub')
  await until(() => text().includes('cloud'))
  const buttons = screen.getAllByRole('button').map((element) => element.textContent)
  expect(buttons.filter((name) => /Add|Edit|Delete/.test(name ?? ''))).toEqual([])
})

test('each user sees the buttons of what they may do, those of the page’s own actions included', async () => {
  const withActs = async () => {
    const { defineCollection } = await import('#contract/collection.ts')
    const { Done, post } = await import('#contract/endpoint.ts')
    const { text: textField } = await import('#contract/field-constructors.ts')
    const { calls, config } = await currentTerms()
    const finish = post('/terms/finish', calls.get.input, Done, { access: 'main' })
    const acts = defineCollection('terms', {
      fields: { sourceTerm: textField({ max: 200 }) },
      maxRows: config.maxRows,
      scope: config.scope,
      support: 'shown',
      access: { read: 'member', write: 'main', create: 'member', remove: 'nobody' },
      calls: { finish },
    })
    servedPaths = Object.values<{ path: string }>(acts.calls).map(({ path }) => path)
    const history = { component: () => Promise.resolve({ default: () => 'Earlier values' }) }
    return {
      '/resources/terms.ts': {
        default: list(acts, { ...place, actions: { finish: {}, history } }),
      },
    }
  }
  const names = ['Add terms', 'Import', 'Export', 'Edit', 'Finish', 'History', 'Delete']
  const shownTo = async (as: string) => {
    await openConsolePage('/UserCenterTerms', { as, lang: 'en', with: withActs })
    await until(() => text().includes('cloud'))
    return names.filter(
      (name) => screen.queryAllByText(name, { selector: 'button, button *' }).length > 0,
    )
  }
  expect(await shownTo('demosub')).toEqual(['Add terms', 'Import', 'Export', 'History'])
  await closeConsolePage()
  expect(await shownTo('demo')).toEqual([
    'Add terms',
    'Import',
    'Export',
    'Edit',
    'Finish',
    'History',
  ])
  await press('Finish: cloud')
  await until(() => sent.some(({ path }) => path.endsWith('/finish')))
  expect(sent.find(({ path }) => path.endsWith('/finish'))?.body).toEqual({ id: '1' })
  await press('History: cloud')
  await until(() => text().includes('Earlier values'))
})

test('the deletion of a row is confirmed, and a refusal says why', async () => {
  await open('demo')
  await until(() => text().includes('cloud'))
  await press('Delete: cloud')
  await until(() => text().includes('Delete the terms “cloud”?'))
  expect(text()).toContain('It can’t be restored.')
  expect(sent.some(({ path }) => path.endsWith('/delete'))).toBe(false)
  refusal = 'Some notes still use it.'
  await pressInDialog('Delete')
  await until(() => text().includes(refusal))
  expect(sent.find(({ path }) => path.endsWith('/delete'))?.body).toEqual({ id: '1' })
})

test('cells are edited in place only by who may edit', async () => {
  const editable = async () => ({
    '/resources/terms.ts': {
      default: list(await currentTerms(), {
        ...place,
        columns: { targetTerm: { editable: 'edit' } },
      }),
    },
  })
  const cells = () =>
    screen
      .queryAllByRole('button')
      .filter((button) => button.getAttribute('aria-description')?.startsWith('Change targetTerm'))
  const shownTo = async (as: string) => {
    await openConsolePage('/UserCenterTerms', { as, lang: 'en', with: editable })
    await until(() => text().includes('cloud'))
    const count = cells().length
    await closeConsolePage()
    return count
  }
  expect(await shownTo('demo')).toBe(1)
  expect(await shownTo('demosub')).toBe(0)
})

test('a column that its call does not change can’t be edited in place', () => {
  const columns = { createDateTime: { editable: 'edit' } } as const
  expect(() => buildPage('/resources/terms.ts', list(terms, { ...place, columns }))).toThrow(
    'the call "edit" does not take "createDateTime"',
  )
})

test('a backend without the collection has no page for it', async () => {
  servedPaths = []
  await open('demo')
  await until(() => heading() === 'Not available in this version')
  expect(text()).not.toContain('cloud')
})
