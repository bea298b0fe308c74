/** The language switch of the public site keeps page and scroll position and is remembered. */
import { markInvitationUsed, sitePaths, scriptStarted } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const guideIn = (lang: 'zh' | 'en') => sitePaths(lang)[2]!

test('the language switch keeps the page and the scroll position', async ({ page, lang }) => {
  const otherLang = lang === 'zh' ? 'en' : 'zh'
  await markInvitationUsed(page, 'AB12')
  await page.goto(`${guideIn(lang)}?inviteCode=AB12`)
  await scriptStarted(page)
  const section = page.locator('#skill')
  await section.scrollIntoViewIfNeeded()
  const readPosition = () =>
    section.evaluate(
      (element) =>
        Math.round((-10 * element.getBoundingClientRect().top) / element.clientHeight) / 10,
    )
  // Sections above get their full height only near the viewport, so scrolling is retried.
  await expect(async () => {
    await section.evaluate(async (element) => {
      scrollTo({
        top: element.getBoundingClientRect().top + scrollY + element.clientHeight / 3,
        behavior: 'instant',
      })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await readPosition()).toBe(0.3)
  }).toPass()
  // Clicks by coordinates, because Playwright would scroll the link into view.
  const box = (await page
    .getByRole('banner')
    .getByRole('link', { name: lang === 'zh' ? 'English' : '中文' })
    .boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page).toHaveURL(`${guideIn(otherLang)}?inviteCode=AB12`)
  await expect.poll(readPosition).toBe(0.3)
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(otherLang)
  await page.goto(sitePaths(lang)[1]!.replace('/en', ''))
  await expect(page).toHaveURL(sitePaths(otherLang)[1]!)
})
