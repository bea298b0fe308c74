/** Quota is distributed once: after a lost response, and from two tabs. */
import { demoAccounts } from '#server/seed/demo.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import {
  amountInput,
  distributedMessage,
  listUrl,
  modal,
  countDistributions,
  balancesOf,
  confirmation,
  subAccountName,
  submitButton,
  confirmButton,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a lost response is reported, and a retry distributes the quota once', async ({
  page,
  open,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(
    /failed request: POST .*distribution/,
    /console error: Failed to load resource.*distribution/,
  )
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await balancesOf(owner), await countDistributions(owner)]
  await open(page, listUrl)
  await pressAction(page, t, t('resources.subAccounts.actions.distribute'), subAccountName)
  await amountInput(page).fill('20000')
  await page.route('**/api/user/distribution', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submitButton(page, t).click()
  await confirmButton(page, t).click()
  await expect(modal(page).getByRole('alert')).toContainText(
    t('ledger.distribution.unsettled.title'),
  )
  await expect(amountInput(page)).toBeDisabled()
  await page.unroute('**/api/user/distribution')

  await page.reload()
  await pressAction(page, t, t('resources.subAccounts.actions.distribute'), subAccountName)
  await expect(modal(page).getByRole('alert')).toContainText(
    t('ledger.distribution.unsettled.title'),
  )
  await modal(page)
    .getByRole('button', { name: t('ledger.distribution.unsettled.again') })
    .click()
  await expect(toast(page)).toContainText(distributedMessage(t, 20_000))
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 20_000)
  expect(await countDistributions(owner)).toBe(rows + 1)
})

test('the same distribution submitted in two tabs at once happens once', async ({
  page,
  open,
  t,
  product,
  openTab,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await balancesOf(owner), await countDistributions(owner)]
  await open(page, listUrl)
  const otherTab = await openTab(listUrl)
  for (const tab of [page, otherTab]) {
    await pressAction(tab, t, t('resources.subAccounts.actions.distribute'), subAccountName)
    await amountInput(tab).fill('30000')
    await submitButton(tab, t).click()
    await expect(confirmation(tab)).toBeVisible()
  }
  await Promise.all([page, otherTab].map((tab) => confirmButton(tab, t).click()))
  for (const tab of [page, otherTab]) await expect(modal(tab)).toBeHidden()
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 30_000)
  expect(await countDistributions(owner)).toBe(rows + 1)
})

test('a distribution in another tab updates the open dialog and clears its input', async ({
  page,
  open,
  t,
  openTab,
}) => {
  await open(page, listUrl)
  const otherTab = await openTab(listUrl)
  for (const tab of [page, otherTab]) {
    await pressAction(tab, t, t('resources.subAccounts.actions.distribute'), subAccountName)
    await amountInput(tab).fill('30000')
  }
  await submitButton(page, t).click()
  await confirmButton(page, t).click()
  await expect(modal(page)).toBeHidden()
  await expect(modal(otherTab).getByText('30,000', { exact: false }).first()).toBeVisible()
  await expect(amountInput(otherTab)).toHaveValue('')
  await expect(submitButton(otherTab, t)).toBeDisabled()
})
