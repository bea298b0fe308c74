/**
 * `test` for the browser: each test has the whole product to itself, and fails on whatever it did
 * not expect.
 */
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

export type Account = keyof typeof demoAccounts
export type Options = {
  lang: Lang
  /** Gives a test a context of its own: for cold caches, or a clock, which nothing takes back. */
  newContext: boolean
}
type WorkerFixtures = {
  /** The contexts that the tests of a worker share, by their options. */
  contexts: Map<string, BrowserContext>
  /** The port of all products of a worker, so that what the browser has cached stays valid. */
  port: number
}

type Fixtures = {
  product: Product
  expectNoErrors: ErrorWatch
  /** Messages in the language of the pages. */
  t: Translate
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

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  lang: ['zh', { option: true }],

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

  baseURL: async ({ product }, use) => use(product.origin),

  expectNoErrors: async ({ product }, use) => {
    const watched = expectNoErrors(product.origin)
    await use(watched)
    expect(watched.broken()).toEqual([])
  },

  t: async ({ lang }, use) => use(messagesIn(lang)),

  context: async (
    {
      browser,
      contexts,
      newContext,
      product,
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
    const context = (newContext ? undefined : contexts.get(options)) ?? (await browser.newContext())
    if (!newContext && !contexts.has(options)) {
      contexts.set(options, context)
      // Keeps the process of the pages and what it has compiled.
      await (await context.newPage()).goto(`${product.origin}/robots.txt`)
    }
    const [firstPage] = newContext ? [] : context.pages()
    context.setDefaultTimeout(actionTimeout ?? 0)
    const undo = await settle(context, watched, lang)
    await use(context)
    for (const page of context.pages()) if (page !== firstPage) await page.close()
    await undo()
    if (newContext) await context.close()
    else await clear(context, firstPage!, product.origin)
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
      const heading = page.locator('main h1').first()
      if (isFirst(page, product.origin)) {
        // As the link does below, in one load.
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
      // Another account was signed in before.
      if (await question.isVisible())
        await page.getByRole('button', { name: urlSessionMessages[lang].switch }).click()
      await expect(heading).toBeVisible()
    }),

  typeIn: async ({ t }, use) =>
    use(async (page, account, password = demoPassword) => {
      await page.getByLabel(t('landing.login.account')).fill(account)
      await page.getByLabel(t('fields.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('landing.login.submit'), exact: true }).click()
    }),

  toast: async ({ t }, use) => use((page) => page.getByRole('region', { name: t('toast.region') })),
})

export { expect } from '@playwright/test'

/** Below the ports that the system gives to outgoing connections. */
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

/** Nothing of the product has been opened in this browser. */
const isFirst = (page: Page, origin: string): boolean =>
  page
    .context()
    .pages()
    .every((other) => !other.url().startsWith(origin) || other.url().endsWith('/robots.txt'))

/** A first-time visitor's browser, but for the language chosen. Returns what takes that back. */
async function settle(context: BrowserContext, watched: ErrorWatch, lang: Lang) {
  const unwatch = watched.watch(context)
  const script = await context.addInitScript((lang) => {
    if (location.protocol === 'http:' && localStorage.getItem('lang') === null)
      localStorage.setItem('lang', lang)
  }, lang)
  return async () => {
    unwatch()
    await script.dispose()
  }
}

/** Leaves nothing of a test but caches. */
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
