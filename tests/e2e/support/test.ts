/**
 * `test` for the browser: each test has the whole product to itself, and fails on whatever it did
 * not expect.
 */
import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { en, zh } from '#locales/url-session.ts'
import type { Lang } from '#locales/messages.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectNoErrors, type Calm } from '#tests/e2e/support/reduced-motion.ts'
import { saying, type Say } from '#tests/e2e/support/messages.ts'
import { startProduct, type Product } from '#tests/support/server/product.ts'

const urlSessionMessages = { zh, en }

export type Account = keyof typeof demoAccounts
export type Options = { lang: Lang }

type Fixtures = {
  product: Product
  expectNoErrors: Calm
  /** The words in the language of the pages. */
  say: Say
  /** Another browser, of somebody else. */
  newBrowser: () => Promise<BrowserContext>
  /**
   * Opens a page of the console, signed in by handing over a session as the desktop client does.
   */
  open: (page: Page, address?: string, account?: Account) => Promise<void>
  /** Types into the login page. */
  typeIn: (page: Page, account: string, password?: string) => Promise<void>
  /** Toasts. */
  toast: (page: Page) => Locator
}

export const test = base.extend<Fixtures & Options>({
  lang: ['zh', { option: true }],

  product: async ({}, use) => {
    const product = await startProduct()
    await use(product)
    await product.close()
    expect(product.bugs()).toEqual([])
  },

  baseURL: async ({ product }, use) => use(product.origin),

  expectNoErrors: async ({ product }, use) => {
    const watched = expectNoErrors(product.origin)
    await use(watched)
    expect(watched.broken()).toEqual([])
  },

  say: async ({ lang }, use) => use(saying(lang)),

  context: async ({ context, expectNoErrors: watched, lang }, use) => {
    await settle(context, watched, lang)
    await use(context)
  },

  newBrowser: async (
    { browser, contextOptions, viewport, locale, baseURL, expectNoErrors: watched, lang },
    use,
  ) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        ...(locale ? { locale } : {}),
        ...(baseURL ? { baseURL } : {}),
      })
      opened.push(context)
      await settle(context, watched, lang)
      return context
    })
    for (const context of opened) await context.close()
  },

  open: async ({ product, lang }, use) =>
    use(async (page, address = '/UserCenterChild', account = 'demo') => {
      const { sk, userId } = await product.signIn(demoAccounts[account])
      const url = new URL(address, product.origin)
      url.searchParams.set('t', sk)
      url.searchParams.set('u', String(userId))
      await page.goto(url.href)
      const heading = page.locator('main h1').first()
      const question = page.locator('.url-session-dialog dl')
      await expect(heading.or(question)).toBeVisible()
      // Another account was signed in before.
      if (await question.isVisible())
        await page.getByRole('button', { name: urlSessionMessages[lang].switch }).click()
      await expect(heading).toBeVisible()
    }),

  typeIn: async ({ say }, use) =>
    use(async (page, account, password = demoPassword) => {
      await page.getByLabel(say('landing.login.account')).fill(account)
      await page.getByLabel(say('fields.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: say('landing.login.submit'), exact: true }).click()
    }),

  toast: async ({ say }, use) =>
    use((page) => page.getByRole('region', { name: say('toast.region') })),
})

export { expect } from '@playwright/test'

/** A first-time visitor's browser, but for the language chosen. */
async function settle(context: BrowserContext, watched: Calm, lang: Lang) {
  watched.watch(context)
  await context.addInitScript((wanted) => {
    if (location.protocol === 'http:' && localStorage.getItem('lang') === null)
      localStorage.setItem('lang', wanted)
  }, lang)
}
