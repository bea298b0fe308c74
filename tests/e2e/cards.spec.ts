/** Rows as cards, where there is no room for a table: what can be done with them, and their order. */
import { press } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('where there is no room for a table the rows are cards, with all that can be done', async ({
  page,
  open,
  t,
}) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await open(page, '/UserCenterChild?account=emma')
  const card = page
    .getByRole('list', { name: t('resources.subAccounts.title') })
    .getByRole('listitem')
    .filter({ hasText: 'Emma Clarke' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await press(page, t, t('crud.actions.edit'), 'emma')
  await page.getByRole('dialog').getByLabel(t('fields.nickname')).fill('Emma in a card')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(page.getByText('Emma in a card', { exact: true })).toBeVisible()

  // Cards have no column heads: their order is chosen above them.
  await page.getByRole('button', { name: t('crud.filter.clear') }).click()
  const field = t('resources.subAccounts.fields.usableCharNum')
  await page
    .getByLabel(t('crud.list.sort.label'), { exact: true })
    .selectOption(t('crud.list.sort.by.desc', { field }))
  await expect(page).toHaveURL(/sortBy=usableCharNum&sortOrder=desc/)
  const amounts = () =>
    page
      .locator('.row-card dl > div')
      .filter({ has: page.getByText(field, { exact: true }) })
      .locator('dd')
      .evaluateAll((all) => all.map((one) => Number(one.textContent.replace(/\D/g, ''))))
  await expect
    .poll(async () => {
      const shown = await amounts()
      return shown.length === 10 && shown.every((one, at) => at === 0 || one <= shown[at - 1]!)
    })
    .toBe(true)
})
