/**
 * Random URLs: no blank page, no exception, no redirect to another origin. `RANDOM_URL_LOADS` sets
 * the number of page loads, `RANDOM_URL_SEED` the random seed.
 */
import type { Page } from '@playwright/test'
import { consoleRoutes } from '#client/console-routes.ts'
import { randomUrls } from '#tests/support/browser/random-urls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const seed = Number(process.env['RANDOM_URL_SEED'] ?? 20_260_301)
const loads = Number(process.env['RANDOM_URL_LOADS'] ?? 5)
const requests = loads * 8
const navigations = loads * 16

/** Responses to URLs that the server cannot parse. */
const expectedProblems = /status 4\d\d|status of 4\d\d|status 700|status of 700|status 401/

test.describe.configure({ timeout: 60_000 + loads * 3_000 })

/** Expects a visible heading on a page of the product. */
async function expectPage(page: Page, origin: string, url: string) {
  await expect(page.locator('h1, h2').first(), url).toBeVisible({ timeout: 15_000 })
  expect(new URL(page.url()).origin, url).toBe(origin)
  expect(await page.title(), url).not.toBe('1')
}

test('the server responds to random URLs with a page, a refusal or a redirect within its origin', async ({
  product,
}) => {
  for (const url of randomUrls(requests, seed + 2)) {
    const response = await fetch(product.origin + url, { redirect: 'manual' })
    const location = response.headers.get('location')
    expect(response.status, url).toBeLessThan(500)
    if (location !== null)
      expect(new URL(location, product.origin).origin, url).toBe(product.origin)
    else if (response.ok && response.headers.get('content-type')?.startsWith('text/html'))
      expect(await response.text(), url).toMatch(/^<!doctype html>[^]*<title/i)
    else await response.body?.cancel()
  }
})

test('random URLs show a page of the product', async ({ page, open, product, expectNoErrors }) => {
  expectNoErrors.expect(expectedProblems)
  await open(page)
  for (const url of randomUrls(loads, seed + 8)) {
    // Error responses of the server, for example to /%, are no pages.
    const response = await page.goto(product.origin + url)
    if (response && response.status() >= 400) continue
    await expectPage(page, product.origin, url)
  }
})

test('random console URLs, navigated one after another, show a page', async ({
  page,
  open,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(expectedProblems)
  await open(page)
  const addresses = randomUrls(
    navigations,
    seed,
    consoleRoutes.filter((route) => route !== '/UserCenterExit'),
  ).map((url) => url.replace(/([?&])[tu]=/g, '$1x='))
  const blank = await page.evaluate(async (urls) => {
    const blankUrls: string[] = []
    const blank = () => !document.querySelector('main')?.textContent.trim()
    for (const url of urls) {
      history.pushState(null, '', url)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      await new Promise((resolve) => setTimeout(resolve, 12))
      // The code of a page loads on its first visit.
      const deadline = Date.now() + 15_000
      while (blank() && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50))
      if (blank()) blankUrls.push(url)
    }
    return blankUrls
  }, addresses)
  expect(blank).toEqual([])
  await page.goto('/UserCenterChild')
  await expectPage(page, product.origin, 'the last')
})
