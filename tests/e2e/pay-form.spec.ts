/** A hostile payment form in a real browser: nothing in it is executed, loaded or submitted. */
import { buy } from '#tests/e2e/support/checkout.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const hostileOrigin = 'https://openapi.alipay.com.evil.example'
const hostile = `<base href="${hostileOrigin}/"><link rel="stylesheet" href="${hostileOrigin}/s.css"><iframe src="${hostileOrigin}/"></iframe>
<img src="${hostileOrigin}/p.png" onerror="window.touched = true"><script>window.touched = true</script>
<form method="post" action="${hostileOrigin}/gateway.do"><input type="hidden" name="a" value="1"><script>document.forms[0].submit()</script></form>`

test('a payment form for a foreign host is rejected, and nothing in it is executed', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  // The page's policy refuses the base URL and the event handlers of the parsed form.
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
      .filter({ hasText: t('checkout.pay.formHost', { host: new URL(hostileOrigin).host }) }),
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
