/** Accessibility rules for checkout and orders in both themes, and the printed receipt. */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { buy, qrCode, placeOrder } from '#tests/e2e/support/checkout.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { orders } from '#contract/orders.ts'

test.describe('in both themes', () => {
  test('recharge page and payment dialog pass the accessibility rules', async ({
    page,
    open,
    t,
  }) => {
    await open(page, '/UserCenterRecharge')
    await expect(
      page.getByRole('button', { name: t('checkout.order.pay'), exact: true }),
    ).toBeEnabled()
    await expectAccessibleInBothThemes(page, 'recharge')
    await buy(page, t, 'WC_NATIVE')
    await expect(qrCode(page)).toBeVisible()
    await expectAccessibleInBothThemes(page, 'QR code', 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: t('checkout.pay.asked') })).toBeVisible()
    await expectAccessibleInBothThemes(page, 'payment question', 'dialog[open]')
  })

  test('orders, timelines and receipt pass the rules, and the receipt prints on one page', async ({
    page,
    open,
    t,
    product,
  }) => {
    const buyer = await product.caller(demoAccounts.demo)
    const unpaid = await placeOrder(buyer)
    const paid = (await callOrThrow(buyer, orders.page, { payStatus: 'P', pageSize: 1 })).rows[0]!
    await open(page, '/UserCenterOrder')
    await expect(page.locator('tbody .row-actions').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, 'list')
    for (const [state, { no }] of [
      ['W', unpaid],
      ['P', paid],
    ] as const) {
      await page.goto(`/UserCenterOrder?no=${no}`)
      await pressAction(page, t, t('resources.orders.actions.details'), no)
      await expect(page.locator('.order-timeline')).toBeVisible()
      await expectAccessibleInBothThemes(page, `timeline ${state}`, 'dialog[open]')
      await page.keyboard.press('Escape')
    }
    await pressAction(page, t, t('resources.orders.actions.receipt'), paid.no)
    await expect(page.locator('dialog .receipt')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'receipt', 'dialog[open]')

    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('body > .printed')).toBeVisible()
    await expect(page.locator('#menu, header.header, dialog')).toHaveCount(3)
    for (const part of await page.locator('#menu, header.header, dialog').all())
      await expect(part).toBeHidden()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})
