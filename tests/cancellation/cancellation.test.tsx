// @vitest-environment happy-dom
/** Account cancellation against the reference server: summary, data export, errors, clean-up. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { demoPassword } from '#server/seed/demo.ts'
import {
  closeConsolePage,
  forgetSession,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { payWithoutNotification, placeOrder } from '#tests/support/browser/orders-page.tsx'
import { dialog, fill, press } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()
// The first dialog would have to wait for antd's form.
await import('#console/features/account/cancellation/cancel-dialog.tsx')

const saved: { blob: Blob; name: string }[] = []
const fetchSpy = vi.spyOn(globalThis, 'fetch')

afterEach(() => {
  closeConsolePage()
  clearFaults()
  localStorage.clear()
  saved.length = 0
})
afterAll(() => server.close())

const exact = (count: number) => new Intl.NumberFormat('en-US').format(count)
const labels = { name: /^Type your account name/, password: 'Password' }
const field = (name: keyof typeof labels) => within(dialog()!).getByLabelText(labels[name])
const part = (name: string) => within(dialog()!).getByRole('region', { name })
/** Text of the form, with its error. */
const formText = () => part('Are you sure?').textContent
const exportStatus = () => within(part('Export your data')).getByRole('status').textContent
const isSubmitting = () =>
  within(dialog()!).queryByRole('button', { name: 'Delete my account permanently' }) === null

async function open(as: string, expectedText = 'Sub-accounts') {
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
      (dialog()?.textContent ?? '').includes(expectedText) &&
      within(dialog()!).queryByRole('status', { name: /^Loading/ }) === null,
  )
  return page
}

async function submit(name: string, password: string) {
  await fill(field('name'), name)
  await fill(field('password'), password)
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
  const unpaid = (await call(orders.page, { payStatus: 'W' })).rows
  const summary = part('What you will lose').textContent
  expect(summary).toContain(`${exact(me.memberAccount.usableCharNum)} characters`)
  expect(summary).toContain(`${exact(me.memberAccount.usableVoiceNum)} voice units`)
  expect(summary).toContain(`${exact(me.memberAccount.usableImageNum)} images`)
  expect(summary).toContain(
    `with sub-accounts: ${exact(rows.reduce((sum, { memberAccount }) => sum + memberAccount.usableCharNum, 0))} characters`,
  )
  expect(total).toBe(rows.length)
  for (const { account } of rows) expect(summary).toContain(account)
  expect(unpaid.length).toBeGreaterThan(0)
  for (const { no } of unpaid) expect(summary).toContain(no)
})

test('the data export is complete: JSON as in the API, and an HTML page with escaped values', async () => {
  await open('monthly')
  const { memberAccount } = await call(users.get, {})
  // Of a time-based account the dialog says when its package ends.
  expect(dialog()!.textContent).toContain(`package valid until ${memberAccount.expireDateTime}`)
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
  ].flatMap((table) => data[table] ?? [])
  expect(exportStatus()).toBe(`Saved ${exact(rows.length)} rows.`)
  await press('Readable page')
  await until(() => saved.length === 2 && exportStatus().startsWith('Saved'))
  const html = await saved[1]!.blob.text()
  expect(saved[1]!.name).toMatch(/\.html$/)
  expect(html).toContain('&lt;b&gt;M &amp; M&lt;/b&gt;')
  expect(html).not.toContain('<b>')
  expect(html).toContain('<h2>Account log</h2>')
  expect(html).toContain('monthly@example.com')
  expect(html.match(/<tr>/g)!.length).toBeGreaterThan(rows.length)
})

test('the data export can be cancelled and reports failures', async () => {
  await open('demo')
  injectFault('slow', orders.page)
  await press('JSON for programs')
  await screen.findByRole('progressbar')
  await press('Cancel export')
  await until(() => exportStatus() === 'Stopped. No file was saved.')
  clearFaults()
  injectFault('broken', orders.page)
  await press('JSON for programs')
  await until(() => exportStatus().startsWith('Couldn’t save the file. Please try again.'))
  expect(saved).toEqual([])
})

test('a retry after an unknown outcome has the same key, after a refusal a new one', async () => {
  await open('demo')
  fetchSpy.mockClear()
  const textWithoutError = formText()
  for (const fault of ['unreachable', 'broken', 'busy', 'refused'] as const) {
    clearFaults()
    injectFault(fault, users.cancel)
    const before = sentKeys().length
    await submit('demo', demoPassword)
    await until(() => sentKeys().length > before && !isSubmitting())
    expect(formText()).not.toBe(textWithoutError)
  }
  const [first, second, third, fourth] = sentKeys()
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('an order paid meanwhile is reported, and the account is kept', async () => {
  const { navigations } = await open('demo')
  await payWithoutNotification(server, await placeOrder())
  const before = (await call(users.get, {})).memberAccount.usableCharNum
  await submit('demo', demoPassword)
  await until(() => formText().includes('We have just received ¥99.00'))
  await until(() => dialog()!.textContent.includes(exact(before + 1_000_000)))
  expect(navigations).toEqual([])
})

test('after cancellation the browser keeps only language and theme', async () => {
  const { navigations, errors } = await open('freeuser')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('mutations', '[]')
  sessionStorage.setItem('draft', 'x')
  await submit('FreeUser', demoPassword)
  await until(() => navigations.length > 0)
  expect(navigations).toEqual(['/UserCenterExit'])
  expect(Object.keys(localStorage).toSorted()).toEqual(['lang', 'theme'])
  expect(Object.entries(sessionStorage)).toEqual([['pageMessage', '{"kind":"cancelled"}']])
  expect(errors).toEqual([])
  forgetSession('freeuser')
  await expect(
    openConsolePage('/UserCenterIndex', { as: 'freeuser', lang: 'en' }),
  ).rejects.toThrow()
})
