/** Checkout in the browser: QR code, payment form, abandoned, cancelled and unnotified payments. */
import { orders } from '#contract/orders.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import {
  buy,
  cashierUrl,
  qrCode,
  abandonPayment,
  continueToOrders,
  newestRow,
  payWithoutNotification,
  placeOrder,
  statusOf,
} from '#tests/e2e/support/checkout.ts'
import { pressAction } from '#tests/e2e/support/list.ts'
import { callOrThrow, formatCount, balancesOf, confirmation } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const million = 1_000_000
const phone = { width: 375, height: 740 }

test('an abandoned QR code payment is completed from the order list with a phone', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  const buyer = await product.caller(demoAccounts.freeuser)
  const before = (await balancesOf(buyer)).usableCharNum
  await open(page, '/UserCenterRecharge', 'freeuser')
  await buy(page, t, 'WC_NATIVE')
  await expect(qrCode(page).locator('svg')).toHaveAttribute('width', '200')
  await abandonPayment(page, t, 'notRecharged')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await balancesOf(buyer)).usableCharNum).toBe(before)

  await page.getByRole('link', { name: t('resources.orders.title'), exact: true }).click()
  await expect(newestRow(page)).toContainText(t('codes.payStatus.W'))
  const { rows } = await callOrThrow(buyer, orders.page, {})
  const { no } = rows[0]!
  await pressAction(page, t, t('resources.orders.actions.payAgain'), no)
  const phonePage = await (await newBrowser()).newPage()
  await phonePage.setViewportSize(phone)
  await phonePage.goto(await cashierUrl(page, t))
  await expect(phonePage.locator('main')).toContainText('¥99.00')
  expect(
    await phonePage.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await phonePage.getByRole('button').click()
  await expect(phonePage.locator('main.paid')).toBeVisible()

  await continueToOrders(page, t)
  await expect(newestRow(page)).toContainText(t('codes.payStatus.P'))
  const balance = (await balancesOf(buyer)).usableCharNum
  expect(balance).toBeGreaterThanOrEqual(million)
  await page.getByRole('link', { name: t('resources.overview.title'), exact: true }).click()
  await expect(page.locator('.summary-card').first()).toContainText(formatCount(balance))

  // From the order to its row in the account log, and back to the order.
  await page.goBack()
  await pressAction(page, t, t('resources.orders.actions.details'), no)
  await page.getByRole('link', { name: t('orders.details.toLog') }).click()
  await expect(newestRow(page)).toContainText(formatCount(balance))
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: t('ledger.description.toOrder') }).click()
  await expect(page).toHaveURL(`/UserCenterOrder?no=${no}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(newestRow(page)).toContainText(no)
})

test('an order is paid at the URL of its QR code, and another by the Alipay form', async ({
  page,
  open,
  t,
  product,
}) => {
  const buyer = await product.caller(demoAccounts.demo)
  const before = (await balancesOf(buyer)).usableCharNum
  await open(page, '/UserCenterRecharge')
  await buy(page, t, 'ALI_LIAN')
  const paid = await fetch(await cashierUrl(page, t), { method: 'POST' })
  expect(paid.status).toBe(200)
  await continueToOrders(page, t)
  await expect(newestRow(page)).toContainText(t('codes.payStatus.P'))
  expect((await balancesOf(buyer)).usableCharNum).toBe(before + million)

  await page.getByRole('link', { name: t('resources.orders.actions.create') }).click()
  await buy(page, t, 'ALI_NATIVE')
  await expect(page).toHaveURL(/\/pay\/cashier\//)
  await page.getByRole('button').click()
  await page.locator('main.paid a.button').click()
  await continueToOrders(page, t)
  await expect(newestRow(page)).toContainText(t('codes.payChannel.ALI_NATIVE'))
  await expect(newestRow(page)).toContainText(t('codes.payStatus.P'))
  expect((await balancesOf(buyer)).usableCharNum).toBe(before + 2 * million)
})

test('a cancelled order is not charged; payments without notification are found by polling', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const buyer = await product.caller(demoAccounts.demo)
  const before = (await balancesOf(buyer)).usableCharNum
  const [cancelled, refreshed, polled] = [
    await placeOrder(buyer),
    await placeOrder(buyer),
    await placeOrder(buyer),
  ]
  await open(page, '/UserCenterOrder')
  await pressAction(page, t, t('resources.orders.actions.cancel'), cancelled.no)
  await expect(confirmation(page)).toContainText(cancelled.no)
  await confirmation(page).locator('.button.primary').click()
  await expect(toast(page)).toContainText(t('resources.orders.done.cancel.C'))
  expect(await statusOf(buyer, cancelled)).toBe('C')
  expect((await balancesOf(buyer)).usableCharNum).toBe(before)

  await payWithoutNotification(product, refreshed)
  expect(await statusOf(buyer, refreshed)).toBe('W')
  await pressAction(page, t, t('resources.orders.actions.flush'), refreshed.no)
  await expect(toast(page)).toContainText(t('resources.orders.done.flush.P'))
  expect((await balancesOf(buyer)).usableCharNum).toBe(before + million)

  // The page updates without interaction when the server polls the payment.
  const row = page.locator('tbody tr').filter({ hasText: polled.no })
  await expect(row).toContainText(t('codes.payStatus.W'))
  await payWithoutNotification(product, polled)
  await pollDueOrders({ ...product.services, clock: () => new Date(Date.now() + 6_000) })
  await expect(row).toContainText(t('codes.payStatus.P'))
  expect((await balancesOf(buyer)).usableCharNum).toBe(before + 2 * million)

  await page.goto('/UserCenterRecharge')
  await buy(page, t, 'WC_NATIVE')
  await cashierUrl(page, t)
  const { rows } = await callOrThrow(buyer, orders.page, { payStatus: 'W', pageSize: 1 })
  await payWithoutNotification(product, rows[0]!)
  await abandonPayment(page, t, 'recharged')
  await continueToOrders(page, t)
  expect((await balancesOf(buyer)).usableCharNum).toBe(before + 3 * million)
})
