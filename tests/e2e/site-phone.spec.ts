/** Public pages on a phone: width, menu without scripts, and accessibility rules. */
import { expectAccessible, expectAccessibleExceptColours } from '#tests/e2e/support/axe.ts'
import {
  clippedElements,
  homePath,
  sitePaths,
  horizontalOverflow,
  sampleTopicPaths,
  scriptStarted,
} from '#tests/e2e/support/site.ts'
import { expect, inBothLanguages, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

inBothLanguages(() => {
  test('every public page fits the width and passes the accessibility rules', async ({
    page,
    lang,
  }) => {
    test.slow()
    for (const path of [...sitePaths(lang), ...sampleTopicPaths(lang)]) {
      await page.goto(path)
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0)
      expect(await clippedElements(page), path).toEqual([])
      await scriptStarted(page)
      await expectAccessibleExceptColours(page, path)
    }
  })
})

test('the menu opens, navigates and closes', async ({ page, lang, t }) => {
  await page.goto(homePath(lang))
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
  await page.goto(homePath(lang))
  await page.getByRole('button', { name: t('frame.nav.menu') }).click()
  await page
    .getByRole('navigation', { name: t('frame.nav.main') })
    .getByRole('link', { name: t('frame.nav.download'), exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('download.headline'))
  await context.close()
})
