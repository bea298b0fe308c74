/** A buyer's actions in the browser, and the state of orders on the server. */
import type { Locator, Page } from '@playwright/test'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { orders, type Order } from '#contract/orders.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { findBillByOrder, payBill } from '#server/features/orders/payment/sandbox/bills.ts'
import type { Product } from '#tests/support/server/product.ts'
import type { Caller } from '#tests/support/server/server.ts'

export type PayChannel = Order['payChannel']

/** Selects a channel, pays and confirms. Ends at the QR code or the cashier. */
export async function buy(page: Page, t: Translate, channel: PayChannel): Promise<void> {
  const channelInput = page.getByRole('radio', {
    name: t(`codes.payChannel.${channel}`),
    exact: true,
  })
  // Clicks the card, as users do: that fails if another element covers it.
  await channelInput.locator('..').click()
  expect(await channelInput.isChecked()).toBe(true)
  const pay = page.getByRole('button', { name: t('checkout.order.pay'), exact: true })
  await expect(pay).toBeEnabled()
  await pay.click()
  await page.locator('dialog[data-shape="question"] .button.primary').click()
}

export const qrCode = (page: Page): Locator => page.locator('.pay-code')

/** URL in the QR code of the open dialog. */
export async function cashierUrl(page: Page, t: Translate): Promise<string> {
  await expect(qrCode(page)).toBeVisible()
  const url = await page.getByRole('link', { name: t('checkout.pay.payHere') }).getAttribute('href')
  if (!url) throw new Error('The QR code has no URL.')
  return url
}

/** Closes the payment dialog and answers whether the payment was made. */
export async function abandonPayment(
  page: Page,
  t: Translate,
  answer: 'recharged' | 'notRecharged',
): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: t('checkout.pay.asked') })).toBeVisible()
  await page.getByRole('button', { name: t(`checkout.pay.${answer}`), exact: true }).click()
}

/** Expects the success page and follows its link to the order list. */
export async function continueToOrders(page: Page, t: Translate): Promise<void> {
  await expect(page).toHaveURL(/\/PaySuccess\?/)
  await expect(page.getByRole('heading', { name: t('checkout.result.paid') })).toBeVisible()
  await page.getByRole('link', { name: t('checkout.result.now') }).click()
  await expect(page).toHaveURL(/\/UserCenterOrder$/)
}

export const placeOrder = async (
  caller: Caller,
  input: Partial<InputOf<typeof orders.pay>> = {},
): Promise<OutputOf<typeof orders.get>> => {
  const { orderId } = await callOrThrow(caller, orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
    ...input,
  })
  return callOrThrow(caller, orders.get, { id: orderId })
}

/** Orders of the free account, one by each channel, paid at the cashier. */
export async function payOrders(product: Product, payChannels: readonly PayChannel[]) {
  const buyer = await product.caller(demoAccounts.freeuser)
  const orderNos: string[] = []
  for (const payChannel of payChannels) {
    const order = { memberGroupId: '2', salesNum: 1, payChannel }
    const { orderNo, scanQRCodeUrl } = await callOrThrow(buyer, orders.pay, order)
    await fetch(`${product.origin}${new URL(scanQRCodeUrl).pathname}`, { method: 'POST' })
    orderNos.push(orderNo)
  }
  return { buyer, orderNos }
}

export const statusOf = async (caller: Caller, { id }: Pick<Order, 'id'>) =>
  (await callOrThrow(caller, orders.payInfo, { id })).payStatus

/** Pays in the sandbox without a notification to the server. */
export async function payWithoutNotification(
  { services }: Product,
  { no }: Pick<Order, 'no'>,
): Promise<void> {
  const bill = await findBillByOrder(services.db, no)
  expect(bill && (await payBill(services, bill.token))).toBeDefined()
}

/** First row of the list: the newest order. */
export const newestRow = (page: Page): Locator => page.locator('tbody tr').first()
