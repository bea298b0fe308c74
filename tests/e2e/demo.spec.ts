/** The demo build: the whole product in the browser, with no server behind it. */
import { test as base, expect } from '@playwright/test'
import { build, preview, type PreviewServer } from 'vite'
import { buy, newestRow } from '#tests/e2e/support/checkout.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import { expectNoErrors } from '#tests/e2e/support/expect-no-errors.ts'
import { messagesIn } from '#tests/e2e/support/messages.ts'

const outDir = 'test-results/demo'

/** The in-browser server starts with the page and seeds its database before the first response. */
const startTimeout = { timeout: 120_000 }

const test = base.extend<{ site: string }, { server: PreviewServer }>({
  server: [
    async ({}, use) => {
      await build({ mode: 'demo', logLevel: 'error', build: { outDir } })
      const server = await preview({
        logLevel: 'error',
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0, proxy: {} },
      })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  site: async ({ server, context }, use) => {
    const site = new URL(server.resolvedUrls!.local[0]!).origin
    const errorWatch = expectNoErrors(site)
    // Behind a service worker, navigation fails pending requests with this error.
    errorWatch.expect(/failed request: GET \S+\/assets\/\S+ net::ERR_FAILED/)
    errorWatch.watch(context)
    await use(site)
    expect(errorWatch.unexpected()).toEqual([])
  },
})

test('the demo keeps a sub-account and a paid order after a reload, and injects the fault of its address', async ({
  page,
  site,
}) => {
  test.slow()
  const t = messagesIn('en')
  const goTo = (title: string) =>
    page
      .getByRole('navigation', { name: t('shell.menu') })
      .getByRole('link', { name: title, exact: true })
      .click()
  await page.goto(`${site}/en/login?to=/UserCenterChild`)
  await page.getByRole('button', { name: t('landing.demo.fill') }).click()
  await page.getByRole('button', { name: t('landing.login.submit'), exact: true }).click()
  const pager = page.getByRole('navigation', { name: t('crud.pager.label') })
  await expect(pager).toContainText('26 rows', startTimeout)

  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  await page.getByRole('dialog').getByLabel(t('fields.account'), { exact: true }).fill('inbrowser')
  await page.getByRole('dialog').getByLabel(t('fields.password'), { exact: true }).fill('secret1')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(pager).toContainText('27 rows')

  await goTo(t('resources.recharge.title'))
  await buy(page, t, 'ALI_NATIVE')
  await expect(page).toHaveURL(/\/pay\/cashier\//)
  await page.locator('main form button').click()
  await page.locator('main.paid a.button').click()
  await expect(page.getByRole('heading', { name: t('checkout.result.paid') })).toBeVisible(
    startTimeout,
  )
  await page.getByRole('link', { name: t('checkout.result.now') }).click()
  await expect(newestRow(page)).toContainText(t('codes.payStatus.P'), startTimeout)
  await page.reload()
  await expect(newestRow(page)).toContainText(t('codes.payStatus.P'), startTimeout)

  await goTo(t('resources.subAccounts.title'))
  await expect(pager).toContainText('27 rows', startTimeout)
  await pressAction(page, t, t('crud.actions.remove'), 'inbrowser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.actions.remove') })
    .click()
  await expect(pager).toContainText('26 rows')

  await page.goto(`${site}/UserCenterChild?fault=refused&at=/user/page`)
  await expect(page.getByText(t('crud.list.failed'))).toBeVisible(startTimeout)
})
