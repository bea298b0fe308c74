/**
 * A payment that was not credited: an operator finds it, sees the reason, and credits it to the
 * customer's order.
 */
import type { Locator, Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { notices } from '#contract/notices.ts'
import { users } from '#contract/users.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { refunds } from '#server/schema.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { addOperator, operatorSecret } from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'

const customer = 'free@example.com'
const package99 = { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' } as const

/** A customer cancels one order, pays a second at the cashier, and then pays that once more. */
async function payTwice(product: Product) {
  const buyer = await product.caller(customer)
  const { data: cancelled } = await buyer.call(orders.pay, package99)
  // A second candidate, since a lone one is chosen at once.
  await buyer.call(orders.pay, package99)
  const { data: paid } = await buyer.call(orders.pay, package99)
  await buyer.call(orders.cancel, { id: cancelled.orderId })
  const cashier = new URL(paid.scanQRCodeUrl).pathname
  await fetch(`${product.origin}${cashier}`, { method: 'POST' })
  const again = {
    orderNo: paid.orderNo,
    gatewayNo: `SB-AGAIN-${paid.orderNo}`,
    amountCents: 9_900,
    paidAt: product.services.clock(),
  }
  // The server logs it as an error, which fails every other test.
  const log = { ...product.services.log, error: () => {} }
  const outcome = await settlePayment({ ...product.services, log }, again, ['WC_NATIVE'])
  expect(outcome).toBe('refused')
  const chars = async () => (await buyer.call(users.get, {})).data.memberAccount.usableCharNum
  return { buyer, cancelled, paid, again, chars }
}

/** At 375 px, long numbers wrap, so that a card is no wider than the list. */
async function expectUncutCards(page: Page) {
  const desktopSize = page.viewportSize()!
  await page.setViewportSize({ width: 375, height: 812 })
  const card = page.locator('.row-card').filter({ hasText: 'SB-AGAIN-' })
  await expect(card).toBeVisible()
  const cut = await card.evaluate((element) => {
    const edge = element.closest('.rows')!.getBoundingClientRect().right
    return [...element.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map((part) => part.className)
  })
  expect(cut).toEqual([])
  // The other filters are behind a button, which is opened by keyboard.
  const more = page.locator('.more-filters')
  const account = page.getByRole('searchbox').nth(1)
  await expect(account).toBeHidden()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(account).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktopSize)
  await expect(account).toBeVisible()
}

/** Numbers as long as those of payment platforms stay within their columns, copy button included. */
async function expectNoOverlap(row: Locator) {
  const desktopSize = row.page().viewportSize()!
  await row.page().setViewportSize({ width: 1440, height: 900 })
  const overlaps = () =>
    row.locator('.copied-cell > *').evaluateAll((parts) =>
      parts
        .filter((part) => {
          const edge = part.closest('td')!.getBoundingClientRect().right
          return part.getBoundingClientRect().right > edge
        })
        .map(({ textContent }) => textContent),
    )
  await expect.poll(overlaps).toEqual([])
  await row.page().setViewportSize(desktopSize)
}

test('a payment that was not credited is found by the account and credited to an order', async ({
  page,
  product,
  lang,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status 4\d\d: GET .*favicon/)
  const operatorText = operatorMessages(lang)
  const { buyer, cancelled, again, chars } = await payTwice(product)
  const before = await chars()

  await page.goto('/operator/unmatched-payments')
  const { email, secret } = demoOperator
  await page.locator('input[type=email]').fill(email)
  await page
    .getByLabel(operatorText('operator.signIn.password'), { exact: true })
    .fill(demoOperator.password)
  await page
    .getByLabel(operatorText('operator.signIn.code'), { exact: true })
    .fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(page.locator('main h1')).toHaveText(
    operatorText('resources.unmatchedPayments.title'),
  )
  await expectUncutCards(page)

  await page
    .getByRole('searchbox', { name: operatorText('resources.unmatchedPayments.fields.account') })
    .fill(customer)
  await page.keyboard.press('Enter')
  const rows = page.locator('tbody').getByRole('row').filter({ hasText: 'SB-AGAIN' })
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/account=/)
  await expect(rows).toContainText(operatorText('codes.unmatchedReason.paidTwice'))
  await expectNoOverlap(rows)
  await expectAccessibleInBothThemes(page, 'the unmatched payments')

  const handle = operatorText('resources.unmatchedPayments.actions.assign')
  await rows.getByRole('button', { name: handle }).click()
  const drawer = page.getByRole('dialog', { name: operatorText('payments.handle.title') })
  await expect(drawer).toContainText(operatorText('payments.why.paidTwice', { no: again.orderNo }))
  const candidate = drawer.getByRole('radio', { name: cancelled.orderNo })
  const submit = drawer.getByRole('button', {
    name: operatorText('payments.handle.submitOrder', { amount: '¥99.00' }),
  })
  await expect(submit).toBeDisabled()
  await candidate.check()
  await expect(drawer.locator('.before-after')).toContainText(before.toLocaleString('en'))
  await expect(drawer.locator('.before-after b')).toContainText(
    (before + 1_000_000).toLocaleString('en'),
  )
  await expectAccessibleInBothThemes(page, 'the payment', 'dialog[open]')
  expect(await chars()).toBe(before)
  await submit.click()
  const question = page.getByRole('dialog').filter({ hasText: cancelled.orderNo }).last()
  await question
    .getByRole('button', { name: operatorText('payments.handle.credit'), exact: true })
    .click()
  await expect(drawer).toBeHidden()
  await expect(rows).toContainText(operatorText('codes.unmatchedState.order'))
  expect(await chars()).toBe(before + 1_000_000)
  const { data: inbox } = await buyer.call(notices.page, { pageNum: 1, pageSize: 10 })
  expect(inbox.rows.some(({ content }) => content.includes(cancelled.orderNo))).toBe(true)

  await rows
    .getByRole('button', { name: operatorText('resources.unmatchedPayments.actions.show') })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Demo operator')
  await expect(page.getByRole('dialog')).toContainText(cancelled.orderNo)
})

test('support can view open payments and refunds but not handle them', async ({
  page,
  product,
  lang,
}) => {
  const operatorText = operatorMessages(lang)
  const { again } = await payTwice(product)
  const now = product.services.clock()
  await product.services.db.insert(refunds).values({
    gateway: 'sandbox',
    refundNo: `R-${again.orderNo}`,
    gatewayNo: 'SB-REFUNDED',
    orderNo: 'of-another-shop',
    amountCents: 9_900,
    reportedCents: 9_900,
    vendorState: 'success',
    state: 'open',
    reason: 'unknownOrder',
    refundedAt: now,
    at: now,
  })
  const { email } = await addOperator(product, 'support')
  const pages = [
    ['unmatchedPayments', 'unmatched-payments', 'assign', again.gatewayNo],
    ['refunds', 'refunds', 'settle', `R-${again.orderNo}`],
  ] as const
  await page.goto('/operator/unmatched-payments')
  await signIn(page, lang, 0, { email, password, secret: operatorSecret })
  await expect(page.locator('main h1')).toHaveText(
    operatorText('resources.unmatchedPayments.title'),
  )
  for (const [name, route, change, number] of pages) {
    await page.goto(`/operator/${route}?number=${number}`)
    const row = page.locator('tbody').getByRole('row').filter({ hasText: number })
    const show = row.getByRole('button', { name: operatorText(`resources.${name}.actions.show`) })
    await expect(show).toBeVisible()
    const changing = operatorText(`resources.${name}.actions.${change}`)
    await expect(row.getByRole('button', { name: changing })).toHaveCount(0)
    await show.click()
    await expect(page.getByRole('dialog')).toContainText(
      operatorText('payments.handle.financeOnly'),
    )
  }
})

test('a refund requested by finance is approved by an admin, and the customer is notified', async ({
  page,
  product,
  lang,
  newBrowser,
}) => {
  test.slow()
  const operatorText = operatorMessages(lang)
  const { buyer, paid, chars } = await payTwice(product)
  const before = await chars()
  const refundNo = `R-${paid.orderNo}`
  const { email } = await addOperator(product, 'finance')
  await page.goto(`/operator/customer-orders?no=${paid.orderNo}`)
  await signIn(page, lang, 0, { email, password, secret: operatorSecret })
  const order = page.locator('tbody').getByRole('row').filter({ hasText: paid.orderNo })
  await order
    .getByRole('button', { name: operatorText('resources.customerOrders.actions.refund') })
    .click()
  const drawer = page.getByRole('dialog')
  const send = drawer.getByRole('button', { name: operatorText('refund.submitRecord') })
  const number = drawer.getByLabel(operatorText('refund.refundNo'))
  await expect(number).toBeFocused()
  await send.click()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toBeFocused()
  await number.fill(refundNo)
  await drawer.getByLabel(operatorText('refund.note')).fill('bought twice')
  await expect(drawer.locator('.before-after b')).toContainText(
    (before - 1_000_000).toLocaleString('en'),
  )
  await send.click()
  await expect(drawer).toBeHidden()
  expect(await chars()).toBe(before)

  const second = await (await newBrowser()).newPage()
  await second.goto('/operator/approvals?kind=refund')
  await signIn(second, lang)
  const row = second.locator('tbody').getByRole('row').filter({ hasText: paid.orderNo })
  await row
    .getByRole('button', { name: operatorText('resources.approvals.actions.decide') })
    .click()
  const dialog = second.getByRole('dialog')
  await expect(dialog).toContainText(refundNo)
  await dialog.getByRole('button', { name: operatorText('approvals.approve'), exact: true }).click()
  await expect(row).toContainText(operatorText('codes.approvalState.approved'))
  expect(await chars()).toBe(before - 1_000_000)
  const { data: inbox } = await buyer.call(notices.page, { pageNum: 1, pageSize: 10 })
  expect(inbox.rows[0]!.content).toContain(paid.orderNo)
})
