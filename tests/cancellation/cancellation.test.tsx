// @vitest-environment happy-dom
/**
 * Account deletion against the reference server: what is listed, what is saved, what is shown when it
 * fails, and what is left.
 */
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { clearFaults, putFault } from '#mocks/handlers.ts'
import { mockServer } from '#mocks/node.ts'
import { demoPassword } from '#server/seed/demo.ts'
import {
  closeConsolePage,
  forgetSession,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { payWithoutNotification, placeOrder } from '#tests/support/browser/orders-page.tsx'
import { dialog, fill, named, press, text } from '#tests/support/browser/user.ts'

const world = await mockServer()

const saved: { blob: Blob; name: string }[] = []
const fetchSpy = vi.spyOn(globalThis, 'fetch')

afterEach(() => {
  closeConsolePage()
  clearFaults()
  localStorage.clear()
  saved.length = 0
})
afterAll(() => world.close())

const exact = (count: number) => new Intl.NumberFormat('en-US').format(count)
const item = (name: 'name' | 'password') =>
  dialog()!.querySelector<HTMLInputElement>(`[data-item=${name}] input`)!
const wrong = (name: 'name' | 'password') =>
  dialog()!.querySelector(`[data-item=${name}] .error`)!.textContent
const alert = () => dialog()!.querySelector('form > .form-note')?.textContent
const exportStatus = () => dialog()!.querySelector('.data-export output')!.textContent

async function open(as: string, waits = 'Sub-accounts') {
  const page = await openConsolePage('/UserCenterIndex', { as, lang: 'en' })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ blob: blob as Blob, name: '' })
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.download) saved.at(-1)!.name = this.download
  })
  await press('Delete account')
  await until(
    () =>
      (dialog()?.textContent ?? '').includes(waits) &&
      dialog()!.querySelector('.deletion-summary .waiting') === null,
  )
  return page
}

async function submit(name: string, password: string) {
  await fill(item('name'), name)
  await fill(item('password'), password)
  await press('Delete my account permanently')
}

const sentKeys = () =>
  fetchSpy.mock.calls.flatMap(([to, init]) =>
    String(to).endsWith('/user/delete') ? [new Headers(init?.headers).get('idempotency-key')] : [],
  )

test('the summary shows the account’s own numbers and names', async () => {
  await open('demo')
  const me = await call(users.get, {})
  const { rows, total } = await call(subAccounts.page, { pageSize: 100 })
  const waiting = (await call(orders.page, { payStatus: 'W' })).rows
  const goes = dialog()!.querySelector('.deletion-summary')!.textContent
  expect(goes).toContain(`${exact(me.memberAccount.usableCharNum)} characters`)
  expect(goes).toContain(`${exact(me.memberAccount.usableVoiceNum)} voice units`)
  expect(goes).toContain(`${exact(me.memberAccount.usableImageNum)} images`)
  expect(goes).toContain(
    `with sub-accounts: ${exact(rows.reduce((sum, { memberAccount }) => sum + memberAccount.usableCharNum, 0))} characters`,
  )
  expect(total).toBe(rows.length)
  for (const { account } of rows) expect(goes).toContain(account)
  expect(waiting.length).toBeGreaterThan(0)
  for (const { no } of waiting) expect(goes).toContain(no)
})

test('a sub-account is not offered it; an account billed by time sees its end', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demosub', lang: 'en' })
  await until(() => text().includes('Registered'))
  expect(() => named('Delete account')).toThrow()
  await open('monthly')
  const { memberAccount } = await call(users.get, {})
  expect(dialog()!.textContent).toContain(`membership until ${memberAccount.expireDateTime}`)
})

test('one’s data is saved whole: JSON as the wire has it, a page for people with nothing in it run', async () => {
  await open('monthly')
  await call(users.update, { nickname: '<b>M & M</b>' })
  await press('JSON for programs')
  await until(() => exportStatus().startsWith('Saved'))
  expect(saved[0]!.name).toMatch(/^my-data-monthly-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await saved[0]!.blob.text()) as Record<string, unknown[]>
  expect(Object.keys(data).slice(0, 7)).toEqual([
    'about',
    'profile',
    'subAccounts',
    'orders',
    'accountLog',
    'loginLog',
    'translationLog',
  ])
  expect(data['orders']).toEqual((await call(orders.page, { pageSize: 100 })).rows)
  const rows = [
    'profile',
    'subAccounts',
    'orders',
    'accountLog',
    'loginLog',
    'translationLog',
    'spaces',
    'contacts',
  ].flatMap((part) => data[part] ?? [])
  expect(exportStatus()).toBe(`Saved, ${exact(rows.length)} rows.`)
  await press('Readable page')
  await until(() => saved.length === 2 && exportStatus().startsWith('Saved'))
  const html = await saved[1]!.blob.text()
  expect(saved[1]!.name).toMatch(/\.html$/)
  expect(html).toContain('&lt;b&gt;M &amp; M&lt;/b&gt;')
  expect(html).not.toContain('<b>')
  expect(html.match(/<tr>/g)!.length).toBeGreaterThan(rows.length)
})

test('saving one’s data can be stopped, and says when it fails', async () => {
  await open('demo')
  putFault('slow', orders.page)
  await press('JSON for programs')
  await until(() => dialog()!.querySelector('progress') !== null)
  await press('Cancel export')
  await until(() => exportStatus() === 'Stopped. No file was saved.')
  clearFaults()
  putFault('broken', orders.page)
  await press('JSON for programs')
  await until(() => exportStatus().startsWith('Couldn’t save the file.'))
  expect(saved).toEqual([])
})

test('errors are shown at their fields, and nothing is sent before the name is right', async () => {
  await open('demo')
  fetchSpy.mockClear()
  await submit('', '')
  expect([wrong('name'), wrong('password')]).toEqual([
    'Enter your account name',
    'Enter your password',
  ])
  expect(document.activeElement).toBe(item('name'))
  await submit('demosub', demoPassword)
  expect([wrong('name'), wrong('password')]).toEqual([
    'That is not this account. Enter your username or email address.',
    '',
  ])
  expect(sentKeys()).toEqual([])
  await submit(' DEMO@example.com ', 'not-the-password')
  await until(() => wrong('password') === 'Wrong password')
  expect(document.activeElement).toBe(item('password'))
  expect(alert()).toBeUndefined()
})

test('where it is open whether it was done the same is asked again, and after a refusal something new', async () => {
  await open('demo')
  fetchSpy.mockClear()
  for (const fault of ['unreachable', 'broken', 'busy', 'refused'] as const) {
    clearFaults()
    putFault(fault, users.cancel)
    const before = sentKeys().length
    await submit('demo', demoPassword)
    await until(() => sentKeys().length > before && !dialog()!.querySelector('[aria-busy=true]'))
    expect(alert()).toMatch(/\S{4}/)
  }
  const [first, second, third, fourth] = sentKeys()
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('an order paid meanwhile is reported, and the account stays', async () => {
  const { navigations } = await open('demo')
  await payWithoutNotification(world, await placeOrder())
  const before = (await call(users.get, {})).memberAccount.usableCharNum
  await submit('demo', demoPassword)
  await until(() => alert() !== undefined)
  expect(alert()).toContain('has just been paid with ¥99.00')
  await until(() => dialog()!.textContent.includes(exact(before + 1_000_000)))
  expect(navigations).toEqual([])
})

test('afterwards this browser knows nothing of the account but how the site looks', async () => {
  const { navigations, errors } = await open('freeuser')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('wishes', '[]')
  sessionStorage.setItem('draft', 'x')
  await submit('FreeUser', demoPassword)
  await until(() => navigations.length > 0)
  expect(navigations).toEqual(['/UserCenterExit'])
  expect(Object.keys(localStorage).toSorted()).toEqual(['lang', 'theme'])
  expect(Object.entries(sessionStorage)).toEqual([['logoutMessage', 'cancelled']])
  expect(errors).toEqual([])
  forgetSession('freeuser')
  await expect(
    openConsolePage('/UserCenterIndex', { as: 'freeuser', lang: 'en' }),
  ).rejects.toThrow()
})
