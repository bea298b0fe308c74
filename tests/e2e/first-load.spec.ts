/** Requests and code that a first page load needs: few, early and none twice. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Session } from '#contract/sign-in.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const lists = [
  'Child',
  'Order',
  'AccountLog',
  'LoginLog',
  'ChangeTranslateLog',
  'Invite',
  'Sessions',
].map((name) => `/UserCenter${name}`)

test('the first list page sends at most 12 requests, one for the user and one for the rows', async ({
  page,
  product,
}) => {
  const { origin } = new URL(product.origin)
  await storeSession(page, await product.signIn(demoAccounts.demo))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url().replace(origin, '')))
  await page.goto('/UserCenterChild', { waitUntil: 'commit' })
  await page.evaluate(waitForRows)
  const rowsAt = await page.evaluate(() => (window as unknown as { rowsAt: number }).rowsAt)
  const afterRows = await page.evaluate(
    (rowsTime) =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) => (startTime > rowsTime ? [name] : [])),
    rowsAt,
  )
  // Rows depend neither on notices nor on what loads when the page is idle.
  const beforeRows = requests.filter(
    (url) => !afterRows.includes(origin + url) && !/^\/(?:api\/notice\/|assets\/later-)/.test(url),
  )
  expect(beforeRows.length, beforeRows.join('\n')).toBeLessThanOrEqual(12)
  expect(requests.filter((url) => url === '/api/user/get')).toHaveLength(1)
  expect(requests.filter((url) => url.startsWith('/api/user/page'))).toHaveLength(1)
})

test('rows that have come before the code are in the first rendering of their list', async ({
  page,
  product,
}) => {
  await storeSession(page, await product.signIn(demoAccounts.demo))
  await page.addInitScript(() => {
    const watch = window as unknown as { sawPlaceholders: boolean }
    watch.sawPlaceholders = false
    new MutationObserver(() => {
      watch.sawPlaceholders ||= document.querySelector('main tbody .waiting') !== null
    }).observe(document, { childList: true, subtree: true })
  })
  const rows = page.waitForResponse(/\/api\/user\/page/)
  await page.route(/\/assets\/console-.*\.js/, async (route) => {
    await rows
    await route.continue()
  })
  await page.goto('/UserCenterChild')
  await expect(page.locator('main tbody tr')).toHaveCount(10)
  expect(
    await page.evaluate(() => (window as unknown as { sawPlaceholders: boolean }).sawPlaceholders),
  ).toBe(false)
})

test('each list requests its rows once, from a script in the page head', async ({
  page,
  product,
}) => {
  await storeSession(page, await product.signIn(demoAccounts.demo))
  let calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  for (const path of [
    ...lists,
    '/UserCenterChild?pageSize=20&account=a',
    '/UserCenterAccountLog?pageNum=2',
  ]) {
    // Otherwise the former page still sends requests.
    await page.goto('about:blank')
    calls = []
    await page.goto(path)
    await expect(page.locator('main tbody tr:not(:has(.waiting))').first(), path).toBeVisible()
    await expect
      .poll(
        () =>
          page.evaluate(
            () =>
              (window as unknown as { earlyRequests?: { pending: unknown[] } }).earlyRequests
                ?.pending,
          ),
        path,
      )
      .toEqual([])
    expect(
      calls.filter(
        (url) => /\/(page|list)\b/.test(url) && calls.indexOf(url) !== calls.lastIndexOf(url),
      ),
      path,
    ).toEqual([])
    expect(
      calls.some((url) => /\/(page|list)\b/.test(url)),
      path,
    ).toBe(true)
  }
})

test('the login page loads no console code and at most 97 kB of JavaScript', async ({ page }) => {
  const scripts: Promise<{ url: string; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(
        response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })),
      )
  })
  await page.goto('/login?type=1', { waitUntil: 'networkidle' })
  const loadedScripts = await Promise.all(scripts)
  expect(loadedScripts.map(({ url }) => url).filter((url) => /\/console-/.test(url))).toEqual([])
  expect(loadedScripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(97_000)
})

for (const path of ['/login?type=2', '/PaySuccess'])
  test(`${path} loads no console code`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(scripts.filter((url) => /\/start-/.test(url))).toHaveLength(1)
    expect(scripts.filter((url) => /\/console-/.test(url))).toEqual([])
  })

test('a session link of another account requests no rows before the user decides', async ({
  page,
  open,
  product,
}) => {
  await open(page, '/UserCenterChild', 'monthly')
  const { sk, userId } = await product.signIn(demoAccounts.demo)
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname),
  )
  await page.goto(`/UserCenterChild?t=${sk}&u=${userId}`)
  await expect(page.locator('.url-session-dialog')).toBeVisible()
  expect(calls).not.toContain('/api/user/page')
})

const storeSession = (page: Page, { sk, userId }: Session) =>
  page.addInitScript(
    (session) => {
      if (location.protocol !== 'http:') return
      sessionStorage.setItem('sk', session.sk)
      sessionStorage.setItem('userId', session.userId)
    },
    { sk, userId: String(userId) },
  )

/** Runs in the page: resolves in the frame in which rows are shown. */
const waitForRows: Parameters<Page['evaluate']>[0] = () =>
  new Promise<void>((resolve) => {
    const checkFrame = () => {
      if (!document.querySelector('tbody td + td:not(:has(.waiting))'))
        return requestAnimationFrame(checkFrame)
      Object.assign(window, { rowsAt: performance.now() })
      resolve()
    }
    checkFrame()
  })
