// @vitest-environment happy-dom
/** The server executes a request but its response is lost: the input stays, and a retry is safe. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import type { Route } from '#console/engine/resource.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { spaceInvitations, spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { injectFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { dialog, fill, pressInDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const lostMessage = 'Request failed: no connection to the server'
const files = import.meta.glob('/resources/*.ts')
const ownSpaces = async () => (await call(spaces.list, {})).filter(({ role }) => role === 'owner')
const countInFirstSpace = async (title: string) =>
  (await call(contacts.page, { spaceId: (await ownSpaces())[0]!.id, title })).total

type Scenario = {
  readonly name: string
  /** Resource file and route. */
  readonly page: string
  readonly route: Route
  /** Path of the request whose response is lost. */
  readonly path: string
  /** Button that opens the form. */
  readonly begin?: string
  /** Button of the menu that holds the first button of `send`. */
  readonly menu?: string
  /** Field and its new value. */
  readonly typed?: readonly [label: string | RegExp, value: string]
  /** Buttons to press one after another. */
  readonly send: readonly string[]
  /** Reads the state on the server. */
  readonly readState: () => Promise<unknown>
  /** State afterwards, by default a count increased by one. */
  readonly expected?: unknown
  /** The refreshed list shows the result, so there is no retry. */
  readonly hasNoRetry?: true
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a new contact',
    page: 'contacts',
    route: 'UserWorkSpace',
    path: '/contact/save',
    begin: 'Add contact',
    typed: ['Name', 'Only one'],
    send: ['Save'],
    readState: () => countInFirstSpace('Only one'),
  },
  {
    name: 'a new workspace',
    page: 'contacts',
    route: 'UserWorkSpace',
    path: '/workSpace/save',
    begin: 'New space',
    typed: ['Space name', 'Just one'],
    send: ['Save'],
    readState: async () => (await ownSpaces()).length,
  },
  {
    name: 'an invitation',
    page: 'contacts',
    route: 'UserWorkSpace',
    path: '/workSpace/invitation/save',
    begin: 'Invite user',
    typed: ['Username, email or sub-account name', 'free@example.com'],
    send: ['Send invitation'],
    readState: async () =>
      (await call(spaceInvitations.page, { spaceId: (await ownSpaces())[0]!.id })).total,
  },
  {
    name: 'a deleted sub-account',
    page: 'sub-accounts',
    route: 'UserCenterChild',
    path: '/user/delChild',
    menu: 'More actions for newcomer',
    send: ['Delete: newcomer', 'Delete'],
    hasNoRetry: true,
    readState: async () => -(await call(subAccounts.page, {})).total,
  },
  {
    name: 'the low-balance alert',
    page: 'overview',
    route: 'UserCenterIndex',
    path: '/balanceAlert/save',
    typed: ['Low-balance alert (characters)', '777000'],
    send: ['Save'],
    readState: async () => (await call(balanceAlert.get, {})).lowCharNum,
    expected: 777_000,
  },
]

test.each(scenarios)(
  'after a lost response, $name takes effect once',
  async ({ page, route, path, begin, menu, typed, send, readState, expected, hasNoRetry }) => {
    const file = `/resources/${page}.ts`
    await openConsolePage(`/${route}`, {
      as: 'demo',
      lang: 'en',
      with: async () => ({ [file]: (await files[file]!()) as never }),
    })
    // The URL has the first workspace before the page marks it as selected.
    if (page === 'contacts') await screen.findByRole('button', { current: true })
    if (page === 'contacts' || page === 'sub-accounts') await until(hasListRows)
    const before = await readState()
    if (begin) {
      await until(() => isThere(begin))
      await pressOne(begin)
    }
    // Behind a dialog whose code is still loading there may be a filter of the same name.
    const item = () => {
      const place = begin ? dialog() : screen.getByRole('main')
      return typed && place ? within(place).queryByLabelText(typed[0]) : null
    }
    if (typed) {
      await until(() => item() !== null)
      await fill(item()!, typed[1])
    }
    const press = async () => {
      const [firstButton = '', ...nextButtons] = send
      if (menu) await pressOne(menu)
      await until(() => isThere(firstButton))
      if (begin) await pressInDialog(firstButton)
      else await pressOne(firstButton)
      for (const button of nextButtons) await pressInDialog(button)
    }

    injectFault('answerLost', { path, times: 1 })
    await press()
    await until(() => text().includes(lostMessage))
    if (typed) expect(item()).toHaveProperty('value', typed[1])
    const done = expected ?? Number(before) + 1
    expect(await readState()).toEqual(done)
    if (hasNoRetry) return until(() => !isThere(send[0]!))
    await press()
    await until(() => doneMessages() !== '')
    expect(await readState()).toEqual(done)
    if (begin) await until(() => dialog() === null)
  },
)

/** Texts of the toasts that are no errors. */
function doneMessages(): string {
  const toasts = screen.queryByRole('region', { name: 'Messages' })
  return toasts ? within(toasts).getByRole('status').textContent : ''
}

/** Buttons whose text or label begins with `name`; roles and names of whole lists take long. */
function buttons(name: string): HTMLElement[] {
  const main = within(screen.getByRole('main'))
  const begins = (found: string) => found.startsWith(name)
  return [
    ...main.queryAllByText(begins, { selector: 'button' }),
    ...main.queryAllByLabelText(begins, { selector: 'button' }),
  ]
}
const isThere = (name: string) => buttons(name).length > 0
const pressOne = (name: string) => user.click(buttons(name)[0]!)
