/**
 * Sessions: their end, several tabs, the desktop client's hand-over, and what a sub-account may
 * open.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectTotal } from '#tests/e2e/support/list.ts'
import { homeIn } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the end of a session is reported, and a second later the home page shows, signed out', async ({
  page,
  open,
  t,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status of 700|status 700/)
  await open(page)
  await expectTotal(page, t, 26)
  await page.evaluate(() => sessionStorage.setItem('sk', 'no-longer-good'))
  await page.getByRole('button', { name: t('crud.list.refresh') }).click()
  await expect(toast(page)).toContainText(t('failures.expired'))
  await expect(page).toHaveURL(/\/home$/)
  await expect(
    page.getByRole('link', { name: t('frame.nav.login'), exact: true }).first(),
  ).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('leaving ends the session here and at the server, and the way back shows nothing', async ({
  page,
  product,
  open,
  t,
  lang,
}) => {
  const request = page.waitForRequest(/\/api\/user\/page/)
  await open(page)
  await expectTotal(page, t, 26)
  const headers = (await request).headers()
  await page.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await page.getByRole('button', { name: t('shell.signOut') }).click()
  await expect(page).toHaveURL(homeIn(lang))
  await page.goBack()
  await expect(page).toHaveURL(/\/login|\/home/)
  await expect(page.getByRole('table')).toHaveCount(0)
  const answer = await fetch(`${product.origin}/api/user/get`, { headers })
  expect(answer.status).toBe(700)
})

test('signing out in one tab signs out the others', async ({
  page,
  context,
  open,
  t,
  expectNoErrors,
}) => {
  // A tab that one turns to asks for fresh rows, and may be signed out before they come.
  expectNoErrors.expect(/status (of )?700/)
  await open(page)
  await expectTotal(page, t, 26)
  const other = await context.newPage()
  await other.goto('/UserCenterLoginLog')
  await expect(other.locator('tbody tr.data-row').first()).toContainText('127.0.0.1')
  await page.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await page.getByRole('button', { name: t('shell.signOut') }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(other).toHaveURL(/\/home|\/login/)
  expect(await other.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
})

test('another user’s sign-in in one tab replaces the user in all tabs, without traces', async ({
  page,
  context,
  open,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status (of )?700/)
  await open(page)
  await expect(page.locator('tbody')).toContainText('newcomer')
  await page.evaluate(() =>
    localStorage.setItem(
      'wishes',
      JSON.stringify([
        { key: 'k', userId: '1', path: '/user/distribution', input: {}, at: Date.now() },
      ]),
    ),
  )
  const other = await context.newPage()
  await open(other, '/UserCenterOrder', 'monthly')
  // The first tab draws everything anew, for whom it shows now.
  await expect(page.getByRole('banner')).toContainText('Monica Lee')
  await expect(page.locator('main .waiting')).toHaveCount(0)
  await expect(page.locator('main h1')).toBeVisible()
  expect(await page.content()).not.toContain('newcomer')
  expect(
    await page.evaluate(() => [sessionStorage.getItem('userInfo'), history.state]),
  ).not.toContain('newcomer')
  await page.goBack().catch(() => undefined)
  await page.goForward().catch(() => undefined)
  expect(await page.content()).not.toContain('newcomer')
  const orders = await other.locator('tbody').innerText()
  await page.goto('/UserCenterOrder')
  await expect(page.locator('tbody')).toContainText(orders.trim().split(/\s+/)[0]!)
})

test('a new tab is signed in when another one is, and so is a login page that was left open', async ({
  page,
  context,
  t,
  typeIn,
}) => {
  const waiting = await context.newPage()
  await waiting.goto('/login?to=/UserCenterLoginLog')
  await page.goto('/login?to=/UserCenterChild')
  await typeIn(page, demoAccounts.demo)
  await expectTotal(page, t, 26)
  await expect(waiting).toHaveURL('/UserCenterLoginLog')
  const fresh = await context.newPage()
  await fresh.goto('/UserCenterInfo')
  await expect(fresh).toHaveURL('/UserCenterInfo')
  await expect(
    fresh.getByRole('heading', { level: 1, name: t('resources.profile.title') }),
  ).toBeVisible()
})

test('a tab that is answered late comes all the same to the page it was opened for', async ({
  page,
  context,
  open,
  t,
}) => {
  await open(page)
  await expectTotal(page, t, 26)
  // The first answer gets lost, so that the new tab is on its way to sign in when the second one
  // comes.
  await page.evaluate(() => {
    const post = Reflect.get(BroadcastChannel.prototype, 'postMessage') as (
      this: BroadcastChannel,
      message: unknown,
    ) => void
    let answers = 0
    BroadcastChannel.prototype.postMessage = function (message) {
      if (++answers > 1) post.call(this, message)
    }
  })
  const fresh = await context.newPage()
  await fresh.goto('/UserCenterLoginLog')
  await expect(fresh.locator('tbody tr.data-row').first()).toContainText('127.0.0.1')
  await expect(fresh).toHaveURL(/\/UserCenterLoginLog/)
})

test('what the desktop client hands over signs in, and is wiped from the address and the history', async ({
  page,
  product,
  t,
}) => {
  const { sk, userId } = await product.signIn(demoAccounts.demo)
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
  )
  await page.goto(`/UserCenterChild?t=${sk}&u=${userId}&account=emma`)
  await expect(page).toHaveURL('/UserCenterChild?account=emma')
  await expectTotal(page, t, 1)
  expect(requests.slice(1).filter((line) => line.includes(sk))).toEqual([])
  await page.reload()
  await expectTotal(page, t, 1)
})

test('a sub-account has no page of main accounts in the menu, and a message at its address', async ({
  page,
  open,
  t,
}) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await open(page, '/UserCenterIndex', 'demosub')
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await expect(menu.getByRole('link', { name: t('resources.loginLog.title') })).toBeVisible()
  await expect(menu.getByRole('link', { name: t('resources.subAccounts.title') })).toHaveCount(0)
  await page.goto('/UserCenterChild')
  await expect(page.getByText(t('refused.title'))).toBeVisible()
  expect(paths).not.toContain('/api/user/page')
})

test.describe(() => {
  // Its clock stays in the context.
  test.use({ newContext: true })
  test('the goodbye page leads home after three seconds', async ({ page, open, t }) => {
    await page.clock.install()
    await open(page, '/UserCenterIndex')
    await page.goto('/UserCenterExit')
    await expect(page.getByRole('heading', { name: t('exit.title') })).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(page).toHaveURL('/UserCenterExit')
    await page.clock.runFor(1_500)
    await expect(page).toHaveURL(/\/home$/)
  })
})

test('the language switch keeps the place, filters and all', async ({ page, open, lang }) => {
  const other = lang === 'zh' ? 'en' : 'zh'
  await open(page, '/UserCenterChild?account=emma&pageSize=20')
  await page.getByRole('button', { name: other === 'zh' ? '中文' : 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other === 'zh' ? 'zh-CN' : 'en-US')
  await expect(page).toHaveURL('/UserCenterChild?account=emma&pageSize=20')
  await expect(page.getByRole('cell', { name: 'emma', exact: true })).toBeVisible()
})
