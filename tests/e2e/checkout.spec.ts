/**
 * A stranger buys: by a code, by a form, midway and back again; and whatever happens, every page
 * says what is true.
 */
import { orders } from '#contract/orders.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import {
  buy,
  cashierOf,
  code,
  giveUp,
  goOn,
  newest,
  payUnheard,
  place,
  statusOf,
} from '#tests/e2e/support/checkout.ts'
import { press } from '#tests/e2e/support/list.ts'
import { ask, count, own, question } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const million = 1_000_000
const phone = { width: 375, height: 740 }

test('bought by a code: given up midway, paid from the list by a phone, true on every page', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  const buyer = await product.caller(demoAccounts.freeuser)
  const had = (await own(buyer)).usableCharNum
  await open(page, '/UserCenterRecharge', 'freeuser')
  await buy(page, t, 'WC_NATIVE')
  await expect(code(page).locator('svg')).toHaveAttribute('width', '200')
  await giveUp(page, t, 'notRecharged')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await own(buyer)).usableCharNum).toBe(had)

  await page.getByRole('link', { name: t('resources.orders.title'), exact: true }).click()
  await expect(newest(page)).toContainText(t('codes.payStatus.W'))
  const { rows } = await ask(buyer, orders.page, {})
  const { no } = rows[0]!
  await press(page, t, t('resources.orders.actions.payAgain'), no)
  const theirs = await (await newBrowser()).newPage()
  await theirs.setViewportSize(phone)
  await theirs.goto(await cashierOf(page, t))
  await expect(theirs.locator('main')).toContainText('¥99.00')
  expect(
    await theirs.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await theirs.getByRole('button').click()
  await expect(theirs.locator('main.paid')).toBeVisible()

  await goOn(page, t)
  await expect(newest(page)).toContainText(t('codes.payStatus.P'))
  const bought = (await own(buyer)).usableCharNum
  expect(bought).toBeGreaterThanOrEqual(million)
  await page.getByRole('link', { name: t('resources.overview.title'), exact: true }).click()
  await expect(page.locator('.glance-card').first()).toContainText(count(bought))

  // From the order to the row of the log that it wrote, and from there back to this order alone.
  await page.goBack()
  await press(page, t, t('resources.orders.actions.story'), no)
  await page.getByRole('link', { name: t('orders.story.toLog') }).click()
  await expect(newest(page)).toContainText(count(bought))
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: t('ledger.story.toOrder') }).click()
  await expect(page).toHaveURL(`/UserCenterOrder?no=${no}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(newest(page)).toContainText(no)
})

test('paid at the address in the code, and by the form of Alipay, in this very tab', async ({
  page,
  open,
  t,
  product,
}) => {
  const buyer = await product.caller(demoAccounts.demo)
  const had = (await own(buyer)).usableCharNum
  await open(page, '/UserCenterRecharge')
  await buy(page, t, 'ALI_LIAN')
  const paid = await fetch(await cashierOf(page, t), { method: 'POST' })
  expect(paid.status).toBe(200)
  await goOn(page, t)
  await expect(newest(page)).toContainText(t('codes.payStatus.P'))
  expect((await own(buyer)).usableCharNum).toBe(had + million)

  await page.getByRole('link', { name: t('resources.orders.actions.create') }).click()
  await buy(page, t, 'ALI_NATIVE')
  await expect(page).toHaveURL(/\/pay\/cashier\//)
  await page.getByRole('button').click()
  await page.locator('main.paid a.button').click()
  await goOn(page, t)
  await expect(newest(page)).toContainText(t('codes.payChannel.ALI_NATIVE'))
  await expect(newest(page)).toContainText(t('codes.payStatus.P'))
  expect((await own(buyer)).usableCharNum).toBe(had + 2 * million)
})

test('a cancelled order costs nothing; an unnotified payment is found by refresh, return and polling', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const buyer = await product.caller(demoAccounts.demo)
  const had = (await own(buyer)).usableCharNum
  const [unwanted, queried, found] = [await place(buyer), await place(buyer), await place(buyer)]
  await open(page, '/UserCenterOrder')
  await press(page, t, t('resources.orders.actions.cancel'), unwanted.no)
  await expect(question(page)).toContainText(unwanted.no)
  await question(page).locator('.button.danger').click()
  await expect(toast(page)).toContainText(t('resources.orders.done.cancel.C'))
  expect(await statusOf(buyer, unwanted)).toBe('C')
  expect((await own(buyer)).usableCharNum).toBe(had)

  await payUnheard(product, queried)
  expect(await statusOf(buyer, queried)).toBe('W')
  await press(page, t, t('resources.orders.actions.flush'), queried.no)
  await expect(toast(page)).toContainText(t('resources.orders.done.flush.P'))
  expect((await own(buyer)).usableCharNum).toBe(had + million)

  // Nobody touches this page while the server finds the money by itself.
  const row = page.locator('tbody tr').filter({ hasText: found.no })
  await expect(row).toContainText(t('codes.payStatus.W'))
  await payUnheard(product, found)
  await pollDueOrders({ ...product.services, clock: () => new Date(Date.now() + 6_000) })
  await expect(row).toContainText(t('codes.payStatus.P'))
  expect((await own(buyer)).usableCharNum).toBe(had + 2 * million)

  await page.goto('/UserCenterRecharge')
  await buy(page, t, 'WC_NATIVE')
  await cashierOf(page, t)
  const { rows } = await ask(buyer, orders.page, { payStatus: 'W', pageSize: 1 })
  await payUnheard(product, rows[0]!)
  await giveUp(page, t, 'recharged')
  await goOn(page, t)
  expect((await own(buyer)).usableCharNum).toBe(had + 3 * million)
})

test('a sub-account reaches neither: not by the menu, not by the address, not by the server', async ({
  page,
  open,
  t,
  product,
}) => {
  await open(page, '/UserCenterIndex', 'demosub')
  for (const title of [t('resources.recharge.title'), t('resources.orders.title')]) {
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
  }
  for (const address of ['/UserCenterRecharge', '/UserCenterOrder']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('refused.title'))
  }
  const sub = await product.caller(demoAccounts.demosub)
  for (const refused of [
    await sub.refused(orders.page, {}),
    await sub.refused(orders.payChannels, {}),
    await sub.refused(orders.pay, { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' }),
  ]) {
    expect(refused.code).toBe('notAllowed')
  }
})
