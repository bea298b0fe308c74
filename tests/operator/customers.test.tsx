// @vitest-environment happy-dom
/** The operators' list of customers: main accounts, with their sub-accounts below. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { signIn } from '#client/session/session.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { startOperatorApp } from '#operator/operator-app.tsx'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import { until, user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import customer from '../../resources/operator/customer.ts'
import customers from '../../resources/operator/customers.ts'

const server = await startReferenceServer()

beforeAll(async () => {
  const { email, password, secret } = demoOperator
  const code = codeAt(secret, Date.now())
  signIn(await call(operatorSession.signIn, { email, password, code }))
})
afterEach(cleanup)
afterAll(() => server.close())

async function open(query = '') {
  history.replaceState(null, '', `/operator/customers${query}`)
  const App = await startOperatorApp({
    '/resources/operator/customers.ts': { default: customers },
    '/resources/operator/customer.ts': { default: customer },
  })
  await act(async () => void render(<App />))
  await until(() => links().length > 0)
}
const links = () =>
  screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.includes('customer?id'))
const names = () => links().map(({ textContent }) => textContent)
const unfold = () => screen.getByRole('button', { name: '子账号：demo@example.com' })

test('the list opens on main accounts; the sub-accounts of one unfold below it', async () => {
  await open()
  expect(names()).toEqual(['free@example.com', 'monthly@example.com', 'demo@example.com'])
  expect(screen.queryByRole('button', { name: '子账号：free@example.com' })).toBeNull()
  expect(unfold().getAttribute('aria-expanded')).toBe('false')
  await user.click(unfold())
  await until(() => screen.queryByRole('table', { name: 'demo@example.com的子账号' }) !== null)
  const subs = screen.getByRole('table', { name: 'demo@example.com的子账号' })
  expect(unfold().getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(unfold().getAttribute('aria-controls')!)!.contains(subs)).toBe(
    true,
  )
  expect(within(subs).getByRole('link', { name: 'demosub' })).toBeTruthy()
  const all = screen.getByRole<HTMLAnchorElement>('link', { name: /^全部\d+个子账号$/ })
  expect(new URL(all.href).searchParams.get('type')).toBe('sub')
  await user.click(unfold())
  expect(screen.queryByRole('table', { name: 'demo@example.com的子账号' })).toBeNull()
})

test('on a phone the sub-accounts of a customer unfold in its card', async () => {
  vi.stubGlobal('innerWidth', 375)
  await open()
  expect(screen.queryByRole('columnheader')).toBeNull()
  const card = screen.getAllByRole('listitem').find((item) => item.contains(unfold()))!
  await user.click(unfold())
  const subs = await within(card).findByRole('table', { name: 'demo@example.com的子账号' })
  expect(within(subs).getByRole('link', { name: 'demosub' })).toBeTruthy()
  await user.click(unfold())
  expect(within(card).queryByRole('table')).toBeNull()
  vi.unstubAllGlobals()
})

test('a search finds sub-accounts too, and says under whom they are', async () => {
  await open('?search=demosub')
  const row = screen.getByRole('row', { name: /demosub/ })
  expect(within(row).getByRole('link', { name: 'demo@example.com' })).toBeTruthy()
})
