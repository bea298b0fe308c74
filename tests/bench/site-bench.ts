/**
 * What the public home page costs a phone: CPU slowed four times, slow 4G, against the very same
 * page as plain HTML without a script.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { browser } from '#tests/support/browser/browsers.ts'
import { setup } from '#tests/support/server/postgres.ts'
import { prepareDemo, startProduct } from '#tests/support/server/product.ts'

/**
 * Runs of each page, turn and turn about; the middle one counts, and the fastest is printed beside
 * it, since other work on the machine only adds.
 */
const runs = 9
/** Slow 4G: 1.6 Mbit/s, 150 ms there and back. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const goals = { paint: 1.15, blocking: 100, shift: 0.02, before: 5, all: 95 }

type Visit = { paint: number; blocking: number; shift: number; before: number; all: number }

/** Takes about two minutes; leaves nothing behind. The pages are those that were built last. */
export async function siteBench(say: (sentence: string) => void = () => {}): Promise<BenchLine[]> {
  say('Visiting the home page on a slow phone …')
  const stop = await setup()
  await prepareDemo()
  const product = await startProduct()
  const chrome = await chromium.launch(browser())
  try {
    const between = await standBetween(product.origin)
    const [plain, real]: [Visit[], Visit[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      plain.push(await visit(chrome, `${between.origin}/home?plain`))
      real.push(await visit(chrome, `${between.origin}/home`))
    }
    between.close()
    const of = (visits: Visit[], name: keyof Visit) =>
      visits.map((it) => it[name]).toSorted((a, b) => a - b)[Math.floor(runs / 2)]!
    const ratio = of(real, 'paint') / of(plain, 'paint')
    const least = (visits: Visit[], name: keyof Visit) =>
      Math.round(Math.min(...visits.map((it) => it[name])))
    return [
      {
        what: 'work waiting for a processor while the pages were visited',
        value: `${loadavg()[0]!.toFixed(1)} on ${cpus().length}`,
      },
      {
        what: 'largest paint of /home as plain HTML without script',
        value: `${Math.round(of(plain, 'paint'))} ms`,
      },
      {
        what: 'largest paint of /home',
        value: `${Math.round(of(real, 'paint'))} ms, ${ratio.toFixed(2)}×`,
        ...goal(ratio, goals.paint, '×'),
      },
      {
        what: 'blocking time of /home',
        value: `${Math.round(of(real, 'blocking'))} ms, at best ${least(real, 'blocking')} ms; without script ${Math.round(of(plain, 'blocking'))} and ${least(plain, 'blocking')} ms`,
        ...goal(of(real, 'blocking'), goals.blocking, ' ms'),
      },
      {
        what: 'layout shift of /home',
        value: of(real, 'shift').toFixed(3),
        ...goal(of(real, 'shift'), goals.shift, ''),
      },
      {
        what: 'JavaScript of /home before the largest paint, gzipped',
        value: kB(of(real, 'before')),
        ...goal(of(real, 'before'), goals.before, ' kB'),
      },
      {
        what: 'JavaScript of /home in all, gzipped',
        value: kB(of(real, 'all')),
        ...goal(of(real, 'all'), goals.all, ' kB'),
      },
    ]
  } finally {
    await chrome.close()
    await product.close()
    await stop()
  }
}

/** A first visit, from an empty cache until nothing is under way any more. */
async function visit(chrome: Browser, address: string): Promise<Visit> {
  const context = await chrome.newContext({ viewport: { width: 375, height: 740 }, isMobile: true })
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  await page.addInitScript({ content: observe })
  const scripts: Promise<{ at: number; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(arrived(page, response.body()))
  })
  const html = await (await page.goto(address, { waitUntil: 'load' }))!.text()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_500)
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { paint: number; blocking: number; shift: number } }).seen,
  )
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => ({
    at: 0,
    size: gzipSync(text!).length,
  }))
  const all = [...inline, ...(await Promise.all(scripts))]
  await context.close()
  const kilobytes = (of: typeof all) => of.reduce((sum, { size }) => sum + size, 0) / 1_000
  return {
    ...seen,
    before: kilobytes(all.filter(({ at }) => at <= seen.paint)),
    all: kilobytes(all),
  }
}

async function arrived(page: Page, body: Promise<Buffer>) {
  const size = gzipSync(await body).length
  return { at: await page.evaluate(() => performance.now()), size }
}

async function slowDown(session: CDPSession) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/**
 * Hands on what the server says, compressed alike for both pages; asked for the plain one, without
 * its scripts.
 */
async function standBetween(origin: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(origin + request.url!, {
        headers: { ...(request.headers as Record<string, string>), host: new URL(origin).host },
      })
      const type = answer.headers.get('content-type') ?? 'text/plain'
      const body = Buffer.from(await answer.arrayBuffer())
      const sent = request.url!.endsWith('?plain')
        ? Buffer.from(withoutScripts(body.toString()))
        : body
      response
        .writeHead(answer.status, {
          'content-type': type,
          'content-encoding': 'gzip',
          'cache-control': 'no-store',
        })
        .end(gzipSync(sent))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

const withoutScripts = (html: string): string => html.replace(/<script\b[\s\S]*?<\/script>/g, '')

/** Runs in the page: the last largest paint, milliseconds over 50 of long tasks, and what moved. */
const observe = `
  const seen = (window.seen = { paint: 0, blocking: 0, shift: 0 })
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime))
  watch('longtask', ({ duration }) => (seen.blocking += Math.max(0, duration - 50)))
  watch('layout-shift', ({ value }) => (seen.shift += value))
`

const kB = (size: number): string => `${size.toFixed(1)} kB`
const goal = (value: number, most: number, unit: string) => ({
  goal: `≤ ${most}${unit}`,
  met: value <= most,
})
