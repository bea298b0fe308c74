/**
 * The public pages on a phone: they fit, the menu opens without a script, nothing breaks a rule of
 * accessibility.
 */
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import {
  cutOff,
  homeIn,
  pathsIn,
  sideways,
  someTopicsIn,
  started,
} from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

test('every page fits the width, and breaks no rule', async ({ page, lang }) => {
  test.slow()
  for (const path of [...pathsIn(lang), ...someTopicsIn(lang)]) {
    await page.goto(path)
    expect(await sideways(page), path).toBeLessThanOrEqual(0)
    expect(await cutOff(page), path).toEqual([])
    await started(page)
    await expectAccessibleInBothThemes(page, path)
  }
})

test('the menu opens, leads on and closes', async ({ page, lang, t }) => {
  await page.goto(homeIn(lang))
  const menu = page.getByRole('navigation', { name: t('frame.nav.main') })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: t('frame.nav.menu') }).click()
  await expectAccessible(page, 'menu', '.site-header')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: t('frame.nav.menu') }).click()
  await menu.getByRole('link', { name: t('frame.nav.price'), exact: true }).click()
  await expect(page).toHaveURL(/\/price$/)
  await expect(page.getByRole('complementary')).toBeHidden()
})

test('the menu needs no script', async ({ browser, baseURL, lang, t, viewport }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
    viewport,
  })
  const page = await context.newPage()
  await page.goto(homeIn(lang))
  await page.getByRole('button', { name: t('frame.nav.menu') }).click()
  await page
    .getByRole('navigation', { name: t('frame.nav.main') })
    .getByRole('link', { name: t('frame.nav.download'), exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('download.headline'))
  await context.close()
})
