/** The browser tests: the product in a real Chromium, in both languages, on a desk and on a phone. */
import { defineConfig } from '@playwright/test'
import type { Options } from '#tests/e2e/support/test.ts'
import { browser } from '#tests/support/browser.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 375, height: 740 }
const onPhones = /phone/
/** What is about words and how they fit; the rest behaves alike in both languages and is tested in one. */
const inBothLanguages =
  /(accessible|bare|buying|cancel-account|joining|login|main-job|notices|overview|profile|quota|register|second-step|sessions|sub-accounts|translating|workspace)\.spec/

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  maxFailures: 12,
  workers: 2,
  timeout: 30_000,
  use: { launchOptions: browser(), timezoneId: 'Europe/London', screenshot: 'only-on-failure' },
  projects: [
    { name: 'desktop-zh', testMatch: inBothLanguages, use: { lang: 'zh', locale: 'zh-CN', viewport: desk } },
    { name: 'desktop-en', testIgnore: onPhones, use: { lang: 'en', locale: 'en-GB', viewport: desk } },
    { name: 'phone-zh', testMatch: onPhones, use: { lang: 'zh', locale: 'zh-CN', viewport: phone, hasTouch: true } },
    { name: 'phone-en', testMatch: onPhones, use: { lang: 'en', locale: 'en-GB', viewport: phone, hasTouch: true } },
  ],
})
