// @vitest-environment happy-dom
/** Pages for each kind of user: a button is shown exactly if the server allows its call. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import { allowedForms, allowedPage } from '#console/engine/list/allowed-page.ts'
import type { FormPage, ListPage, PageModel } from '#console/engine/page-model.ts'
import type { Resource, Row } from '#console/engine/resource.ts'
import type { Resources } from '#console/console.tsx'
import { matches } from '#console/engine/build-fields.ts'
import type { CanUse } from '#console/refine/capabilities.ts'
import { canOpenPage } from '#console/refine/resources.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { canCall } from '#contract/roles.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users as calls } from '#contract/users.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { actionsOf, listCells, listRows } from '#tests/support/browser/tables.ts'
import { user } from '#tests/support/browser/user.ts'

await startConsoleServer()
const realFetch = globalThis.fetch

/** Whether the list shows rows or a message instead of them. */
const isListLoaded = () => listCells().some((cells) => cells.some(Boolean))

const files = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })
const load = import.meta.glob<{ default: Resource }>(
  '/resources/{sub-accounts,contacts,overview,recharge}.ts',
)
/** Without the sign-out page, which visitors may open and which would end the session. */
const pages = buildPages(files).filter(({ access }) => access !== 'visitor')
const users = {
  'a main account by characters': 'demo',
  'a main account without sub-accounts': 'monthly',
  'a sub-account': 'demosub',
} as const
/** Rows that the open page has received, by request path. */
const rowsOf = new Map<string, Row[]>()

async function openAs(as: string, { route }: Pick<PageModel, 'route'>) {
  rowsOf.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, location.href).pathname.replace(/^\/api/, '')
    const response = await realFetch(url, init)
    if (!path.endsWith('/page')) return response
    const body = await response.text()
    const { data } = JSON.parse(body) as { data: { rows?: Row[] } | null }
    if (data?.rows) rowsOf.set(path, data.rows)
    return new Response(body, { headers: response.headers })
  })
  onTestFinished(() => void vi.stubGlobal('fetch', realFetch))
  await openConsolePage(`/${route}`, { as, lang: 'en', with: resources })
}

/** Imported again for each page, because modules are reset. */
async function resources(): Promise<Resources> {
  return Object.fromEntries(
    await Promise.all(Object.entries(load).map(async ([path, file]) => [path, await file()])),
  )
}

/** Whether the server allows the signed-in user a call. Sends an invalid input. */
async function serverAllows(endpoint: Endpoint): Promise<boolean> {
  const { call } = await import('#client/api/call.ts')
  const conditionField = Object.fromEntries(endpoint.when ? [[endpoint.when, '']] : [])
  const code = await call(endpoint, {
    ...conditionField,
    id: 'x',
    userId: 'x',
    ids: 0,
    childrenIds: 0,
    account: 0,
  }).then(
    () => 'done',
    (error: unknown) => (error as { failure?: { code?: string } }).failure?.code ?? String(error),
  )
  if (endpoint.method !== 'GET') expect(code).not.toBe('done')
  // The button of a missing capability is shown, and explains it when pressed (spec 5.14).
  return code !== 'notAllowed'
}

async function buttonsExpected(page: ListPage) {
  const rows = rowsOf.get(page.page.path) ?? []
  const { messageOf } = await import('#console/refine/i18n.ts')
  const allowed = async <T extends { call: Endpoint | undefined }>(entries: readonly T[]) => {
    const areAllowed = await Promise.all(
      entries.map(({ call }) => (call ? serverAllows(call) : true)),
    )
    return entries.filter((_, index) => areAllowed[index])
  }
  const [create, forms, actions, panels, bulk, bulkPanels] = [
    await allowed(page.create),
    await allowed(page.forms),
    await allowed(page.actions),
    await allowed(page.panels),
    await allowed(page.bulk),
    await allowed(page.bulkPanels),
  ]
  const toggles = await allowed(page.columns.flatMap(({ toggle }) => (toggle ? [toggle] : [])))
  return {
    head: create.map(({ messages: { action } }) => messageOf(action)),
    rows: rows.map((row) =>
      [
        ...forms.map(({ messages: { action } }) => messageOf(action)),
        ...panels.filter(({ when }) => matches(row, when)).map(({ action }) => messageOf(action)),
        ...actions
          .filter(({ when }) => matches(row, when))
          .map(({ messages: { action } }) => messageOf(action)),
      ].toSorted(),
    ),
    // Shown while rows are selected.
    bulk:
      rows.length === 0
        ? []
        : [
            ...bulkPanels.map(({ action }) => messageOf(action)),
            ...bulk.map(({ messages: { action } }) => messageOf(action)),
          ],
    switches: rows.length * toggles.length,
    ticks: bulk.length + bulkPanels.length > 0,
  }
}

/** Labels of buttons above the rows, by their place on the page. */
type Labels = { readonly head: readonly string[]; readonly bulk: readonly string[] }

async function labelsOf({ create, bulkPanels, bulk }: ListPage): Promise<Labels> {
  const { messageOf } = await import('#console/refine/i18n.ts')
  return {
    head: create.map(({ messages: { action } }) => messageOf(action)),
    bulk: [
      ...bulkPanels.map(({ action }) => messageOf(action)),
      ...bulk.map(({ messages: { action } }) => messageOf(action)),
    ],
  }
}

/** Bulk actions are shown while rows are selected. */
async function selectFirstRow(): Promise<void> {
  const [row] = listRows()
  const tick = row && within(row as HTMLElement).queryByRole('checkbox')
  if (tick) await user.click(tick)
}

/** Texts of the buttons of each row, its menu opened. */
async function buttonsOfRows(): Promise<string[][]> {
  const hasActions = screen.getAllByRole('columnheader').at(-1)!.textContent === 'Actions'
  const found: string[][] = []
  for (const row of listRows().filter(({ children }) => children.length > 1))
    found.push(hasActions ? (await actionsOf(row)).toSorted() : [])
  return found
}

/** Which of the labelled buttons are shown. */
function buttonsShown({ head, bulk }: Labels) {
  const table = screen.getByRole('table')
  // By text, since the names of all buttons of the rows take long to compute.
  const isShown = (name: string) =>
    screen.queryAllByText(name, { selector: 'button' }).some((button) => !table.contains(button))
  return {
    head: head.filter(isShown),
    bulk: bulk.filter(isShown),
    switches: within(table).queryAllByRole('switch').length,
    ticks: screen.queryByLabelText('Select all on this page') !== null,
  }
}

test.each(Object.entries(users))(
  '%s is offered the pages and the calls that the server allows, and no others',
  async (_, as) => {
    await signInAs(as)
    const { call } = await import('#client/api/call.ts')
    const me = await call(calls.get, {})
    const canUse: CanUse = (endpoint) => canCall({ ...endpoint, needs: undefined }, me)
    for (const page of pages) {
      if (page.view === 'screen') continue
      const read = page.view === 'list' ? page.page : page.calls['get']
      if (read) expect(canOpenPage(page, me), page.name).toBe(await serverAllows(read))
      if (!canOpenPage(page, me)) continue
      const offered = callsOf(page.view === 'list' ? allowedPage(page, canUse, me) : page, canUse)
      for (const endpoint of callsOf(page))
        expect(offered.includes(endpoint), `${page.name} ${endpoint.path}`).toBe(
          await serverAllows(endpoint),
        )
    }
  },
)

/** Calls behind the buttons, switches and editable cells of a page. */
function callsOf(page: ListPage | FormPage, canUse: CanUse = () => true): Endpoint[] {
  if (page.view === 'form') return allowedForms(page, canUse).map(({ call }) => call)
  const { create, forms, actions, panels, bulk, bulkPanels, columns, import: file } = page
  const inCells = columns.flatMap(({ toggle, edit }) => [toggle, edit])
  return [
    ...create,
    ...forms,
    ...actions,
    ...panels,
    ...bulk,
    ...bulkPanels,
    ...inCells,
    file,
  ].flatMap((entry) => entry?.call ?? [])
}

test.each([
  ['demo', 'subAccounts'],
  ['demosub', 'contacts'],
])(
  '%s on page %s: the buttons shown are those of the calls that the server allows',
  async (as, name) => {
    const page = pages.find((candidate) => candidate.name === name)
    if (page?.view !== 'list') throw new Error(`The page ${name} is a list.`)
    await openAs(as, page)
    await until(isListLoaded)
    const [{ rows, ...expected }, labels] = [await buttonsExpected(page), await labelsOf(page)]
    await selectFirstRow()
    await waitFor(() => expect(buttonsShown(labels)).toEqual(expected))
    expect(await buttonsOfRows()).toEqual(rows)
  },
)

test.each([...Object.entries(users), ['a deputy', 'newcomer']])(
  '%s is offered the actions of the overview that the server allows, and no others',
  async (role, as) => {
    if (role === 'a deputy') {
      await signInAs('demo')
      const { call } = await import('#client/api/call.ts')
      const { rows } = await call(subAccounts.page, { account: as })
      await call(subAccounts.setRole, { userId: rows[0]!.userId, accountRole: 'deputy' })
    }
    await openAs(as, { route: 'UserCenterIndex' })
    const main = within(await screen.findByRole('main'))
    // The button to change the channel is shown with its name.
    const channelName = () => main.queryByText('Translation channel')?.nextElementSibling
    await until(() => Boolean(channelName()?.textContent))
    const { call } = await import('#client/api/call.ts')
    const me = await call(calls.get, {})
    const shown = () => ({
      recharge: main.queryByRole('link', { name: 'Recharge' }) !== null,
      distribute: main.queryByRole('link', { name: 'Distribute quota' }) !== null,
      channel: main.queryByRole('button', { name: 'Change translation channel' }) !== null,
      cancel: main.queryByRole('button', { name: 'Delete account' }) !== null,
      auto: main.queryByRole('switch', { name: 'Automatic distribution' }) !== null,
    })
    const expected = {
      recharge: await serverAllows(orders.pay),
      distribute: Boolean(me.createChildUser) && (await serverAllows(subAccounts.distributeAll)),
      channel: await serverAllows(packages.changeChannel),
      cancel: await serverAllows(calls.cancel),
      auto: await serverAllows(calls.changeAutoDistribution),
    }
    await waitFor(() => expect(shown()).toEqual(expected))
  },
)
