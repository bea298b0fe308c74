/**
 * Malformed responses and markup in texts: pages render and execute nothing. Each page gets one
 * kind of malformed response; `MALFORMED_ROUNDS=12` gives every page all of them.
 */
import type { Route } from '@playwright/test'
import { consoleRoutes } from '#client/console-routes.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const attack = `"><img src=/nothing.png onerror="document.title='run'"><script>document.title='run'</script>`
const json = (body: unknown) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

type StubResponse = NonNullable<Parameters<Route['fulfill']>[0]>
const malformed: readonly StubResponse[] = [
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

const consolePaths = consoleRoutes.filter((route) => route !== '/UserCenterExit')
const rounds = Number(process.env['MALFORMED_ROUNDS'] ?? 1)
const expectedProblems = /status (of )?50\d|failed request|ERR_ABORTED/

/** Valid responses: the current user and the event stream. */
const validPaths = /\/user\/get$|\/notice\/openSse/

test('every screen renders when the backend returns malformed data', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.setTimeout(60_000 + rounds * 60_000)
  expectNoErrors.expect(expectedProblems)
  await open(page, '/UserCenterInfo')
  let response: StubResponse = malformed[0]!
  await page.route(/\/api\//, (route) =>
    validPaths.test(new URL(route.request().url()).pathname)
      ? route.fallback()
      : route.fulfill(response),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, path] of consolePaths.entries()) {
      response = malformed[(index + round * 5) % malformed.length]!
      // Only a load requests the data of the shell, which gets each response once.
      await (index < malformed.length ? page.goto(path) : navigate(page, path))
      const label = `${path} ${JSON.stringify(response)}`
      await expect(page.locator('main h1').first(), label).toBeVisible()
      await expect(page.locator('main .waiting'), label).toHaveCount(0)
      expect(await page.title(), label).not.toBe('run')
    }
  }
})

test('a page renders when even the current user is malformed', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(expectedProblems)
  await open(page, '/UserCenterInfo')
  await page.evaluate(() => sessionStorage.removeItem('userInfo'))
  let response: StubResponse = malformed[0]!
  await page.route(/\/api\//, (route) => route.fulfill(response))
  await page.goto('/UserCenterChild')
  const retry = page.getByRole('main').getByRole('button', { name: t('shell.retry') })
  for (response of malformed) {
    await Promise.all([page.waitForResponse(/\/user\/get$/), retry.click()])
    await expect(retry).toBeVisible()
    await expect(page.locator('h1').first()).toBeVisible()
    expect(await page.title()).not.toBe('run')
  }
})

/** Replaces texts by an attack; keeps ids, times and codes. */
const identifierPattern = /^$|^[\w.:@/ +-]*\d[\w.:@/ +-]*$|^\w+$/
const textFields = new Set(['account', 'nickname', 'username', 'name', 'enName'])
function withAttacks(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return identifierPattern.test(value) && !textFields.has(name) ? value : attack
  if (Array.isArray(value)) return value.map((item) => withAttacks(item, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withAttacks(item, key)]),
  )
}

test('markup in API texts is shown as text and never executed', async ({
  page,
  open,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(expectedProblems)
  await open(page, '/UserCenterInfo')
  await page.route(/\/api\//, async (route) => {
    if (/openSse/.test(route.request().url())) return route.fallback()
    try {
      const response = await route.fetch()
      return await route.fulfill({ response, json: withAttacks(await response.json()) })
    } catch {
      // The page was left before the response.
    }
  })
  const publicPaths = ['/home', '/price', '/contactUs', '/download']
  for (const [index, path] of [...consolePaths, ...publicPaths].entries()) {
    await (index === 0 || publicPaths.includes(path) ? page.goto(path) : navigate(page, path))
    await expect(page.locator('h1, main [role=alert]').first(), path).toBeVisible()
    await expect(page.locator('main .waiting'), path).toHaveCount(0)
    expect(await page.title(), path).not.toBe('run')
    expect(
      await page.locator('img[src="/nothing.png"], a[href^="javascript:"]').count(),
      path,
    ).toBe(0)
  }
})
