/**
 * A browser that keeps nothing, keeps rubbish, or lacks what most have: the pages are there all the
 * same.
 */
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'

const pages = ['/home', '/price', '/login', '/login?type=2', '/PaySuccess?payInfo=%7B%7D']
const screens = [
  '/UserCenterIndex',
  '/UserCenterChild',
  '/UserCenterRecharge',
  '/UserCenterChangeTranslateTest',
  '/UserCenterInfo',
]

/** Everything that the product keeps in a browser, by name. */
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
const rubbish = [
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

const broken: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'storage that may not be named': (context) =>
    context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    }),
  'storage that is full': (context) =>
    context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    }),
  'no channels, locks or idle time': (context) =>
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

for (const [what, breakIt] of Object.entries(broken)) {
  test(`${what}: every page is there, and a console one is brought to by a link`, async ({
    newBrowser,
    open,
  }) => {
    test.slow()
    const context = await newBrowser()
    await breakIt(context)
    const page = await context.newPage()
    for (const address of pages) {
      await page.goto(address)
      await expect(page.locator('h1, h2').first(), address).toBeVisible()
    }
    for (const address of screens) {
      await open(page, address)
      await expect(page.locator('main .waiting'), address).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(address)
    }
  })
}

test('rubbish where the product keeps its things is not read, and does no harm', async ({
  newBrowser,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 401|status 700|status of 401|status of 700/)
  // Each thing gets another piece each time.
  for (let round = 0; round < rubbish.length; round += 3) {
    const context = await newBrowser()
    const filled = storageKeys.map(
      (name, at) => [name, rubbish[(at + round) % rubbish.length]!] as const,
    )
    await context.addInitScript((things) => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('filled')) return
      sessionStorage.setItem('filled', '1')
      for (const [name, text] of things) {
        localStorage.setItem(name, text)
        sessionStorage.setItem(name, text)
      }
    }, filled)
    const page = await context.newPage()
    for (const address of ['/home', '/UserCenterChild', '/login?type=2']) {
      await page.goto(address)
      await expect(page.locator('h1, h2').first(), `${address} in round ${round}`).toBeVisible()
    }
    for (const address of [
      '/UserCenterChild',
      '/UserCenterRecharge',
      '/UserCenterChangeTranslateTest',
    ]) {
      await open(page, address)
      await expect(page.locator('main .waiting'), address).toHaveCount(0)
    }
    await context.close()
  }
})
