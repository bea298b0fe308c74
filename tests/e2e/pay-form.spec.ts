/**
 * A payment form with everything hostile in it, in a real browser: nothing of it runs, loads or is
 * sent.
 */
import { buy } from '#tests/e2e/support/checkout.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const evil = 'https://openapi.alipay.com.evil.example'
const hostile = `<base href="${evil}/"><link rel="stylesheet" href="${evil}/s.css"><iframe src="${evil}/"></iframe>
<img src="${evil}/p.png" onerror="window.touched = true"><script>window.touched = true</script>
<form method="post" action="${evil}/gateway.do"><input type="hidden" name="a" value="1"><script>document.forms[0].submit()</script></form>`

test('a form for somewhere else is named and not sent, and nothing in it has happened', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  // The parsed document stands under the page's own policy, which refuses its base address and its
  // event handlers.
  expectNoErrors.expect(
    /base-uri 'none'|Executing inline event handler violates .* The action has been blocked/,
  )
  await open(page, '/UserCenterRecharge')
  await page.route('**/api/orderByMemberGroup/pay', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { orderId: '7', orderNo: 'N7', scanQRCodeUrl: hostile },
        msg: '',
      },
    }),
  )
  await buy(page, t, 'ALI_NATIVE')
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: t('checkout.pay.formHost', { host: new URL(evil).host }) }),
  ).toBeVisible()
  expect(
    await page.evaluate(() => [
      Reflect.get(window, 'touched'),
      document.querySelectorAll('iframe, base').length,
    ]),
  ).toEqual([undefined, 0])
  await expect(page).toHaveURL(/\/UserCenterRecharge$/)
  await page.keyboard.press('Escape')
  await expect(page.locator('.paying')).toHaveCount(0)
})
