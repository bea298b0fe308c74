/** Accessibility rules for public pages and their dialogs in both themes, and keyboard use. */
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { homePath, sitePaths, sampleTopicPaths, scriptStarted } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('every public page passes the accessibility rules in both themes', async ({ page, lang }) => {
  test.slow()
  // All topics share one layout.
  for (const path of [...sitePaths(lang), ...sampleTopicPaths(lang)]) {
    await page.goto(path)
    await scriptStarted(page)
    await expectAccessibleInBothThemes(page, path)
  }
})

test('dialogs, side bar and slides pass the accessibility rules in both themes', async ({
  page,
  lang,
  t,
}) => {
  test.slow()
  await page.goto(sitePaths(lang)[3]!)
  await page.getByRole('button', { name: t('frame.side.preSale') }).click()
  await expectAccessibleInBothThemes(page, 'contacts', '#side-preSale')
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('contact.check.button') })
    .click()
  const dialog = page.locator('#validate')
  await dialog.getByRole('button', { name: t('frame.validate.submit') }).click()
  await expectAccessibleInBothThemes(page, 'empty required fields', '#validate')
  for (const account of ['nobody', 'yiqiao-sales']) {
    await dialog.getByLabel(t('frame.validate.platform')).selectOption('WeChat')
    await dialog.getByLabel(t('frame.validate.account')).fill(account)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveAttribute('data-state', /yes|no/)
    await expectAccessibleInBothThemes(page, account, '#validate')
    await dialog
      .locator(`.validate-${await dialog.getAttribute('data-state')}`)
      .getByRole('button')
      .first()
      .click()
  }
  await page.goto(sitePaths(lang)[4]!)
  await page.getByRole('button', { name: t('download.chooseNamed', { name: 'macOS' }) }).click()
  await expectAccessibleInBothThemes(page, 'versions', '#download-2')
  await page.goto(homePath(lang))
  for (const index of [1, 2]) {
    await page.locator('.slides-hero').getByRole('radio').nth(index).check()
    await expectAccessibleInBothThemes(page, `slide ${index}`, '.slides-hero')
  }
})

test('contact check and package choice work with the keyboard alone', async ({ page, lang, t }) => {
  await page.goto(sitePaths(lang)[3]!)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('frame.nav.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('main').getByRole('button', { name: t('contact.check.button') }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('frame.validate.platform'))).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByRole('heading', { name: t('frame.validate.no'), exact: true }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const account = dialog.getByLabel(t('frame.validate.account'))
  await expect(account).toBeFocused()
  await page.keyboard.type('somebody')
  await expect(account).toHaveValue('somebody')
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('main').getByRole('button', { name: t('contact.check.button') }),
  ).toBeFocused()
  await page.goto(sitePaths(lang)[1]!)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('main').getByRole('link', { name: t('price.trial'), exact: true }),
  ).toBeFocused()
})
