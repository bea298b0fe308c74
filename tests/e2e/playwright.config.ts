/** Browser tests: the product in a real Chromium, in both languages, on desktop and phone sizes. */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Options } from '#tests/e2e/support/test.ts'
import { browser } from '#tests/support/browser/browsers.ts'

const chromium = browser()
/** Optimizing compilers cost more processor time than they save in pages that live for seconds. */
const withoutOptimizer = '--js-flags=--no-opt --no-maglev'

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  maxFailures: 12,
  // One more than cores, because tests wait for debounced searches, streams and polls.
  workers: availableParallelism() + 1,
  // Long enough for a busy machine: no test measures time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Animation is most of the load of a browser without a GPU. Tests that need it enable it.
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    launchOptions: { ...chromium, args: [...chromium.args, withoutOptimizer] },
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
