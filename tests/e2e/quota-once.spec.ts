/**
 * Quota that moves once: after a lost answer, from two tabs, whatever one has seen of the other.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { press } from '#tests/e2e/support/list.ts'
import {
  amount,
  distributedMessage,
  listOf,
  modal,
  moves,
  own,
  question,
  sub,
  submit,
  yes,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a lost response is reported, and a retry does not do it twice', async ({
  page,
  open,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(
    /failed request: POST .*distribution/,
    /console error: Failed to load resource.*distribution/,
  )
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await own(owner), await moves(owner)]
  await open(page, listOf)
  await press(page, t, t('resources.subAccounts.actions.distribute'), sub)
  await amount(page).fill('20000')
  await page.route('**/api/user/distribution', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submit(page, t).click()
  await yes(page, t).click()
  await expect(modal(page).getByRole('alert')).toContainText(
    t('ledger.distribution.unsettled.title'),
  )
  await expect(amount(page)).toBeDisabled()
  await page.unroute('**/api/user/distribution')

  await page.reload()
  await press(page, t, t('resources.subAccounts.actions.distribute'), sub)
  await expect(modal(page).getByRole('alert')).toContainText(
    t('ledger.distribution.unsettled.title'),
  )
  await modal(page)
    .getByRole('button', { name: t('ledger.distribution.unsettled.again') })
    .click()
  await expect(toast(page)).toContainText(distributedMessage(t, 20_000))
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 20_000)
  expect(await moves(owner)).toBe(rows + 1)
})

test('two tabs that want the same at once do it once', async ({
  page,
  open,
  t,
  product,
  context,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await own(owner), await moves(owner)]
  await open(page, listOf)
  const other = await context.newPage()
  await other.goto(listOf)
  for (const tab of [page, other]) {
    await press(tab, t, t('resources.subAccounts.actions.distribute'), sub)
    await amount(tab).fill('30000')
    await submit(tab, t).click()
    await expect(question(tab)).toBeVisible()
  }
  await Promise.all([page, other].map((tab) => yes(tab, t).click()))
  for (const tab of [page, other]) await expect(modal(tab)).toBeHidden()
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 30_000)
  expect(await moves(owner)).toBe(rows + 1)
})

test('a change in another tab is reported in this one, and the input is not sent', async ({
  page,
  open,
  t,
  context,
}) => {
  await open(page, listOf)
  const other = await context.newPage()
  await other.goto(listOf)
  for (const tab of [page, other]) {
    await press(tab, t, t('resources.subAccounts.actions.distribute'), sub)
    await amount(tab).fill('30000')
  }
  await submit(page, t).click()
  await yes(page, t).click()
  await expect(modal(page)).toBeHidden()
  await expect(modal(other).getByText('30,000', { exact: false }).first()).toBeVisible()
  await expect(amount(other)).toHaveValue('')
  await expect(submit(other, t)).toBeDisabled()
})
