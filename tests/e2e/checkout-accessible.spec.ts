/**
 * Buying and its orders against the rules of accessibility, light and dark; and the receipt as it
 * goes on paper.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { buy, code, place } from '#tests/e2e/support/checkout.ts'
import { press } from '#tests/e2e/support/list.ts'
import { ask } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { orders } from '#contract/orders.ts'

test.describe('in both themes', () => {
  test('choosing and paying', async ({ page, open, t }) => {
    await open(page, '/UserCenterRecharge')
    await expect(
      page.getByRole('button', { name: t('checkout.order.pay'), exact: true }),
    ).toBeEnabled()
    await expectAccessibleInBothThemes(page, 'recharge')
    await buy(page, t, 'WC_NATIVE')
    await expect(code(page)).toBeVisible()
    await expectAccessibleInBothThemes(page, 'code', 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: t('checkout.pay.asked') })).toBeVisible()
    await expectAccessibleInBothThemes(page, 'asked', 'dialog[open]')
  })

  test('orders, their stories, and the receipt, which is one sheet of paper', async ({
    page,
    open,
    t,
    product,
  }) => {
    const buyer = await product.caller(demoAccounts.demo)
    const waiting = await place(buyer)
    const paid = (await ask(buyer, orders.page, { payStatus: 'P', pageSize: 1 })).rows[0]!
    await open(page, '/UserCenterOrder')
    await expect(page.locator('tbody .row-actions').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, 'list')
    for (const [state, { no }] of [
      ['W', waiting],
      ['P', paid],
    ] as const) {
      await page.goto(`/UserCenterOrder?no=${no}`)
      await press(page, t, t('resources.orders.actions.story'), no)
      await expect(page.locator('.order-timeline')).toBeVisible()
      await expectAccessibleInBothThemes(page, `story ${state}`, 'dialog[open]')
      await page.keyboard.press('Escape')
    }
    await press(page, t, t('resources.orders.actions.receipt'), paid.no)
    await expect(page.locator('dialog .receipt')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'receipt', 'dialog[open]')

    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('body > .printed')).toBeVisible()
    await expect(page.locator('#menu, header.header, dialog')).toHaveCount(3)
    for (const chrome of await page.locator('#menu, header.header, dialog').all())
      await expect(chrome).toBeHidden()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})
