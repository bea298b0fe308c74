/** The main use case end to end: sign-in, sub-accounts, login log. */
import { demoAccounts } from '#server/seed/demo.ts'
import {
  visibleAccounts,
  confirmationName,
  expectTotal,
  pressAction,
  rowOf,
  enabledSwitch,
} from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// In Chinese, with animation; keyboard.spec.ts does the same in English.
test.use({ lang: 'zh', locale: 'zh-CN', contextOptions: { reducedMotion: 'no-preference' } })

test('an owner signs in, manages sub-accounts and reads the login log', async ({
  page,
  t,
  submitLogin,
  toast,
}) => {
  test.slow()
  await page.goto('/login')
  await submitLogin(page, demoAccounts.demo)
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('link', { name: t('frame.nav.console'), exact: true }).click()
  await expect(page).toHaveURL('/UserCenterIndex')
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.getByRole('link', { name: t('resources.subAccounts.title') }).click()
  await expectTotal(page, t, 26)

  const search = page.getByRole('search').getByLabel(t('fields.account'))
  await search.fill('EMM')
  await expect(page).toHaveURL(/search=EMM/)
  await expectTotal(page, t, 1)
  await expect.poll(() => visibleAccounts(page)).toEqual(['emma'])
  await page.getByRole('button', { name: t('crud.filter.clear') }).click()
  await expectTotal(page, t, 26)

  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const createForm = page.getByRole('dialog', { name: t('resources.subAccounts.actions.create') })
  await createForm.getByLabel(t('fields.account'), { exact: true }).fill('小桥2026')
  await createForm.getByLabel(t('fields.nickname')).fill('Bridge')
  await createForm.getByLabel(t('fields.password'), { exact: true }).fill('secret1')
  await createForm.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(createForm).toBeHidden()
  await expect(toast(page)).toContainText(t('crud.done.default'))
  await expectTotal(page, t, 27)
  await expect.poll(async () => (await visibleAccounts(page))[0]).toBe('小桥2026')

  await pressAction(page, t, t('crud.actions.edit'), '小桥2026')
  const editForm = page.getByRole('dialog')
  await expect(editForm.getByLabel(t('fields.account'), { exact: true })).not.toBeEditable()
  await expect(editForm.getByLabel(t('fields.password'), { exact: true })).toHaveCount(0)
  await editForm.getByLabel(t('fields.nickname')).fill('Bridge & Co')
  await editForm.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(rowOf(page, 'Bridge & Co')).toBeVisible()

  await enabledSwitch(page, t, '小桥2026').click()
  const confirmation = page.getByRole('dialog', {
    name: confirmationName(
      t('resources.subAccounts.confirm.changeEnabled.off', { name: '小桥2026' }),
    ),
  })
  await confirmation
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.off') })
    .click()
  await expect(enabledSwitch(page, t, '小桥2026')).not.toBeChecked()
  await expect(toast(page)).toContainText(t('resources.subAccounts.done.changeEnabled.off'))

  await pressAction(page, t, t('crud.actions.remove'), '小桥2026')
  const removeConfirmation = page.getByRole('dialog', {
    name: confirmationName(t('resources.subAccounts.confirm.remove', { name: '小桥2026' })),
  })
  await removeConfirmation.getByRole('button', { name: t('crud.actions.remove') }).click()
  await expect(toast(page)).toContainText(t('crud.done.remove'))
  await expectTotal(page, t, 26)
  await expect(rowOf(page, '小桥2026')).toHaveCount(0)

  await menu.getByRole('link', { name: t('resources.loginLog.title') }).click()
  await expect(
    page.locator('tbody').getByRole('row').filter({ hasText: '127.0.0.1' }).first(),
  ).toBeVisible()
})
