/** First visits of the login page and a list: JavaScript, time to the first paint, other hosts. */
import { gzipSync } from 'node:zlib'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { demoAccounts } from '#server/seed/demo.ts'
import { browser } from '#tests/support/browser/browsers.ts'
import { setup } from '#tests/support/server/postgres.ts'
import { prepareDemo, startProduct } from '#tests/support/server/product.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** kB of 1,000 bytes, gzipped. */
const goals = { login: 95, list: 400 }

/** Takes some ten seconds; leaves nothing behind. The pages are those that were built last. */
export async function sizesBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  onProgress('Opening pages in Chromium …')
  const stop = await setup()
  await prepareDemo()
  const product = await startProduct()
  const chrome = await chromium.launch(browser())
  try {
    const { sk, userId } = await product.signIn(demoAccounts.demo)
    const login = await visit(await chrome.newContext(), `${product.origin}/login`)
    const list = await visit(
      await chrome.newContext(),
      `${product.origin}/UserCenterChild?t=${sk}&u=${userId}`,
    )
    const foreign = [...login.hosts, ...list.hosts].filter(
      (host) => host !== new URL(product.origin).host,
    )
    return [
      sizeLine('login page', login.kilobytes, goals.login),
      sizeLine('console’s first list page', list.kilobytes, goals.list),
      {
        what: 'first paint of the login page’s frame',
        value: `${Math.round(login.firstPaint)} ms`,
      },
      { what: 'first paint of the list page’s frame', value: `${Math.round(list.firstPaint)} ms` },
      { what: 'rows of the list on the screen', value: `${Math.round(list.rowsShown)} ms` },
      {
        what: 'requests to other hosts',
        value: String(foreign.length),
        goal: '0',
        met: foreign.length === 0,
      },
    ]
  } finally {
    await chrome.close()
    await product.close()
    await stop()
  }
}

type Visit = { kilobytes: number; firstPaint: number; rowsShown: number; hosts: string[] }

/** A first visit with an empty cache, until the network is idle. */
async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  const hosts: string[] = []
  page.on(
    'request',
    (request) => /^https?:/.test(request.url()) && hosts.push(new URL(request.url()).host),
  )
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  const began = Date.now()
  await page.goto(address)
  await page.getByRole('textbox').or(page.locator('tbody td:not(:has(.waiting))')).first().waitFor()
  const rowsShown = Date.now() - began
  // The console keeps a stream open, so its network is never idle.
  await Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(3_000)])
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  return { kilobytes: bytes / 1_000, firstPaint: await firstPaintOf(page), rowsShown, hosts }
}

/** Milliseconds from the start of the navigation. */
const firstPaintOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN)

const sizeLine = (what: string, kilobytes: number, goal: number): BenchLine => ({
  what: `JavaScript of the ${what}, gzipped`,
  value: `${kilobytes.toFixed(1)} kB`,
  goal: `≤ ${goal} kB`,
  met: kilobytes <= goal,
})
