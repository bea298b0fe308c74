/** `test` for the browser: each test has a product of its own and fails on unexpected errors. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { en, zh } from '#locales/url-session.ts'
import type { Lang } from '#locales/messages.ts'
import { sessionKeys } from '#client/storage.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectNoErrors, type ErrorWatch } from '#tests/e2e/support/expect-no-errors.ts'
import { messagesIn, type Translate } from '#tests/e2e/support/messages.ts'
import { startProduct, type Product } from '#tests/support/server/product.ts'

const urlSessionMessages = { zh, en }

/** Milliseconds to prepare a context and to clear it: one that hangs doesn't take a whole test's time. */
const contextTimeout = 60_000

export type Account = keyof typeof demoAccounts
export type Options = {
  lang: Lang
  /** Gives a test its own context, for cold caches or a fake clock, which cannot be removed. */
  newContext: boolean
}
type WorkerFixtures = {
  /** Contexts shared by the tests of a worker, by their options. */
  contexts: Map<string, BrowserContext>
  /** Port of all products of a worker, so that the browser's caches stay valid. */
  port: number
}

type Fixtures = {
  product: Product
  /** The only host that pages may request. Override it to test another server than the product. */
  origin: string
  expectNoErrors: ErrorWatch
  /** Messages in the language of the pages. */
  t: Translate
  /** Another browser context, for another user. */
  newBrowser: () => Promise<BrowserContext>
  /** Opens a page signed in, by a session link like that of the desktop client. */
  open: (page: Page, address?: string, account?: Account) => Promise<void>
  /** Opens a console page in another tab of the same browser, which adopts the session. */
  openTab: (address: string) => Promise<Page>
  /** Fills and submits the login form. */
  submitLogin: (page: Page, account: string, password?: string) => Promise<void>
  /** Region of the toasts. */
  toast: (page: Page) => Locator
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  lang: ['en', { option: true }],

  newContext: [false, { option: true }],

  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],

  contexts: [
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  product: async ({ port }, use) => {
    const product = await startProduct({ port })
    await use(product)
    await product.close()
    expect(product.errorLogLines()).toEqual([])
  },

  origin: async ({ product }, use) => use(product.origin),

  baseURL: async ({ origin }, use) => use(origin),

  expectNoErrors: async ({ origin }, use) => {
    const errorWatch = expectNoErrors(origin)
    await use(errorWatch)
    expect(errorWatch.unexpected()).toEqual([])
  },

  t: async ({ lang }, use) => use(messagesIn(lang)),

  context: [
    async (
      {
        browser,
        contexts,
        newContext,
        origin,
        expectNoErrors: watched,
        lang,
        locale,
        viewport,
        hasTouch,
        colorScheme,
        contextOptions,
        javaScriptEnabled,
        actionTimeout,
      },
      use,
    ) => {
      const options = JSON.stringify([
        locale,
        viewport,
        hasTouch,
        colorScheme,
        contextOptions,
        javaScriptEnabled,
      ])
      const context =
        (newContext ? undefined : contexts.get(options)) ?? (await browser.newContext())
      if (!newContext && !contexts.has(options)) {
        contexts.set(options, context)
        // Keeps the renderer process and its compiled code.
        await (await context.newPage()).goto(`${origin}/robots.txt`)
      }
      const [firstPage] = newContext ? [] : context.pages()
      context.setDefaultTimeout(actionTimeout ?? 0)
      const undo = await prepare(context, watched, lang)
      await use(context)
      for (const page of context.pages()) if (page !== firstPage) await page.close()
      await undo()
      if (newContext) await context.close()
      else await clear(context, firstPage!, origin)
    },
    { scope: 'test', timeout: contextTimeout },
  ],

  newBrowser: async (
    { browser, contextOptions, viewport, locale, baseURL, expectNoErrors: watched, lang },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        ...(locale ? { locale } : {}),
        ...(baseURL ? { baseURL } : {}),
      })
      contexts.push(context)
      await prepare(context, watched, lang)
      return context
    })
    for (const context of contexts) await context.close()
  },

  open: async ({ product, lang }, use) =>
    use(async (page, address = '/UserCenterChild', account = 'demo') => {
      const { sk, userId } = await product.signIn(demoAccounts[account])
      const heading = page.locator('main h1').first()
      if (isFirstLoad(page, product.origin)) {
        // Same effect as the link below, with one page load.
        const script = await page.addInitScript(
          (session) => {
            if (location.protocol !== 'http:') return
            for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text)
          },
          { [sessionKeys.sk]: sk, [sessionKeys.userId]: String(userId) },
        )
        await page.goto(address)
        await script.dispose()
        await expect(heading).toBeVisible()
        return
      }
      const url = new URL(address, product.origin)
      url.searchParams.set('t', sk)
      url.searchParams.set('u', String(userId))
      await page.goto(url.href)
      const question = page.locator('.url-session-dialog dl')
      await expect(heading.or(question)).toBeVisible()
      // Another account is signed in.
      if (await question.isVisible())
        await page.getByRole('button', { name: urlSessionMessages[lang].switch }).click()
      await expect(heading).toBeVisible()
    }),

  openTab: async ({ context }, use) =>
    use(async (address) => {
      const tab = await context.newPage()
      await tab.goto(address)
      await expect(tab.locator('main h1').first()).toBeVisible()
      return tab
    }),

  submitLogin: async ({ t }, use) =>
    use(async (page, account, password = demoPassword) => {
      await page.getByLabel(t('landing.login.account')).fill(account)
      await page.getByLabel(t('fields.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('landing.login.submit'), exact: true }).click()
    }),

  toast: async ({ t }, use) => use((page) => page.getByRole('region', { name: t('toast.region') })),
})

export { expect } from '@playwright/test'

/** Declares tests about texts and how they fit in each language. Others run in English only. */
export function inBothLanguages(declareTests: () => void): void {
  for (const [lang, locale] of [
    ['zh', 'zh-CN'],
    ['en', 'en-GB'],
  ] as const)
    test.describe(lang, () => {
      test.use({ lang, locale })
      declareTests()
    })
}

/** A port below the range of outgoing connections. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** True if no page of the product is open in this context. */
const isFirstLoad = (page: Page, origin: string): boolean =>
  page
    .context()
    .pages()
    .every((other) => !other.url().startsWith(origin) || other.url().endsWith('/robots.txt'))

/** Sets the language and watches for errors. Returns a function that undoes both. */
async function prepare(context: BrowserContext, errorWatch: ErrorWatch, lang: Lang) {
  const unwatch = errorWatch.watch(context)
  const script = await context.addInitScript((lang) => {
    if (location.protocol === 'http:' && localStorage.getItem('lang') === null)
      localStorage.setItem('lang', lang)
  }, lang)
  return async () => {
    unwatch()
    await script.dispose()
  }
}

/** Clears everything except caches. */
async function clear(context: BrowserContext, page: Page, origin: string): Promise<void> {
  await context.unrouteAll()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await session.detach()
}
