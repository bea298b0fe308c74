/** Paying at once what was bought last: from the notice of a low balance and from its link. */
import { balanceAlert } from '#contract/ledger.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import {
  abandonPayment,
  payWithoutNotification,
  placeOrder,
  qrCode,
} from '#tests/e2e/support/checkout.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { balancesOf, callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'
import type { Caller } from '#tests/support/server/server.ts'

const address = '/UserCenterRecharge?pay=last'

/** The demo's owner, who has just bought a package and waits for no payment. */
async function newBuyer(product: Product): Promise<Caller> {
  const owner = await product.caller(demoAccounts.demo)
  for (const { id } of await waitingOrders(owner)) await callOrThrow(owner, orders.cancel, { id })
  const order = await placeOrder(owner, { payChannel: 'WC_LIAN' })
  await payWithoutNotification(product, order)
  await callOrThrow(owner, orders.flush, { id: order.id })
  return owner
}
const waitingOrders = async (owner: Caller) =>
  (await callOrThrow(owner, orders.page, { payStatus: 'W', pageSize: 50 })).rows

test('the notice of a low balance opens the code in one tap; opened twice, it is one order', async ({
  page,
  open,
  openTab,
  t,
  product,
}) => {
  const owner = await newBuyer(product)
  await open(page, '/UserCenterIndex')
  await expect(page.locator('.bell')).toBeVisible()
  const { usableCharNum } = await balancesOf(owner)
  await callOrThrow(owner, balanceAlert.save, { lowCharNum: usableCharNum })
  const sub = (await callOrThrow(owner, subAccounts.page, { account: 'demosub' })).rows[0]!
  await owner.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 1_000 })
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('inbox.goTo.lowBalance') })
    .click()
  await expect(qrCode(page)).toBeVisible()
  await expect(page).toHaveURL(/[?&]channel=WC_LIAN(&|$)/)
  await expect(
    page
      .locator('.channel-cards label', { hasText: t('codes.payChannel.WC_LIAN') })
      .getByRole('radio', { includeHidden: true }),
  ).toBeChecked()
  await expect(page.getByRole('dialog')).toContainText(t('codes.payChannel.WC_LIAN'))
  await expectAccessible(page, 'the payment of the package bought last', 'dialog[open]')
  // Once more from the bell, on the page of packages itself.
  await abandonPayment(page, t, 'notRecharged')
  await page.locator('.bell').click()
  await page
    .getByRole('region', { name: t('inbox.list') })
    .getByRole('link', { name: t('inbox.goTo.lowBalance') })
    .first()
    .click()
  await expect(qrCode(page)).toBeVisible()
  const again = await openTab(address)
  await expect(qrCode(again)).toBeVisible()
  await again.reload()
  await expect(qrCode(again)).toBeVisible()
  expect(await waitingOrders(owner)).toHaveLength(1)
  await callOrThrow(owner, balanceAlert.save, {})
})

test('two devices that open the link at once wait for one order', async ({
  page,
  open,
  newBrowser,
  product,
}) => {
  const owner = await newBuyer(product)
  const device = await (await newBrowser()).newPage()
  await Promise.all([open(page, address), open(device, address)])
  for (const each of [page, device]) await expect(qrCode(each)).toBeVisible()
  expect(await waitingOrders(owner)).toHaveLength(1)
})

test('somebody who is signed out signs in and lands at the code', async ({
  newBrowser,
  submitLogin,
  product,
}) => {
  await newBuyer(product)
  const page = await (await newBrowser()).newPage()
  await page.goto(address)
  await submitLogin(page, demoAccounts.demo)
  await expect(qrCode(page)).toBeVisible()
})

test('somebody who has bought nothing is asked to choose, and a sub-account pays nothing', async ({
  page,
  open,
  t,
  product,
}) => {
  const owner = await newBuyer(product)
  await open(page, address, 'freeuser')
  await expect(page.getByText(t('checkout.payLast.none'))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open(page, address, 'demosub')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(qrCode(page)).toHaveCount(0)
  expect(await waitingOrders(owner)).toEqual([])
})

test('somebody who goes on to another page before the code comes places no order', async ({
  page,
  open,
  product,
}) => {
  const owner = await newBuyer(product)
  await open(page, '/UserCenterIndex')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const answered = new Promise<void>((resolve) => {
    void page.route(`**${orders.lastBought.path}`, async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response }).catch(() => undefined)
      resolve()
    })
  })
  const asked = page.waitForRequest(`**${orders.lastBought.path}`)
  await navigate(page, address)
  await asked
  await navigate(page, '/UserCenterOrder')
  release()
  await answered
  await page.reload()
  await expect(page.locator('main tbody tr').first()).toBeVisible()
  await expect(qrCode(page)).toHaveCount(0)
  expect(await waitingOrders(owner)).toEqual([])
})

test('a channel that refuses is asked again by the button, and one order is placed', async ({
  page,
  open,
  t,
  product,
}) => {
  const owner = await newBuyer(product)
  await open(page, '/UserCenterIndex')
  let refusals = 1
  await page.route(`**${orders.pay.path}`, async (route) => {
    if (refusals-- <= 0) return route.continue()
    await route.fulfill({
      json: { success: false, data: { code: 'notAllowed' }, msg: 'not now' },
    })
  })
  await navigate(page, address)
  await expect(page.getByRole('dialog')).toContainText('not now')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.pay.again') })
    .click()
  await expect(qrCode(page)).toBeVisible()
  expect(await waitingOrders(owner)).toHaveLength(1)
})
