/** Budgets: a group with a rule, its members, and what a member sees when the cap is reached. */
import { translation } from '#contract/translation.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 1280, height: 720 } })

test('a group gets a rule and members; a member sees what is left, and why it is refused', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  test.slow()
  await open(page, '/UserCenterSubAccountGroups')
  await page
    .getByRole('button', { name: t('resources.subAccountGroups.actions.create') })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  const field = (name: string) =>
    drawer.getByLabel(t(`resources.subAccountGroups.fields.${name}` as never))
  await field('name').fill('Sales')
  await field('dailyCharNum').fill('10')
  await field('topUpCharNum').fill('50000')
  await drawer.getByRole('button', { name: t('crud.form.save'), exact: true }).click()
  await expect(page.locator('tbody')).toContainText('Sales')
  await expectAccessible(page, 'groups of sub-accounts')

  await open(page, '/UserCenterChild?account=demosub')
  await page.locator('tbody input.tick').first().check()
  const move = t('resources.subAccounts.actions.moveToGroup')
  await page.getByRole('button', { name: move, exact: true }).click()
  await page.locator('#move-to-group_groupId').click()
  await page.getByRole('option', { name: 'Sales' }).click()
  await page.getByRole('button', { name: t('budgets.move.save'), exact: true }).click()
  await expect(toast(page)).toContainText(t('budgets.move.moved', { count: 1 }))

  const sub = await product.caller('demosub')
  const text = { source: 'zh', target: 'en', text: '0123456789' }
  expect((await sub.call(translation.text, text)).success).toBe(true)
  const refused = await sub.call(translation.text, text)
  expect(refused.msg).toMatch(/10 characters|10字符/)

  await page.getByRole('link', { name: 'demosub', exact: true }).click()
  const card = page.getByRole('region', { name: t('budgets.title'), exact: true })
  await expect(card).toContainText(t('budgets.group', { group: 'Sales' }))
  await expect(card).toContainText(t('budgets.left', { left: '0', limit: '10' }))
  const setBudget = t('resources.subAccounts.actions.setBudget')
  await page.locator('.page-actions').getByRole('button', { name: setBudget }).click()
  await page.getByRole('radio', { name: t('budgets.set.own') }).check()
  await field('dailyCharNum').fill('30')
  await page.getByRole('button', { name: t('budgets.set.save'), exact: true }).click()
  await expect(card).toContainText(t('budgets.ownInGroup', { group: 'Sales' }))
  await expect(card).toContainText(t('budgets.left', { left: '20', limit: '30' }))
  await expectAccessible(page, 'the page of a sub-account with a budget')
})
