/** A refund from request to payment: the owner asks, operators approve and record it, the owner sees it. */
import type { Page } from '@playwright/test'
import { addOperator, operatorSecret } from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { payOrders } from '#tests/e2e/support/checkout.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { balancesOf } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Opens the drawer of the order, which has the state of its refund. */
async function openOrder(page: Page, t: Translate, orderNo: string) {
  const row = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: orderNo.slice(-8) })
  await row
    .getByRole('button', { name: t('resources.orders.actions.details'), exact: false })
    .click()
  return page.getByRole('dialog', { name: t('orders.details.title') })
}

test('an owner asks for a refund and withdraws, asks again, operators pay it back', async ({
  page,
  open,
  t,
  product,
  lang,
  newBrowser,
}) => {
  test.slow()
  const { buyer, orderNos } = await payOrders(product, ['WC_NATIVE'])
  const orderNo = orderNos[0]!
  const chars = async () => (await balancesOf(buyer)).usableCharNum
  const bought = await chars()
  await open(page, '/UserCenterOrder', 'freeuser')
  const details = await openOrder(page, t, orderNo)
  const askButton = details.getByRole('button', {
    name: t('resources.orders.actions.refund'),
    exact: true,
  })
  const drawer = page.getByRole('dialog', { name: t('orders.refund.title', { no: orderNo }) })
  const submit = drawer.getByRole('button', {
    name: t('orders.refund.submit', { amount: '¥99.00' }),
  })
  const ask = async () => {
    await askButton.click()
    await submit.click()
    await expect(drawer.getByLabel(t('orders.refund.cause'))).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await drawer.getByLabel(t('orders.refund.cause')).selectOption('byMistake')
    await submit.click()
    await expect(drawer).toBeHidden()
    await expect(details).toContainText(t('codes.refundRequestState.asked'))
  }
  await ask()
  expect(await chars()).toBe(bought - 1_000_000)
  await expectAccessibleInBothThemes(page, 'the refund of an order', 'dialog[open]')
  const withdraw = { name: t('orders.refund.withdraw'), exact: true }
  await details.getByRole('button', withdraw).click()
  await page.locator('dialog[data-shape="question"]').getByRole('button', withdraw).click()
  await expect(askButton).toBeVisible()
  expect(await chars()).toBe(bought)
  await ask()

  const text = operatorMessages(lang)
  const finance = await (await newBrowser()).newPage()
  const { email } = await addOperator(product, 'finance')
  await finance.goto(`/operator/customer-orders?no=${orderNo}`)
  await signIn(finance, lang, 0, { email, password, secret: operatorSecret })
  await finance
    .locator('tbody')
    .getByRole('link', { name: t('codes.refundRequestState.asked') })
    .click()
  await expect(finance).toHaveURL(`/operator/refund-requests?orderNo=${orderNo}`)
  const waiting = finance
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: orderNo.slice(-8) })
    .first()
  const action = (name: string) =>
    waiting.getByRole('button', { name: text(`resources.refundRequests.actions.${name}`) })
  await action('approve').click()
  await finance
    .locator('dialog[data-shape="question"]')
    .getByRole('button', { name: text('resources.refundRequests.actions.approve'), exact: true })
    .click()
  await action('refund').click()
  const record = finance.getByRole('dialog', { name: text('refund.recordTitle') })
  await record.getByLabel(text('refund.refundNo')).fill(`R-${orderNo}`)
  await record.getByLabel(text('refund.note')).fill('bought twice')
  await expectAccessibleInBothThemes(finance, 'recording a refund', 'dialog[open]')
  await record.getByRole('button', { name: text('refund.submitRecord') }).click()
  await expect(record).toBeHidden()

  const admin = await (await newBrowser()).newPage()
  await admin.goto('/operator/approvals?kind=refund')
  await signIn(admin, lang)
  const approval = admin.locator('tbody').getByRole('row').filter({ hasText: orderNo })
  await approval.getByRole('button', { name: text('resources.approvals.actions.decide') }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: text('approvals.approve'), exact: true })
    .click()
  await expect(approval).toContainText(text('codes.approvalState.approved'))

  await open(page, '/UserCenterOrder', 'freeuser')
  await expect(await openOrder(page, t, orderNo)).toContainText(
    t('orders.refund.states.paid', { amount: '¥99.00' }),
  )
  expect(await chars()).toBe(bought - 1_000_000)
})
