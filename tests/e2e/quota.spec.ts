/** Quota distribution to one and to several sub-accounts, as seen by both sides. */
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { visibleAccounts, pressAction, rowOf } from '#tests/e2e/support/list.ts'
import {
  amountInput,
  callOrThrow,
  formatCount,
  distributedMessage,
  listUrl,
  logUrl,
  modal,
  balancesOf,
  confirmation,
  subAccountName,
  submitButton,
  confirmButton,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('quota distributed to one sub-account appears in both balances and both logs', async ({
  page,
  open,
  t,
  toast,
  product,
  newBrowser,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const subPage = await (await newBrowser()).newPage()
  await open(subPage, '/UserCenterIndex', 'demosub')
  const [before, subBefore] = [
    await balancesOf(owner),
    await balancesOf(await product.caller(subAccountName)),
  ]
  await expect(subPage.locator('.summary-card').first()).toContainText(
    formatCount(subBefore.usableCharNum),
  )

  await open(page, listUrl)
  await pressAction(page, t, t('resources.subAccounts.actions.distribute'), subAccountName)
  await expect(amountInput(page)).toBeFocused()
  await expect(submitButton(page, t)).toBeDisabled()
  await amountInput(page).fill('50000')
  await expect(modal(page).getByRole('row').nth(1)).toContainText(
    formatCount(before.usableCharNum - 50_000),
  )
  await expect(modal(page).getByRole('row').nth(2)).toContainText(
    formatCount(subBefore.usableCharNum + 50_000),
  )
  await submitButton(page, t).click()
  await expect(confirmation(page)).toContainText('50,000')
  await expect(confirmation(page)).toContainText(formatCount(before.usableCharNum - 50_000))
  await confirmButton(page, t).dblclick()
  await expect(toast(page)).toContainText(distributedMessage(t, 50_000))
  await expect(rowOf(page, subAccountName)).toContainText(
    formatCount(subBefore.usableCharNum + 50_000),
  )

  await subPage.getByRole('button', { name: t('overview.refresh') }).click()
  await expect(subPage.locator('.summary-card').first()).toContainText(
    formatCount(subBefore.usableCharNum + 50_000),
  )

  for (const [tab, change] of [
    [page, '−50,000'],
    [subPage, '+50,000'],
  ] as const) {
    await tab.goto(logUrl('DISTRIBUTION'))
    const row = tab.locator('tbody').getByRole('row').first()
    await expect(row).toContainText(change)
    await expect(row).toContainText(
      t(change === '−50,000' ? 'ledger.change.decrease' : 'ledger.change.add'),
    )
    await expect(row).toContainText('demo')
    await expect(row).toContainText(
      formatCount(
        change === '−50,000' ? before.usableCharNum - 50_000 : subBefore.usableCharNum + 50_000,
      ),
    )
  }
})

test('quota is distributed to several sub-accounts at once, to all or none', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const before = await balancesOf(owner)
  await open(page)
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  const names = (await visibleAccounts(page)).slice(0, 4)
  const rows = (await callOrThrow(owner, subAccounts.page, { pageSize: 100 })).rows
  for (const name of names)
    await page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true }).check()
  await page
    .getByRole('button', { name: t('resources.subAccounts.actions.distributeMany') })
    .click()

  const maxEach = Math.floor(before.usableCharNum / names.length)
  await amountInput(page).fill(String(maxEach + 1))
  await expect(modal(page)).toContainText(t('ledger.distribution.notEnough'))
  await expect(submitButton(page, t)).toBeDisabled()
  await amountInput(page).fill('10000')
  for (const [index, name] of names.entries()) {
    const subBalance = rows.find(({ account }) => account === name)!.memberAccount.usableCharNum
    await expect(
      modal(page)
        .getByRole('row')
        .nth(index + 2),
    ).toContainText(formatCount(subBalance + 10_000))
  }
  await submitButton(page, t).click()
  await expect(confirmation(page)).toContainText(formatCount(10_000 * names.length))
  await confirmButton(page, t).click()
  await expect(toast(page)).toContainText(distributedMessage(t, 10_000, names.length))
  await expect(page.getByText(t('crud.list.selected', { count: names.length }))).toBeHidden()
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 10_000 * names.length)

  // One sub-account is deleted meanwhile: the distribution is refused as a whole.
  for (const name of names.slice(0, 2))
    await page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true }).check()
  await page
    .getByRole('button', { name: t('resources.subAccounts.actions.distributeMany') })
    .click()
  await callOrThrow(owner, subAccounts.remove, {
    userId: rows.find(({ account }) => account === names[0])!.userId,
  })
  const balance = (await balancesOf(owner)).usableCharNum
  await amountInput(page).fill('10000')
  await submitButton(page, t).click()
  await confirmButton(page, t).click()
  await expect(modal(page).locator('.form-note')).toContainText(t('ledger.distribution.failed'))
  expect((await balancesOf(owner)).usableCharNum).toBe(balance)
})
