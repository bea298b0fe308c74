/** Pages load with blocked, full or malformed storage, and without optional browser APIs. */
import type { Page } from '@playwright/test'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const publicPaths = ['/home', '/login?type=2', '/PaySuccess?payInfo=%7B%7D']
/** Each reads and writes storage of its own. */
const consolePaths = [
  '/UserCenterIndex',
  '/UserCenterChild',
  '/UserCenterRecharge',
  '/UserCenterChangeTranslateTest',
]

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

const faults: Record<string, (page: Page) => Promise<unknown>> = {
  'blocked storage': (page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    }),
  'full storage and missing browser APIs': (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
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

for (const [name, addFault] of Object.entries(faults)) {
  test(`${name}: public pages load, and a session link opens the console`, async ({
    page,
    open,
  }) => {
    test.slow()
    await addFault(page)
    for (const path of publicPaths) {
      await page.goto(path)
      await expect(page.locator('h1, h2').first(), path).toBeVisible()
    }
    for (const [index, path] of consolePaths.entries()) {
      await (index === 0 ? open(page, path) : navigate(page, path))
      await expect(page.locator('main h1').first(), path).toBeVisible()
      await expect(page.locator('main .waiting'), path).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })
}

test('malformed values in browser storage are ignored, and every page loads', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 401|status 700|status of 401|status of 700/)
  const keys = new Set<string>()
  // Each round gives every key another malformed value.
  for (let round = 0; round < malformed.length; round += 5) {
    const script = await page.addInitScript(fillReadKeys, {
      round,
      values: [...malformed.slice(round), ...malformed.slice(0, round)],
    })
    for (const path of ['/home', '/UserCenterChild', '/login?type=2']) {
      await page.goto(path)
      await expect(page.locator('h1, h2').first(), `${path} in round ${round}`).toBeVisible()
    }
    for (const [index, path] of [
      '/UserCenterChild',
      '/UserCenterRecharge',
      '/UserCenterChangeTranslateTest',
    ].entries()) {
      await (index === 0 ? open(page, path) : navigate(page, path))
      expect(new URL(page.url()).pathname, `round ${round}`).toBe(path)
      await expect(page.locator('main h1').first(), `${path} in round ${round}`).toBeVisible()
      await expect(page.locator('main .waiting'), path).toHaveCount(0)
    }
    for (const key of await page.evaluate(() =>
      Object.keys(sessionStorage).flatMap((name) => /^filled (.+)$/.exec(name)?.[1] ?? []),
    ))
      keys.add(key)
    await script.dispose()
  }
  expect([...keys]).toEqual(
    expect.arrayContaining(['sk', 'userId', 'userInfo', 'lang', 'theme', 'menu', 'translating']),
  )
})

/**
 * Runs in the page: gives each absent key a malformed value when the page first reads it in this
 * round.
 */
function fillReadKeys({ round, values }: { round: number; values: readonly string[] }) {
  if (location.protocol !== 'http:') return
  const { getItem } = Storage.prototype as {
    getItem: (this: Storage, key: string) => string | null
  }
  const read = (storage: Storage, key: string) => getItem.call(storage, key)
  if (read(sessionStorage, 'round') !== String(round)) {
    localStorage.clear()
    sessionStorage.clear()
    sessionStorage.setItem('round', String(round))
  }
  Storage.prototype.getItem = function (key) {
    const mark = `filled ${key}`
    const kind = this === localStorage ? 'local' : 'session'
    const filled = read(sessionStorage, mark) ?? ''
    // The scope decides the names of the session's keys.
    if (key !== 'scope' && read(this, key) === null && !filled.includes(kind)) {
      sessionStorage.setItem(mark, filled + kind)
      const hash = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
      this.setItem(key, values[hash % values.length]!)
    }
    return read(this, key)
  }
}
