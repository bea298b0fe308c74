/** Public pages on a phone: width, menu without scripts, and accessibility rules. */
import { expectAccessible, expectAccessibleExceptColours } from '#tests/e2e/support/axe.ts'
import {
  clippedElements,
  homePath,
  sitePaths,
  horizontalOverflow,
  sampleTopicPaths,
  scriptStarted,
  stepsWithoutRole,
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
      expect(await stepsWithoutRole(page), path).toEqual([])
      await scriptStarted(page)
      await expectAccessibleExceptColours(page, path)
    }
  })
})

test('entries of two lines stand apart in the contents of a page', async ({ page, t }) => {
  await page.goto('/en/privacy')
  const entries = page.getByRole('navigation', { name: t('frame.contents') }).getByRole('link')
  const texts = await entries.evaluateAll((links) =>
    links.map((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      const { left, top, bottom, height } = range.getBoundingClientRect()
      return { left, top, bottom, height }
    }),
  )
  const gaps = texts.flatMap((text) => {
    const below = texts.filter(({ left, top }) => left === text.left && top > text.top)
    return below.length === 0 ? [] : [Math.min(...below.map(({ top }) => top)) - text.bottom]
  })
  const lineHeight = Math.min(...texts.map(({ height }) => height))
  expect(Math.max(...texts.map(({ height }) => height))).toBeGreaterThan(1.5 * lineHeight)
  expect(Math.min(...gaps)).toBeGreaterThan(lineHeight / 2)
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
