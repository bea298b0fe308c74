/**
 * The server goes in the middle of what somebody does: it is reported, what was typed stays, and once
 * the server is back trying again is enough.
 */
import type { Page } from '@playwright/test'
import { press, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const calls = /\/api\/(?!notice\/openSse)/
const gone = (page: Page) => page.route(calls, (route) => route.abort('connectionrefused'))
const back = (page: Page) => page.unroute(calls)

/** Trying again is for real: a busy machine takes its time. */
const patient = { timeout: 20_000 }

test.slow()
test.beforeEach(({ expectNoErrors }) => expectNoErrors.expect(/ERR_CONNECTION_REFUSED/))

test('while adding a sub-account', async ({ page, open, t }) => {
  await open(page)
  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const form = page.getByRole('dialog')
  const account = form.getByLabel(t('fields.account'), { exact: true })
  await account.fill('patient')
  await form.getByLabel(t('fields.password'), { exact: true }).fill('secret1')
  await gone(page)
  const save = form.getByRole('button', { name: t('crud.form.save') })
  await save.click()
  await expect(form.getByRole('alert')).toContainText(t('failures.unreachable.network'))
  await expect(account).toHaveValue('patient')
  await back(page)
  await save.click()
  await expect(form).toHaveCount(0, patient)
  await expect(rowOf(page, 'patient')).toHaveCount(1)
})

test('while deleting one', async ({ page, open, t }) => {
  await open(page)
  await press(page, t, t('crud.actions.remove'), 'newcomer')
  await gone(page)
  const yes = page.getByRole('dialog').getByRole('button', { name: t('crud.actions.remove') })
  await yes.click()
  await expect(page.getByText(t('failures.unreachable.network')).first()).toBeVisible()
  await expect(rowOf(page, 'newcomer')).toHaveCount(1)
  await back(page)
  await press(page, t, t('crud.actions.remove'), 'newcomer')
  await yes.click()
  await expect(rowOf(page, 'newcomer')).toHaveCount(0, patient)
})

test('before a list and the overview are loaded', async ({ page, open, t }) => {
  await open(page, '/UserCenterInfo')
  await gone(page)
  for (const address of ['/UserCenterLoginLog', '/UserCenterOrder']) {
    await page.goto(address)
    await expect(page.getByText(t('crud.list.failed'))).toBeVisible()
  }
  await back(page)
  await page
    .getByRole('button', { name: t('shell.retry') })
    .first()
    .click()
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible(patient)
})
