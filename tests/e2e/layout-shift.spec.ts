/** Console pages keep their places while their data arrives. */
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 1280, height: 720 } })

const pages = [
  '/UserCenterIndex',
  '/UserCenterChangeTranslateTest',
  '/UserCenterChangeTranslateLog',
  '/UserCenterNotices',
] as const

test('menu, headings, buttons and rows stay where they are when the data of a page arrive', async ({
  page,
  open,
}) => {
  await open(page, '/UserCenterInfo')
  for (const address of pages)
    await test.step(address, async () => {
      const answer = await holdAnswers(page)
      await page.goto(address)
      await expect(page.locator('main h1')).toBeVisible()
      const before = await placesIn(page)
      expect(Object.keys(before).length).toBeGreaterThan(15)
      answer()
      await expect(page.locator('main .waiting')).toHaveCount(0)
      const after = await placesIn(page)
      const kept = Object.keys(before).map((name) => [name, after[name]])
      expect(Object.fromEntries(kept)).toEqual(before)
      await page.unrouteAll()
    })
})

/** Holds the answers of the API until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/**', async (route) => {
    await allowed
    await route.continue()
  })
  return answer
}

/** Left and top, in pixels, of what stands in the window whatever the data, by its text. */
const placesIn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const fixed = [...document.querySelectorAll('#menu a, main h1, main h2, main .button, .rows')]
    const places = fixed.map((element) => {
      const { left, top } = element.getBoundingClientRect()
      const name = element.matches('.rows') ? 'rows' : element.textContent
      return { name, left: Math.round(left), top: Math.round(top) }
    })
    return Object.fromEntries(
      places
        .filter(({ top }) => top < innerHeight)
        .map(({ name, left, top }) => [name, `${left}, ${top}`]),
    )
  })
