/** Quota distributed from two tabs. */
import type { Page } from '@playwright/test'
import { demoAccounts } from '#server/seed/demo.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import {
  amountInput,
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

test('a distribution in another tab clears the input, and the same one in two tabs at once happens once', async ({
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
  const openDialog = (tab: Page) =>
    pressAction(tab, t, t('resources.subAccounts.actions.distribute'), subAccountName)
  for (const tab of [page, otherTab]) {
    await openDialog(tab)
    await amountInput(tab).fill('30000')
  }
  await submitButton(page, t).click()
  await confirmButton(page, t).click()
  await expect(modal(page)).toBeHidden()
  await expect(modal(otherTab).getByText('30,000', { exact: false }).first()).toBeVisible()
  await expect(amountInput(otherTab)).toHaveValue('')
  await expect(submitButton(otherTab, t)).toBeDisabled()

  await openDialog(page)
  for (const tab of [page, otherTab]) {
    await amountInput(tab).fill('20000')
    await submitButton(tab, t).click()
    await expect(confirmation(tab)).toBeVisible()
  }
  await Promise.all([page, otherTab].map((tab) => confirmButton(tab, t).click()))
  for (const tab of [page, otherTab]) await expect(modal(tab)).toBeHidden()
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 50_000)
  expect(await countDistributions(owner)).toBe(rows + 2)
})
