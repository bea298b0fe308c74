/**
 * Every public page against the rules of accessibility, light and dark, with all that opens; and by
 * keyboard alone.
 */
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { homeIn, pathsIn, someTopicsIn, started, topicsIn } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('no page breaks a rule in either theme', async ({ page, lang }) => {
  test.slow()
  // Every topic in English; all are laid out alike, in Chinese too.
  const topics = lang === 'en' ? topicsIn(lang) : someTopicsIn(lang)
  const light = topics.filter((path) => !someTopicsIn(lang).includes(path))
  for (const path of [...pathsIn(lang), ...topics]) {
    await page.goto(path)
    await started(page)
    if (light.includes(path)) await expectAccessible(page, path)
    else await expectAccessibleInBothThemes(page, path)
  }
})

test('nothing that opens breaks a rule in either theme', async ({ page, lang, t }) => {
  test.slow()
  await page.goto(pathsIn(lang)[3]!)
  await page.getByRole('button', { name: t('frame.side.preSale') }).click()
  await expectAccessibleInBothThemes(page, 'contacts', '#side-preSale')
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('contact.check.button') })
    .click()
  const dialog = page.locator('#validate')
  await dialog.getByRole('button', { name: t('frame.validate.submit') }).click()
  await expectAccessibleInBothThemes(page, 'items left empty', '#validate')
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
  await page.goto(pathsIn(lang)[4]!)
  await page.getByRole('button', { name: t('download.chooseNamed', { name: 'macOS' }) }).click()
  await expectAccessibleInBothThemes(page, 'versions', '#download-2')
  await page.goto(homeIn(lang))
  for (const index of [1, 2]) {
    await page.locator('.slides-hero').getByRole('radio').nth(index).check()
    await expectAccessibleInBothThemes(page, `slide ${index}`, '.slides-hero')
  }
})

test('the keyboard alone suffices', async ({ page, lang, t }) => {
  await page.goto(pathsIn(lang)[3]!)
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
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('main').getByRole('button', { name: t('contact.check.button') }),
  ).toBeFocused()
  await page.goto(pathsIn(lang)[1]!)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('main').getByRole('link', { name: t('price.trial'), exact: true }),
  ).toBeFocused()
})
