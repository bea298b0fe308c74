/** Quota distribution to a sub-account, as recorded on both sides. */
import { accountLog } from '#contract/ledger.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { pressAction, rowOf } from '#tests/e2e/support/list.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import {
  amountInput,
  callOrThrow,
  formatCount,
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
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const sub = await product.caller(subAccountName)
  const [before, subBefore] = [await balancesOf(owner), await balancesOf(sub)]

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
  await expect(toast(page)).toContainText(t('crud.done.default'))
  await expect(rowOf(page, subAccountName)).toContainText(
    formatCount(subBefore.usableCharNum + 50_000),
  )

  expect((await balancesOf(sub)).usableCharNum).toBe(subBefore.usableCharNum + 50_000)

  await navigate(page, logUrl('DISTRIBUTION'))
  const row = page.locator('tbody').getByRole('row').first()
  await expect(row).toContainText('−50,000')
  await expect(row).toContainText(t('ledger.change.decrease'))
  await expect(row).toContainText('demo')
  await expect(row).toContainText(formatCount(before.usableCharNum - 50_000))
  const { rows } = await callOrThrow(sub, accountLog.page, {
    logType: 'DISTRIBUTION',
    createDateTimeBegin: '2026-01-01 00:00:00',
    createDateTimeEnd: '2099-01-01 00:00:00',
  })
  expect(rows[0]).toMatchObject({ charChangeNum: 50_000 })
})
