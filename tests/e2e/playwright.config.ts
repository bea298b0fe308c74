/**
 * The browser tests: the product in a real Chromium, in both languages, on a desk and on a phone.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { inOneLanguage } from '#tests/e2e/support/one-language.ts'
import type { Options } from '#tests/e2e/support/test.ts'
import { browser } from '#tests/support/browser/browsers.ts'

const desk = { width: 1440, height: 900 }
/**
 * What is about words and how they fit; the rest behaves alike in both languages and is tested in
 * one.
 */
const inBothLanguages =
  /(accessible|bare|cancel-account|checkout|login|main-job|notices|operator|operator-payments|overview|phone|profile|quota|regist(er|ration)|two-factor|sessions|sub-accounts|support-view|translating|url-session|workspace)\.spec/

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  maxFailures: 12,
  // Two more than there are cores, since a test waits for debounced searches, streams and polls.
  workers: availableParallelism() + 2,
  // Long enough for a busy machine: nothing here is about how long something takes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Movement is most of what a browser without a graphics card has to do; the journeys that are to
  // have it say so.
  use: {
    launchOptions: browser(),
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop-zh',
      testMatch: inBothLanguages,
      grepInvert: inOneLanguage,
      use: { lang: 'zh', locale: 'zh-CN', viewport: desk },
    },
    {
      name: 'desktop-en',
      use: { lang: 'en', locale: 'en-GB', viewport: desk },
    },
  ],
})
