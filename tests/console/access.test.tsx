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
import { canCall } from '#contract/roles.ts'
import { users as calls } from '#contract/users.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { tickets } from '#tests/support/browser/sample-page/contract.ts'
import { words } from '#tests/support/browser/sample-page/messages.ts'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { listCells, listRows, rowButtons } from '#tests/support/browser/tables.ts'
import { text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()
const realFetch = globalThis.fetch

/** Whether the list shows rows or a message instead of them. */
const isListLoaded = () => listCells().some((cells) => cells.some(Boolean))

vi.doMock('#locales/resources.ts', async (load) => {
  const { zh, en } = (await load()) as { zh: object; en: object }
  return { zh, en: { ...en, tickets: words.en } }
})

const files = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })
const load = import.meta.glob<{ default: Resource }>('/resources/*.ts')
/** Without the sign-out page, which visitors may open and which would end the session. */
const pages = buildPages(files).filter(({ access }) => access !== 'visitor')
const users = {
  'a main account by characters': 'demo',
  'a main account without sub-accounts': 'monthly',
  'a sub-account': 'demosub',
} as const
/** Rows that the open page has received, by request path. */
const rowsOf = new Map<string, Row[]>()

async function openAs(
  as: string,
  { route }: Pick<PageModel, 'route'>,
  pagesToOpen = resources,
  stubs: Record<string, unknown> = {},
) {
  rowsOf.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, location.href).pathname.replace(/^\/api/, '')
    if (path in stubs)
      return new Response(JSON.stringify({ success: true, data: stubs[path], msg: '' }))
    const response = await realFetch(url, init)
    if (!path.endsWith('/page')) return response
    const body = await response.text()
    const { data } = JSON.parse(body) as { data: { rows?: Row[] } | null }
    if (data?.rows) rowsOf.set(path, data.rows)
    return new Response(body, { headers: response.headers })
  })
  onTestFinished(() => void vi.stubGlobal('fetch', realFetch))
  await openConsolePage(`/${route}`, { as, lang: 'en', with: pagesToOpen })
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

/** Which of the labelled buttons are shown, and all buttons of the rows. */
function buttonsShown({ head, bulk }: Labels) {
  const table = screen.getByRole('table')
  // By text, since the names of all buttons of the rows take long to compute.
  const isShown = (name: string) =>
    screen.queryAllByText(name, { selector: 'button' }).some((button) => !table.contains(button))
  const hasActions = screen.getAllByRole('columnheader').at(-1)!.textContent === 'Actions'
  const rows = listRows().filter((row) => row.children.length > 1)
  return {
    head: head.filter(isShown),
    rows: rows.map((row) =>
      (hasActions ? rowButtons(row) : [])
        // The button that opens the menu with further actions.
        .filter((button) => !button.hasAttribute('aria-expanded'))
        .map((button) => button.textContent)
        .toSorted(),
    ),
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
  ['demo', 'orders'],
  ['monthly', 'subAccounts'],
  ['demosub', 'contacts'],
])(
  '%s on page %s: the buttons shown are those of the calls that the server allows',
  async (as, name) => {
    const page = pages.find((candidate) => candidate.name === name)
    if (page?.view !== 'list') throw new Error(`The page ${name} is a list.`)
    await openAs(as, page)
    await until(isListLoaded)
    const [expected, labels] = [await buttonsExpected(page), await labelsOf(page)]
    await selectFirstRow()
    await waitFor(() => expect(buttonsShown(labels)).toEqual(expected))
  },
)

test.each(Object.entries(users))(
  '%s on the overview: actions match the calls that the server allows',
  async (_, as) => {
    await openAs(as, { route: 'UserCenterIndex' })
    await until(() => screen.queryAllByRole('term').length > 3)
    const [{ orders }, { packages }] = await Promise.all([
      import('#contract/orders.ts'),
      import('#contract/packages.ts'),
    ])
    const main = within(screen.getByRole('main'))
    const hasButton = (name: string) => main.queryByRole('button', { name }) !== null
    const channel = () => hasButton('Change translation channel')
    const mayChange = await serverAllows(packages.changeChannel)
    await until(() => channel() === mayChange)
    expect({
      recharge: main.queryByRole('link', { name: 'Recharge' }) !== null,
      channel: channel(),
      cancel: hasButton('Delete account'),
      auto: main.queryByRole('switch', { name: 'Automatic distribution' }) !== null,
    }).toEqual({
      recharge: await serverAllows(orders.payAgain),
      channel: mayChange,
      cancel: await serverAllows(calls.cancel),
      auto: await serverAllows(calls.changeAutoDistribution),
    })
  },
)

test('a member of another account group’s workspace can edit contacts and leave, nothing else', async () => {
  const page = pages.find(({ route }) => route === 'UserWorkSpace')!
  if (page.view !== 'list') throw new Error('The workspace page is a list.')
  await openAs('demo', page)
  const { call } = await import('#client/api/call.ts')
  const { spaces } = await import('#contract/workspace.ts')
  const foreign = (await call(spaces.list, {})).find(({ role }) => role === 'member')!
  const spaceButtons = () => {
    const line = screen
      .getAllByRole('listitem')
      .find((element) => element.textContent.includes(foreign.name))
    return line ? within(line).getAllByRole('button') : []
  }
  await until(() => spaceButtons().length > 0)
  await user.click(spaceButtons()[0]!)
  const labels = await labelsOf(page)
  await until(
    () =>
      spaceButtons()[0]!.getAttribute('aria-current') === 'true' &&
      (rowsOf.get(page.page.path) ?? []).some(({ spaceId }) => spaceId === foreign.id) &&
      buttonsShown(labels).rows.length === rowsOf.get(page.page.path)!.length,
  )
  const buttons = spaceButtons()
    .slice(1)
    .map((element) => element.getAttribute('aria-label') ?? '')
  expect(buttons).toHaveLength(1)
  expect(buttons[0]).toContain('Leave space')
  for (const refused of [spaces.edit, spaces.remove]) {
    const code = await call(refused, { id: foreign.id, name: 'Mine now' }).then(
      () => 'done',
      (error: unknown) => (error as { failure?: { code?: string } }).failure?.code,
    )
    expect(code).toBe('notAllowed')
  }
  expect(buttonsShown(labels).rows).toEqual((await buttonsExpected(page)).rows)
  expect(buttonsShown(labels).head).toEqual((await buttonsExpected(page)).head)
})

/** A page that all members may read and only main accounts may change. */
async function guardedTickets(): Promise<Resources> {
  const [{ tickets }, { list }] = await Promise.all([
    import('#tests/support/browser/sample-page/contract.ts'),
    import('#console/engine/resource.ts'),
  ])
  const access = 'main' as const
  const { create, changeUrgent, close } = tickets
  const guarded = {
    ...tickets,
    create: { ...create, access },
    changeUrgent: { ...changeUrgent, access },
    close: { ...close, access },
  }
  const page = list(guarded, {
    route: 'UserCenterOrder',
    columns: ['subject', 'urgent'],
    forms: { create: {} },
    actions: { changeUrgent: {}, close: { confirm: true } },
    bulk: { close: { component: () => Promise.resolve({ default: () => null }) } },
  })
  return { '/resources/tickets.ts': { default: page } }
}

test.each([
  ['demosub', 'not offered', { head: [], rows: [[]], bulk: [], switches: 0, ticks: false }],
  [
    'demo',
    'offered',
    {
      head: ['Open a ticket'],
      rows: [['Close ticket']],
      bulk: ['Close ticket'],
      switches: 1,
      ticks: true,
    },
  ],
])(
  'on a page that only main accounts may change, %s is %s the changes',
  async (as, _, expected) => {
    const rows = [
      {
        id: '1',
        subject: 'Login fails',
        messages: 1,
        refund: null,
        urgent: 1,
        openedDateTime: '2026-11-20 08:00:00',
      },
    ]
    await openAs(as, { route: 'UserCenterOrder' }, guardedTickets, {
      '/ticket/page': { total: 1, rows },
      '/extensions/list': Object.values(tickets).map(({ path }) => path),
    })
    await until(() => text().includes('Login fails'))
    await selectFirstRow()
    expect(buttonsShown({ head: ['Open a ticket'], bulk: ['Close ticket'] })).toEqual(expected)
  },
)
