/**
 * Addresses made at random: the page is never blank, nothing is thrown, nothing leads elsewhere.
 * `STRANGE_LOADS=1000 STRANGE_SEED=7` loads as many from the beginning, others than usual.
 */
import type { Page } from '@playwright/test'
import { consoleRoutes } from '#client/console-routes.ts'
import { strangeAddresses } from '#tests/support/browser/strange-addresses.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const seed = Number(process.env['STRANGE_SEED'] ?? 20_260_301)
const loads = Number(process.env['STRANGE_LOADS'] ?? 24)
const moves = loads * 8

/** The server says 4xx to what it can't read. */
const answers = /status 4\d\d|status of 4\d\d|status 700|status of 700|status 401/

test.describe.configure({ timeout: 60_000 + loads * 3_000 })

/** Something to read stands on a page of ours. */
async function expectPage(page: Page, origin: string, address: string) {
  await expect(page.locator('h1, h2').first(), address).toBeVisible({ timeout: 15_000 })
  expect(new URL(page.url()).origin, address).toBe(origin)
  expect(await page.title(), address).not.toBe('1')
}

for (const as of ['nobody', 'somebody'] as const) {
  test(`addresses made at random show a page of ours to ${as}`, async ({
    page,
    open,
    product,
    expectNoErrors,
  }) => {
    expectNoErrors.expect(answers)
    if (as === 'somebody') await open(page)
    for (const address of strangeAddresses(loads, seed + as.length)) {
      // One with a server's own answer, such as /%, is not a page.
      const response = await page.goto(product.origin + address)
      if (response && response.status() >= 400) continue
      await expectPage(page, product.origin, address)
    }
  })
}

test('addresses within the console, one after the other, show its pages', async ({
  page,
  open,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(answers)
  await open(page)
  const addresses = strangeAddresses(
    moves,
    seed,
    consoleRoutes.filter((route) => route !== '/UserCenterExit'),
  ).map((address) => address.replace(/([?&])[tu]=/g, '$1x='))
  const blank = await page.evaluate(async (all) => {
    const found: string[] = []
    const blank = () => !document.querySelector('main')?.textContent.trim()
    for (const address of all) {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      await new Promise((resolve) => setTimeout(resolve, 12))
      // A screen that is loaded for the first time takes a moment.
      const deadline = Date.now() + 15_000
      while (blank() && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50))
      if (blank()) found.push(address)
    }
    return found
  }, addresses)
  expect(blank).toEqual([])
  await page.goto('/UserCenterChild')
  await expectPage(page, product.origin, 'the last')
})
