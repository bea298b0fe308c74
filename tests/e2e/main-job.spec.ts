/** The main job, end to end: an owner signs in, runs the sub-accounts, and reads the login log. */
import { demoAccounts } from '#server/seed/demo.ts'
import { accounts, asking, expectTotal, press, rowOf, switchOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an owner signs in, finds, adds, edits, shuts out and deletes sub-accounts, and reads the login log', async ({
  page,
  t,
  typeIn,
  toast,
}) => {
  test.slow()
  await page.goto('/login')
  await typeIn(page, demoAccounts.demo)
  await page.getByRole('link', { name: t('frame.nav.console'), exact: true }).click()
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.getByRole('link', { name: t('resources.subAccounts.title') }).click()
  await expectTotal(page, t, 26)

  const search = page.getByRole('search').getByLabel(t('fields.account'))
  await search.fill('EMM')
  await expect(page).toHaveURL(/account=EMM/)
  await expectTotal(page, t, 1)
  await expect.poll(() => accounts(page)).toEqual(['emma'])
  await page.getByRole('button', { name: t('crud.filter.clear') }).click()
  await expectTotal(page, t, 26)

  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const adding = page.getByRole('dialog', { name: t('resources.subAccounts.actions.create') })
  await adding.getByLabel(t('fields.account'), { exact: true }).fill('小桥2026')
  await adding.getByLabel(t('fields.nickname')).fill('Bridge')
  await adding.getByLabel(t('fields.password'), { exact: true }).fill('secret1')
  await adding.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(adding).toBeHidden()
  await expect(toast(page)).toContainText(t('crud.done.default'))
  await expectTotal(page, t, 27)
  await expect.poll(async () => (await accounts(page))[0]).toBe('小桥2026')

  await press(page, t, t('crud.actions.edit'), '小桥2026')
  const editing = page.getByRole('dialog')
  await expect(editing.getByLabel(t('fields.account'), { exact: true })).not.toBeEditable()
  await expect(editing.getByLabel(t('fields.password'), { exact: true })).toHaveCount(0)
  await editing.getByLabel(t('fields.nickname')).fill('Bridge & Co')
  await editing.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(rowOf(page, 'Bridge & Co')).toBeVisible()

  await switchOf(page, t, '小桥2026').click()
  const confirmation = page.getByRole('dialog', {
    name: asking(t('resources.subAccounts.confirm.changeEnabled.off', { name: '小桥2026' })),
  })
  await confirmation
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.off') })
    .click()
  await expect(switchOf(page, t, '小桥2026')).not.toBeChecked()
  await expect(toast(page)).toContainText(t('resources.subAccounts.done.changeEnabled.off'))

  await press(page, t, t('crud.actions.remove'), '小桥2026')
  const last = page.getByRole('dialog', {
    name: asking(t('resources.subAccounts.confirm.remove', { name: '小桥2026' })),
  })
  await last.getByRole('button', { name: t('crud.actions.remove') }).click()
  await expect(toast(page)).toContainText(t('crud.done.remove'))
  await expectTotal(page, t, 26)
  await expect(rowOf(page, '小桥2026')).toHaveCount(0)

  await menu.getByRole('link', { name: t('resources.loginLog.title') }).click()
  await expect(
    page.locator('tbody').getByRole('row').filter({ hasText: '127.0.0.1' }).first(),
  ).toBeVisible()
})
