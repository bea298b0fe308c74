/** Lists in a narrow viewport: rows as cards, their actions and their order. */
import { pressAction } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a viewport too narrow for a table shows rows as cards with all actions and sorting', async ({
  page,
  open,
  t,
}) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await open(page, '/UserCenterChild?account=emma')
  // As narrow as an operator's phone.
  await page.addStyleTag({ content: '.rows { max-width: 480px }' })
  const card = page
    .getByRole('list', { name: t('resources.subAccounts.title') })
    .getByRole('listitem')
    .filter({ hasText: 'Emma Clarke' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await pressAction(page, t, t('crud.actions.edit'), 'emma')
  await page.getByRole('dialog').getByLabel(t('fields.nickname')).fill('Emma in a card')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(page.getByText('Emma in a card', { exact: true })).toBeVisible()

  // Cards have no column headers: a select above them sets the order.
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
      .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace(/\D/g, ''))))
  await expect
    .poll(async () => {
      const cardAmounts = await amounts()
      return (
        cardAmounts.length === 10 &&
        cardAmounts.every((amount, index) => index === 0 || amount <= cardAmounts[index - 1]!)
      )
    })
    .toBe(true)
})
