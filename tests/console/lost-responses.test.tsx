// @vitest-environment happy-dom
/**
 * The server does what was asked, and its response is lost: that is reported, the input stays, and
 * trying again is enough and does it once.
 */
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import type { Route } from '#console/engine/resource.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { contacts, spaceInvitations, spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { putFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { text, dialog, fill, inDialog, user } from '#tests/support/browser/user.ts'

// The document of the tests has no popovers: what is in them is there, and nothing hides it.
Object.assign(HTMLElement.prototype, { hidePopover: () => undefined })

await startConsoleServer()

const lost = 'Request failed: no connection to the server'
const files = import.meta.glob('/resources/*.ts')
const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)]
const mine = async () => (await call(spaces.list, {})).filter(({ role }) => role === 'owner')
const inFirst = async (title: string) =>
  (await call(contacts.page, { spaceId: (await mine())[0]!.id, title })).total

type Sent = {
  readonly what: string
  /** The file of its resource, and its address. */
  readonly page: string
  readonly at: Route
  /** Below which the answer is lost. */
  readonly path: string
  /** Opens what is typed into. */
  readonly begin?: string
  /** Into which item, and what. */
  readonly typed?: readonly [selector: string, value: string]
  /** Buttons to be pressed, each in what the one before opened. */
  readonly send: readonly string[]
  readonly counted: () => Promise<unknown>
  /** What is counted before and after, where it is no number that rises by one. */
  readonly becomes?: unknown
  /** The list shows by itself that it is done: there is nothing to be tried again. */
  readonly shows?: true
}

const sent: readonly Sent[] = [
  {
    what: 'a contact',
    page: 'contacts',
    at: 'UserWorkSpace',
    path: '/contact/save',
    begin: 'Add contact',
    typed: ['dialog input', 'Only one'],
    send: ['Save'],
    counted: () => inFirst('Only one'),
  },
  {
    what: 'the change of a contact',
    page: 'contacts',
    at: 'UserWorkSpace',
    path: '/contact/save',
    begin: 'Edit: Tomás Aguirre',
    typed: ['dialog input', 'Tomás A.'],
    send: ['Save'],
    counted: () => inFirst('Tomás A.'),
  },
  {
    what: 'a space',
    page: 'contacts',
    at: 'UserWorkSpace',
    path: '/workSpace/save',
    begin: 'New space',
    typed: ['dialog input', 'Just one'],
    send: ['Save'],
    counted: async () => (await mine()).filter(({ name }) => name === 'Just one').length,
  },
  {
    what: 'the new name of a space',
    page: 'contacts',
    at: 'UserWorkSpace',
    path: '/workSpace/save',
    begin: 'Rename: Just one',
    typed: ['dialog input', 'Renamed once'],
    send: ['Save'],
    counted: async () => (await mine()).filter(({ name }) => name === 'Renamed once').length,
  },
  {
    what: 'an invitation',
    page: 'contacts',
    at: 'UserWorkSpace',
    path: '/workSpace/invitation/save',
    begin: 'Invite user',
    typed: ['dialog input', 'free@example.com'],
    send: ['Send invitation'],
    counted: async () =>
      (await call(spaceInvitations.page, { spaceId: (await mine())[0]!.id })).total,
  },
  {
    what: 'the change of a sub-account',
    page: 'sub-accounts',
    at: 'UserCenterChild',
    path: '/user/saveChildUser',
    begin: 'Edit: newcomer',
    typed: ['dialog input:not(:disabled)', 'New here'],
    send: ['Save'],
    counted: async () =>
      (await call(subAccounts.page, { pageSize: 100 })).rows.filter(
        ({ nickname }) => nickname === 'New here',
      ).length,
  },
  {
    what: 'the end of a sub-account',
    page: 'sub-accounts',
    at: 'UserCenterChild',
    path: '/user/delChild',
    send: ['Delete: newcomer', 'Delete'],
    shows: true,
    counted: async () => -(await call(subAccounts.page, {})).total,
  },
  {
    what: 'one’s own name',
    page: 'profile',
    at: 'UserCenterInfo',
    path: '/user/update',
    typed: ['form input:not(:disabled)', 'Called anew'],
    send: ['Save'],
    counted: async () => (await call(users.get, {})).nickname,
    becomes: 'Called anew',
  },
  {
    what: 'the low-balance alert',
    page: 'overview',
    at: 'UserCenterIndex',
    path: '/balanceAlert/save',
    typed: ['.threshold input', '777000'],
    send: ['Save'],
    counted: async () => (await call(balanceAlert.get, {})).lowCharNum,
    becomes: 777_000,
  },
]

test.each(sent)(
  '$what',
  async ({ page, at, path, begin, typed, send, counted, becomes, shows }) => {
    const file = `/resources/${page}.ts`
    await openConsolePage(`/${at}`, {
      as: 'demo',
      lang: 'en',
      with: async () => ({ [file]: (await files[file]!()) as never }),
    })
    // The address names the first space before the page shows it as chosen.
    await until(
      () =>
        (page !== 'contacts' || document.querySelector('main [aria-current=true]') !== null) &&
        document.querySelector('main :is(tbody tr, form, .overview)') !== null &&
        document.querySelector('main :is(.waiting, .skeleton)') === null,
    )
    const before = await counted()
    if (begin) {
      await until(() => isThere(begin))
      await pressOne(begin)
    }
    const item = () => (typed ? document.querySelector<HTMLInputElement>(typed[0]) : null)
    if (typed) {
      await until(() => item() !== null)
      await fill(item()!, typed[1])
    }
    const press = async () => {
      const [first = '', ...others] = send
      await until(() => isThere(first))
      if (begin) await user.click(inDialog(first))
      else await pressOne(first)
      for (const other of others) await user.click(inDialog(other))
    }

    putFault('answerLost', { path, times: 1 })
    await press()
    await until(() => text().includes(lost))
    if (typed) expect(item()!.value).toBe(typed[1])
    const done = becomes ?? Number(before) + 1
    expect(await counted()).toEqual(done)
    if (shows) return until(() => !isThere(send[0]!))
    await press()
    await until(() => document.querySelector('.toasts output')!.textContent !== '')
    expect(await counted()).toEqual(done)
    if (begin) expect(dialog()).toBeNull()
  },
)

/** By its name, or what that begins with. */
const buttons = (name: string) =>
  all('main button').filter((it) =>
    (it.getAttribute('aria-label') ?? it.textContent).startsWith(name),
  )
const isThere = (name: string) =>
  buttons(name).length > 0 || all('dialog button').some((it) => it.textContent === name)
const pressOne = (name: string) => user.click(buttons(name)[0]!)
