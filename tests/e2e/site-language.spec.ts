/**
 * Going over to the other language of the public site: the same page, the same place in it, and so
 * from now on.
 */
import { homeIn, invitedBefore, pathsIn, started } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

for (const [place, pathIn] of [
  ['#skill', (lang: 'zh' | 'en') => pathsIn(lang)[2]!],
  ['#faq', homeIn],
] as const) {
  test(`the other language is the same page at the same place, and is remembered: ${place}`, async ({
    page,
    lang,
  }) => {
    const other = lang === 'zh' ? 'en' : 'zh'
    await invitedBefore(page, 'AB12')
    await page.goto(`${pathIn(lang)}?inviteCode=AB12`)
    await started(page)
    const part = page.locator(place)
    await part.scrollIntoViewIfNeeded()
    const read = () =>
      part.evaluate(
        (it) => Math.round((-10 * it.getBoundingClientRect().top) / it.clientHeight) / 10,
      )
    // Parts above it are laid out in full as they come near.
    await expect(async () => {
      await part.evaluate(async (it) => {
        scrollTo({
          top: it.getBoundingClientRect().top + scrollY + it.clientHeight / 3,
          behavior: 'instant',
        })
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      })
      expect(await read()).toBe(0.3)
    }).toPass()
    // By its place in the window: to bring a control into view would scroll away from the place.
    const box = (await page
      .getByRole('banner')
      .getByRole('link', { name: lang === 'zh' ? 'English' : '中文' })
      .boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(page).toHaveURL(`${pathIn(other)}?inviteCode=AB12`)
    await expect.poll(read).toBe(0.3)
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(other)
    await page.goto(pathsIn(lang)[1]!.replace('/en', ''))
    await expect(page).toHaveURL(pathsIn(other)[1]!)
  })
}
