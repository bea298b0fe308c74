// @vitest-environment happy-dom
/** Public pages that the browser renders, in development and the demo. */
import { afterAll, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { login } from '#contract/login.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { loadSite } from '../../src/site-in-browser.tsx'

const server = await startReferenceServer()
// The carousels' interval runs until a page is closed: a real one would fire after the test's document is gone.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => server.close())

test('the first page after a login shows the signed-in header, until the sign-out', async () => {
  const account = demoAccounts.demo
  signIn(await call(login.login, { account, password: demoPassword }))
  await loadSite('/home', 'zh')
  const isShownSignedIn = () => document.documentElement.hasAttribute('data-signed-in')
  expect(isShownSignedIn()).toBe(true)
  signOut()
  expect(isShownSignedIn()).toBe(false)
})
