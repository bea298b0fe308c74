/**
 * A backend that answers rubbish, or markup for words: the page stands, and runs nothing.
 * Each screen meets one kind of rubbish; `RUBBISH_ROUNDS=12` shows each of them all.
 */
import type { Route } from '@playwright/test'
import { consoleRoutes } from '#client/console-routes.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const attack = `"><img src=/nothing.png onerror="document.title='run'"><script>document.title='run'</script>`
const json = (body: unknown) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>
const rubbish: readonly Answer[] = [
  { status: 200, body: '' },
  { status: 200, contentType: 'text/html', body: `<!doctype html>${attack}` },
  { status: 502, contentType: 'text/html', body: `<h1>Bad gateway</h1>${attack}` },
  { status: 200, contentType: 'application/json', body: '{"success":true,"data":{"rows":[{"id":' },
  json(null),
  json([[[[]]]]),
  json({ success: true }),
  json({ success: true, data: { rows: 'x', total: {}, __proto__: 1, length: 7 }, msg: '' }),
  json({ success: true, data: { rows: [null, 1, 'x', [], {}], total: 1e99 }, msg: '' }),
  json({ success: true, data: attack, msg: attack }),
  json({
    success: false,
    data: { code: attack, fields: { account: attack, __proto__: attack } },
    msg: attack,
  }),
  json({ success: false, data: { code: 7, fields: 'x' }, msg: { toString: 1 } }),
]

const screens = consoleRoutes.filter((route) => route !== '/UserCenterExit')
const rounds = Number(process.env['RUBBISH_ROUNDS'] ?? 1)
const problems = /status (of )?50\d|failed request|ERR_ABORTED/

/** Whatever a screen needs to know who is signed in is true; all else is not. */
const spared = /\/user\/get$|\/notice\/openSse/

test('where the backend answers rubbish, every screen is there', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.setTimeout(60_000 + rounds * 60_000)
  expectNoErrors.expect(problems)
  await open(page, '/UserCenterInfo')
  let answer: Answer = rubbish[0]!
  await page.route(/\/api\//, (route) =>
    spared.test(new URL(route.request().url()).pathname) ? route.fallback() : route.fulfill(answer),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, address] of screens.entries()) {
      answer = rubbish[(at + round * 5) % rubbish.length]!
      await page.goto(address)
      const where = `${address} ${JSON.stringify(answer)}`
      await expect(page.locator('main h1').first(), where).toBeVisible()
      await expect(page.locator('main .waiting'), where).toHaveCount(0)
      expect(await page.title(), where).not.toBe('run')
    }
  }
})

test('where even who is signed in is rubbish, something to read stands there', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(problems)
  await open(page, '/UserCenterInfo')
  await page.evaluate(() => sessionStorage.removeItem('userInfo'))
  let answer: Answer = rubbish[0]!
  await page.route(/\/api\//, (route) => route.fulfill(answer))
  for (answer of rubbish) {
    await page.goto('/UserCenterChild')
    await expect(page.locator('h1').first()).toBeVisible()
    expect(await page.title()).not.toBe('run')
  }
})

/**
 * Every word of an answer becomes an attack; what has a form, such as ids, times and codes, stays.
 */
const formed = /^$|^[\w.:@/ +-]*\d[\w.:@/ +-]*$|^\w+$/
const names = new Set(['account', 'nickname', 'username', 'name', 'enName'])
function poisoned(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return formed.test(value) && !names.has(name) ? value : attack
  if (Array.isArray(value)) return value.map((within) => poisoned(within, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, within]) => [key, poisoned(within, key)]),
  )
}

test('markup for words is shown as what it is, and runs nowhere', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(problems)
  await open(page, '/UserCenterInfo')
  await page.route(/\/api\//, async (route) => {
    if (/openSse/.test(route.request().url())) return route.fallback()
    try {
      const response = await route.fetch()
      return await route.fulfill({ response, json: poisoned(await response.json()) })
    } catch {
      // The page has been left.
    }
  })
  for (const address of [...screens, '/home', '/price', '/contactUs', '/download']) {
    await page.goto(address)
    await expect(page.locator('h1, main [role=alert]').first(), address).toBeVisible()
    await expect(page.locator('main .waiting'), address).toHaveCount(0)
    expect(await page.title(), address).not.toBe('run')
    expect(
      await page.locator('img[src="/nothing.png"], a[href^="javascript:"]').count(),
      address,
    ).toBe(0)
  }
})
