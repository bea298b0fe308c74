/** What a buyer does on the screen, and what the server says of it. */
import type { Locator, Page } from '@playwright/test'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { orders, type Order } from '#contract/orders.ts'
import { ask } from '#tests/e2e/support/quota.ts'
import { expect } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { billOf, payBill } from '#server/features/orders/payment/sandbox/bills.ts'
import type { Product } from '#tests/support/server/product.ts'
import type { Caller } from '#tests/support/server/server.ts'

export type PayChannel = Order['payChannel']

/** Chooses a channel, says yes to what it costs, and is at the code or the cashier. */
export async function buy(page: Page, t: Translate, channel: PayChannel): Promise<void> {
  const way = page.getByRole('radio', { name: t(`codes.payChannel.${channel}`), exact: true })
  // By its card, as people do: the click fails where something covers it.
  await way.locator('..').click()
  expect(await way.isChecked()).toBe(true)
  const pay = page.getByRole('button', { name: t('checkout.order.pay'), exact: true })
  await expect(pay).toBeEnabled()
  await pay.click()
  await page.locator('dialog[data-shape="question"] .button.primary').click()
}

export const code = (page: Page): Locator => page.locator('.pay-code')

/** Where the code of the open dialog leads. */
export async function cashierOf(page: Page, t: Translate): Promise<string> {
  await expect(code(page)).toBeVisible()
  const address = await page
    .getByRole('link', { name: t('checkout.pay.here') })
    .getAttribute('href')
  if (!address) throw new Error('The code has no address.')
  return address
}

/** Closes the dialog of a payment midway and answers the question. */
export async function giveUp(
  page: Page,
  t: Translate,
  answer: 'recharged' | 'notRecharged',
): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: t('checkout.pay.asked') })).toBeVisible()
  await page.getByRole('button', { name: t(`checkout.pay.${answer}`), exact: true }).click()
}

/** Stands on the page after paying, and goes on to the list. */
export async function goOn(page: Page, t: Translate): Promise<void> {
  await expect(page).toHaveURL(/\/PaySuccess\?/)
  await expect(page.getByRole('heading', { name: t('checkout.result.paid') })).toBeVisible()
  await page.getByRole('link', { name: t('checkout.result.now') }).click()
  await expect(page).toHaveURL(/\/UserCenterOrder$/)
}

export const place = async (
  by: Caller,
  input: Partial<InputOf<typeof orders.pay>> = {},
): Promise<OutputOf<typeof orders.get>> => {
  const { orderId } = await ask(by, orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
    ...input,
  })
  return ask(by, orders.get, { id: orderId })
}

export const statusOf = async (by: Caller, { id }: Pick<Order, 'id'>) =>
  (await ask(by, orders.payInfo, { id })).payStatus

/** Pays where the sandbox keeps its books, and tells nobody. */
export async function payUnheard({ services }: Product, { no }: Pick<Order, 'no'>): Promise<void> {
  const bill = await billOf(services.db, no)
  expect(bill && (await payBill(services, bill.token))).toBeDefined()
}

/** The newest order of the list. */
export const newest = (page: Page): Locator => page.locator('tbody tr').first()
