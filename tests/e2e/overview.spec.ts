/** The overview of each kind of account passes the accessibility rules. */
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import {
  expectAccessible,
  expectAccessibleExceptColours,
  expectAccessibleInBothThemes,
} from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the overview of every kind of account passes the accessibility rules', async ({
  context,
  open,
  t,
  product,
}) => {
  test.slow()
  await reconcile(product.services)
  for (const account of ['monthly', 'freeuser', 'demo'] as const)
    await test.step(account, async () => {
      const page = await context.newPage()
      await open(page, '/UserCenterIndex', account)
      const badge = page.getByRole('button', { name: t('overview.reconciled') })
      const sums = page.locator('.reconciled').getByRole('row')
      await badge.focus()
      await page.keyboard.press('Enter')
      await expect(sums.filter({ hasText: t('ledger.units.chars') })).toBeVisible()
      await expectAccessible(page, 'the reconciliation', '.reconciled')
      await page.keyboard.press('Escape')
      await expect(sums.first()).toBeHidden()
      await expect(badge).toBeFocused()
      await page.getByText(t('overview.chart.byDay')).click()
      await expect(page.locator('.usage-days tbody tr').first()).toBeVisible()
      // The cards have the same colours for each account.
      if (account !== 'demo') {
        await expectAccessibleExceptColours(page, 'the overview')
        return page.close()
      }
      await expectAccessibleInBothThemes(page, 'the overview')
      await page.getByRole('switch', { name: t('overview.auto') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleInBothThemes(page, 'the automatic distribution', 'dialog[open]')
    })
})
