/** The overview of each kind of account passes the accessibility rules. */
import { demoAccounts } from '#server/seed/demo.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

for (const account of ['demo', 'monthly', 'demosub', 'freeuser'] as const)
  test(`the overview of ${demoAccounts[account]} passes the accessibility rules`, async ({
    page,
    open,
    t,
    product,
  }) => {
    await reconcile(product.services)
    await open(page, '/UserCenterIndex', account)
    const badge = page.getByRole('button', { name: t('overview.reconciled') })
    const sums = page.locator('.reconciled').getByRole('row')
    await badge.focus()
    await page.keyboard.press('Enter')
    await expect(sums.filter({ hasText: t('ledger.units.chars') })).toBeVisible()
    await expectAccessible(page, 'the reconciliation')
    await page.keyboard.press('Escape')
    await expect(sums.first()).toBeHidden()
    await expect(badge).toBeFocused()
    await page.getByText(t('overview.chart.byDay')).click()
    await expect(page.locator('.usage-days tbody tr').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, 'the overview')
    if (account !== 'demo') return
    await page.getByRole('switch', { name: t('overview.auto') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'the automatic distribution', 'dialog[open]')
  })
