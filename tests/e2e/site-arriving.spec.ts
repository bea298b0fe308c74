/** A slow line: the first screen is drawn while it is still coming in. */
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ viewport: { width: 375, height: 740 } })

test('nothing moves while the page is still coming in', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 8_000,
    uploadThroughput: -1,
  })
  await page.addInitScript(() => {
    const window = globalThis as unknown as { moved: number }
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/home', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('footer').first()).toBeAttached()
  expect(
    await page.evaluate(() => (globalThis as unknown as { moved: number }).moved),
  ).toBeLessThan(0.02)
})
