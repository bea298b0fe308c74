/** Pages load with blocked, full or malformed storage, and without optional browser APIs. */
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'

const publicPaths = ['/home', '/price', '/login', '/login?type=2', '/PaySuccess?payInfo=%7B%7D']
const consolePaths = [
  '/UserCenterIndex',
  '/UserCenterChild',
  '/UserCenterRecharge',
  '/UserCenterChangeTranslateTest',
  '/UserCenterInfo',
]

/** Keys of the product in local and session storage. */
const storageKeys = [
  'sk',
  'userId',
  'userInfo',
  'clockOffset',
  'orderAtCashier',
  'logoutMessage',
  'registerDraft',
  'registered',
  'place',
  'lang',
  'theme',
  'siteMessage',
  'rewardRefused',
  'typed',
  'translating',
  'invitedBy',
].concat([
  'sessionOpen',
  'wishes',
  'recentLanguages',
  'menu',
  'browserId',
  'workspace',
  'columns.subAccounts',
  'codeAgain:',
  'codeSent:',
])
const malformed = [
  '',
  'null',
  '[]',
  '{"',
  '{}',
  '[null,1,{"__proto__":{"x":1}}]',
  '"text"',
  '-1',
  '\u0000',
  'x'.repeat(100_000),
]

const faults: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'blocked storage': (context) =>
    context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    }),
  'full storage': (context) =>
    context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    }),
  'missing browser APIs': (context) =>
    context.addInitScript(() => {
      for (const name of [
        'BroadcastChannel',
        'requestIdleCallback',
        'SharedWorker',
        'Notification',
      ])
        Reflect.deleteProperty(window, name)
      Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
    }),
}

for (const [name, breakContext] of Object.entries(faults)) {
  test(`${name}: public pages load, and session links open console pages`, async ({
    newBrowser,
    open,
  }) => {
    test.slow()
    const context = await newBrowser()
    await breakContext(context)
    const page = await context.newPage()
    for (const path of publicPaths) {
      await page.goto(path)
      await expect(page.locator('h1, h2').first(), path).toBeVisible()
    }
    for (const path of consolePaths) {
      await open(page, path)
      await expect(page.locator('main .waiting'), path).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })
}

test('malformed values in browser storage are ignored, and every page loads', async ({
  newBrowser,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 401|status 700|status of 401|status of 700/)
  // Each round gives every key another malformed value.
  for (let round = 0; round < malformed.length; round += 3) {
    const context = await newBrowser()
    const filled = storageKeys.map(
      (key, index) => [key, malformed[(index + round) % malformed.length]!] as const,
    )
    await context.addInitScript((entries) => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('filled')) return
      sessionStorage.setItem('filled', '1')
      for (const [key, text] of entries) {
        localStorage.setItem(key, text)
        sessionStorage.setItem(key, text)
      }
    }, filled)
    const page = await context.newPage()
    for (const path of ['/home', '/UserCenterChild', '/login?type=2']) {
      await page.goto(path)
      await expect(page.locator('h1, h2').first(), `${path} in round ${round}`).toBeVisible()
    }
    for (const path of [
      '/UserCenterChild',
      '/UserCenterRecharge',
      '/UserCenterChangeTranslateTest',
    ]) {
      await open(page, path)
      await expect(page.locator('main .waiting'), path).toHaveCount(0)
    }
    await context.close()
  }
})
