/** The form of a sub-account asks before it discards input, however it is closed. */
import { pressAction, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a changed form asks before it closes; a second Escape closes only the confirmation', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  await pressAction(page, t, t('crud.actions.edit'), 'emma')
  const drawer = page.getByRole('dialog', {
    name: t('crud.list.actionOf', { action: t('crud.actions.edit'), name: 'emma' }),
    exact: true,
  })
  const nickname = drawer.getByLabel(t('fields.nickname'))
  await nickname.fill('Not saved')
  const question = page.getByRole('dialog', { name: t('crud.form.unsaved') })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(nickname).toHaveValue('Not saved')
    await expect(nickname).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('crud.form.keep') }).click()
  await expect(nickname).toHaveValue('Not saved')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('crud.form.discard') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, 'Not saved')).toHaveCount(0)
})
