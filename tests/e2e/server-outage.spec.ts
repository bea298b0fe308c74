/** Server outages during an action: an error is shown, input is kept, and a retry succeeds. */
import type { Page } from '@playwright/test'
import { pressAction, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const calls = /\/api\/(?!notice\/openSse)/
const stopServer = (page: Page) => page.route(calls, (route) => route.abort('connectionrefused'))
const restoreServer = (page: Page) => page.unroute(calls)

/** The retry runs on the real server, which may be slow. */
const retryTimeout = { timeout: 20_000 }

test.slow()
test.beforeEach(({ expectNoErrors }) => expectNoErrors.expect(/ERR_CONNECTION_REFUSED/))

test('creating a sub-account during an outage keeps the input and succeeds on retry', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const form = page.getByRole('dialog')
  const account = form.getByLabel(t('fields.account'), { exact: true })
  await account.fill('patient')
  await form.getByLabel(t('fields.password'), { exact: true }).fill('secret1')
  await stopServer(page)
  const save = form.getByRole('button', { name: t('crud.form.save') })
  await save.click()
  await expect(form.getByRole('alert')).toContainText(t('failures.unreachable.network'))
  await expect(account).toHaveValue('patient')
  await restoreServer(page)
  await save.click()
  await expect(form).toHaveCount(0, retryTimeout)
  await expect(rowOf(page, 'patient')).toHaveCount(1)
})

test('deleting a sub-account during an outage keeps the row and succeeds on retry', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await pressAction(page, t, t('crud.actions.remove'), 'newcomer')
  await stopServer(page)
  const confirmButton = page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.actions.remove') })
  await confirmButton.click()
  await expect(page.getByText(t('failures.unreachable.network')).first()).toBeVisible()
  await expect(rowOf(page, 'newcomer')).toHaveCount(1)
  await restoreServer(page)
  await pressAction(page, t, t('crud.actions.remove'), 'newcomer')
  await confirmButton.click()
  await expect(rowOf(page, 'newcomer')).toHaveCount(0, retryTimeout)
})

test('lists opened during an outage show an error and load on retry', async ({ page, open, t }) => {
  await open(page, '/UserCenterInfo')
  await stopServer(page)
  for (const address of ['/UserCenterLoginLog', '/UserCenterOrder']) {
    await page.goto(address)
    await expect(page.getByText(t('crud.list.failed'))).toBeVisible()
  }
  await restoreServer(page)
  await page
    .getByRole('button', { name: t('shell.retry') })
    .first()
    .click()
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible(retryTimeout)
})
