/** Layout shift of the home page on a slow connection. */
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ viewport: { width: 375, height: 740 } })

test('the home page loads over a slow connection without layout shift', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 8_000,
    uploadThroughput: -1,
  })
  await page.addInitScript(() => {
    const window = globalThis as unknown as { layoutShift: number }
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.layoutShift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/home', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('footer').first()).toBeAttached()
  expect(
    await page.evaluate(() => (globalThis as unknown as { layoutShift: number }).layoutShift),
  ).toBeLessThan(0.02)
})
