/** Quota that moves: given to one and to many, seen on both sides; in both languages. */
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { accounts, press, rowOf } from '#tests/e2e/support/list.ts'
import {
  amount,
  ask,
  count,
  distributedMessage,
  listOf,
  log,
  modal,
  own,
  question,
  sub,
  submit,
  yes,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an owner gives to one; the sub-account sees it, and both logs tell of it', async ({
  page,
  open,
  t,
  toast,
  product,
  newBrowser,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const theirs = await (await newBrowser()).newPage()
  await open(theirs, '/UserCenterIndex', 'demosub')
  const [before, had] = [await own(owner), await own(await product.caller(sub))]
  await expect(theirs.locator('.glance-card').first()).toContainText(count(had.usableCharNum))

  await open(page, listOf)
  await press(page, t, t('resources.subAccounts.actions.distribute'), sub)
  await expect(amount(page)).toBeFocused()
  await expect(submit(page, t)).toBeDisabled()
  await amount(page).fill('50000')
  await expect(modal(page).getByRole('row').nth(1)).toContainText(
    count(before.usableCharNum - 50_000),
  )
  await expect(modal(page).getByRole('row').nth(2)).toContainText(count(had.usableCharNum + 50_000))
  await submit(page, t).click()
  await expect(question(page)).toContainText('50,000')
  await expect(question(page)).toContainText(count(before.usableCharNum - 50_000))
  await yes(page, t).dblclick()
  await expect(toast(page)).toContainText(distributedMessage(t, 50_000))
  await expect(rowOf(page, sub)).toContainText(count(had.usableCharNum + 50_000))

  await theirs.getByRole('button', { name: t('overview.refresh') }).click()
  await expect(theirs.locator('.glance-card').first()).toContainText(
    count(had.usableCharNum + 50_000),
  )

  for (const [who, sign] of [
    [page, '−50,000'],
    [theirs, '+50,000'],
  ] as const) {
    await who.goto(log('DISTRIBUTION'))
    const row = who.locator('tbody').getByRole('row').first()
    await expect(row).toContainText(sign)
    await expect(row).toContainText(
      t(sign === '−50,000' ? 'ledger.change.decrease' : 'ledger.change.add'),
    )
    await expect(row).toContainText('demo')
    await expect(row).toContainText(
      count(sign === '−50,000' ? before.usableCharNum - 50_000 : had.usableCharNum + 50_000),
    )
  }
})

test('an owner gives to many at once, to all or to none', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const before = await own(owner)
  await open(page)
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  const names = (await accounts(page)).slice(0, 4)
  const rows = (await ask(owner, subAccounts.page, { pageSize: 100 })).rows
  for (const name of names)
    await page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true }).check()
  await page
    .getByRole('button', { name: t('resources.subAccounts.actions.distributeMany') })
    .click()

  const most = Math.floor(before.usableCharNum / names.length)
  await amount(page).fill(String(most + 1))
  await expect(modal(page)).toContainText(t('ledger.distribution.notEnough'))
  await expect(submit(page, t)).toBeDisabled()
  await amount(page).fill('10000')
  for (const [at, name] of names.entries()) {
    const has = rows.find(({ account }) => account === name)!.memberAccount.usableCharNum
    await expect(
      modal(page)
        .getByRole('row')
        .nth(at + 2),
    ).toContainText(count(has + 10_000))
  }
  await submit(page, t).click()
  await expect(question(page)).toContainText(count(10_000 * names.length))
  await yes(page, t).click()
  await expect(toast(page)).toContainText(distributedMessage(t, 10_000, names.length))
  await expect(page.getByText(t('crud.list.selected', { count: names.length }))).toBeHidden()
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 10_000 * names.length)

  // One of them is gone meanwhile: nobody gets anything, and that is reported.
  for (const name of names.slice(0, 2))
    await page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true }).check()
  await page
    .getByRole('button', { name: t('resources.subAccounts.actions.distributeMany') })
    .click()
  await ask(owner, subAccounts.remove, {
    userId: rows.find(({ account }) => account === names[0])!.userId,
  })
  const left = (await own(owner)).usableCharNum
  await amount(page).fill('10000')
  await submit(page, t).click()
  await yes(page, t).click()
  await expect(modal(page).locator('.form-note')).toContainText(t('ledger.distribution.failed'))
  expect((await own(owner)).usableCharNum).toBe(left)
})
