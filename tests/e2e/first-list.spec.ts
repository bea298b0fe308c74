/**
 * What opening a page of the console asks of the server before it stands: little, at once, and
 * nothing twice.
 */
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

test('the first list takes at most 12 requests, one for the user and one for the rows', async ({
  page,
  product,
}) => {
  const { origin } = new URL(product.origin)
  await remember(page, await product.signIn(demoAccounts.demo))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url().replace(origin, '')))
  await page.goto('/UserCenterChild', { waitUntil: 'commit' })
  await page.evaluate(rowsShown)
  const rowsAt = await page.evaluate(() => (window as unknown as { rowsAt: number }).rowsAt)
  const later = await page.evaluate(
    (at) =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) => (startTime > at ? [name] : [])),
    rowsAt,
  )
  // The rows wait for no notices: on a busy machine those may be asked for before the rows stand.
  const before = requests.filter(
    (url) => !later.includes(origin + url) && !url.startsWith('/api/notice/'),
  )
  expect(before.length, before.join('\n')).toBeLessThanOrEqual(12)
  expect(requests.filter((url) => url === '/api/user/get')).toHaveLength(1)
  expect(requests.filter((url) => url.startsWith('/api/user/page'))).toHaveLength(1)
})

for (const address of [
  ...lists,
  '/UserCenterChild?pageSize=20&account=a',
  '/UserCenterAccountLog?pageNum=2',
]) {
  test(`the rows of ${address} are asked for in the head of the page, and once`, async ({
    page,
    product,
  }) => {
    await remember(page, await product.signIn(demoAccounts.demo))
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    await page.goto(address)
    await expect(page.locator('main tbody tr:not(:has(.waiting))').first()).toBeVisible()
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            (window as unknown as { earlyRequests?: { pending: unknown[] } }).earlyRequests
              ?.pending,
        ),
      )
      .toEqual([])
    expect(
      calls.filter(
        (url) => /\/(page|list)\b/.test(url) && calls.indexOf(url) !== calls.lastIndexOf(url),
      ),
    ).toEqual([])
  })
}

test('the login page loads nothing of the console, and at most 95 kB of JavaScript', async ({
  page,
}) => {
  const scripts: Promise<{ url: string; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(
        response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })),
      )
  })
  await page.goto('/login?type=1', { waitUntil: 'networkidle' })
  const loaded = await Promise.all(scripts)
  expect(loaded.map(({ url }) => url).filter((url) => /\/console-/.test(url))).toEqual([])
  expect(loaded.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(95_000)
})

for (const address of ['/login?type=2', '/PaySuccess'])
  test(`${address} loads nothing of the console`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(scripts.filter((url) => /\/start-/.test(url))).toHaveLength(1)
    expect(scripts.filter((url) => /\/console-/.test(url))).toEqual([])
  })

test('a link with a session asks for no rows before the session is verified', async ({
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
  await expect(page.getByRole('button').first()).toBeVisible()
  expect(calls).not.toContain('/api/user/page')
})

const remember = (page: Page, { sk, userId }: Session) =>
  page.addInitScript(
    (session) => {
      if (location.protocol !== 'http:') return
      sessionStorage.setItem('sk', session.sk)
      sessionStorage.setItem('userId', session.userId)
    },
    { sk, userId: String(userId) },
  )

/** Runs in the page: settles in the frame in which rows stand. */
const rowsShown: Parameters<Page['evaluate']>[0] = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!document.querySelector('tbody td + td:not(:has(.waiting))'))
        return requestAnimationFrame(look)
      Object.assign(window, { rowsAt: performance.now() })
      resolve()
    }
    look()
  })
