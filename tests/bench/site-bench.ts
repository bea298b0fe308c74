/**
 * The public home page on a slow phone (processor slowed four times, slow 4G), beside the same page
 * without scripts.
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

/** Visits of each page, alternately; the median counts. */
const runs = 9
/** Slow 4G: 1.6 Mbit/s, 150 ms round trip. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
/** `paint`: relative to the page without scripts; the others as in `Visit`. */
const goals = { paint: 1.15, blocking: 100, shift: 0.02, early: 5, scripts: 95 }

type Visit = {
  /** Milliseconds to the largest contentful paint. */
  paint: number
  /** Milliseconds of long tasks over 50. */
  blocking: number
  /** Cumulative layout shift. */
  shift: number
  /** kB of gzipped JavaScript before the largest paint. */
  early: number
  /** kB of gzipped JavaScript. */
  scripts: number
}

/** Takes about two minutes; leaves nothing behind. The pages are those that were built last. */
export async function siteBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  onProgress('Visiting the home page on a slow phone …')
  const stop = await setup()
  await prepareDemo()
  const product = await startProduct()
  const chrome = await chromium.launch(browser())
  try {
    const filter = await startScriptFilter(product.origin)
    const [plain, real]: [Visit[], Visit[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      plain.push(await visit(chrome, `${filter.origin}/home?plain`))
      real.push(await visit(chrome, `${filter.origin}/home`))
    }
    filter.close()
    const median = (visits: Visit[], name: keyof Visit) =>
      visits.map((visit) => visit[name]).toSorted((a, b) => a - b)[Math.floor(runs / 2)]!
    const ratio = median(real, 'paint') / median(plain, 'paint')
    const minimum = (visits: Visit[], name: keyof Visit) =>
      Math.round(Math.min(...visits.map((visit) => visit[name])))
    return [
      {
        what: 'load average at the end, cores',
        value: `${loadavg()[0]!.toFixed(1)}, ${cpus().length}`,
      },
      {
        what: 'largest paint of /home as plain HTML without script',
        value: `${Math.round(median(plain, 'paint'))} ms`,
      },
      {
        what: 'largest paint of /home',
        value: `${Math.round(median(real, 'paint'))} ms, ${ratio.toFixed(2)}×`,
        ...goal(ratio, goals.paint, '×'),
      },
      {
        what: 'blocking time of /home',
        value: `${Math.round(median(real, 'blocking'))} ms, at best ${minimum(real, 'blocking')} ms; without script ${Math.round(median(plain, 'blocking'))} and ${minimum(plain, 'blocking')} ms`,
        ...goal(median(real, 'blocking'), goals.blocking, ' ms'),
      },
      {
        what: 'layout shift of /home',
        value: median(real, 'shift').toFixed(3),
        ...goal(median(real, 'shift'), goals.shift, ''),
      },
      {
        what: 'JavaScript of /home before the largest paint, gzipped',
        value: kB(median(real, 'early')),
        ...goal(median(real, 'early'), goals.early, ' kB'),
      },
      {
        what: 'JavaScript of /home in all, gzipped',
        value: kB(median(real, 'scripts')),
        ...goal(median(real, 'scripts'), goals.scripts, ' kB'),
      },
    ]
  } finally {
    await chrome.close()
    await product.close()
    await stop()
  }
}

/** Of a browser with a window: pages open no notice stream for others, which are robots. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A first visit with an empty cache, until the network is idle but for the notice stream. */
async function visit(chrome: Browser, address: string): Promise<Visit> {
  const context = await chrome.newContext({
    viewport: { width: 375, height: 740 },
    isMobile: true,
    userAgent,
  })
  const page = await context.newPage()
  await throttle(await context.newCDPSession(page))
  await page.addInitScript({ content: observe })
  const scripts: Promise<{ at: number; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(sizeOf(page, response.body()))
  })
  const stream = address.endsWith('?plain')
    ? page.waitForLoadState('networkidle')
    : page.waitForResponse(/openSse/)
  const html = await (await page.goto(address, { waitUntil: 'load' }))!.text()
  await stream
  await page.waitForTimeout(1_500)
  const metrics = await page.evaluate(
    () =>
      (window as unknown as { metrics: { paint: number; blocking: number; shift: number } })
        .metrics,
  )
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => ({
    at: 0,
    size: gzipSync(text!).length,
  }))
  const all = [...inline, ...(await Promise.all(scripts))]
  await context.close()
  const kilobytes = (of: typeof all) => of.reduce((sum, { size }) => sum + size, 0) / 1_000
  return {
    ...metrics,
    early: kilobytes(all.filter(({ at }) => at <= metrics.paint)),
    scripts: kilobytes(all),
  }
}

async function sizeOf(page: Page, body: Promise<Buffer>) {
  const size = gzipSync(await body).length
  return { at: await page.evaluate(() => performance.now()), size }
}

async function throttle(session: CDPSession) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Proxy that compresses all pages alike and removes the scripts of URLs that end in `?plain`. */
async function startScriptFilter(origin: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const upstream = await fetch(origin + request.url!, {
        headers: { ...(request.headers as Record<string, string>), host: new URL(origin).host },
      })
      const type = upstream.headers.get('content-type') ?? 'text/plain'
      if (type.startsWith('text/event-stream')) {
        response.writeHead(upstream.status, { 'content-type': type })
        for await (const part of upstream.body!) response.write(part)
        return response.end()
      }
      const body = Buffer.from(await upstream.arrayBuffer())
      const filtered = request.url!.endsWith('?plain')
        ? Buffer.from(withoutScripts(body.toString()))
        : body
      response
        .writeHead(upstream.status, {
          'content-type': type,
          'content-encoding': 'gzip',
          'cache-control': 'no-store',
        })
        .end(gzipSync(filtered))
    })().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

const withoutScripts = (html: string): string => html.replace(/<script\b[\s\S]*?<\/script>/g, '')

/** Runs in the page. */
const observe = `
  const metrics = (window.metrics = { paint: 0, blocking: 0, shift: 0 })
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (metrics.paint = startTime))
  watch('longtask', ({ duration }) => (metrics.blocking += Math.max(0, duration - 50)))
  watch('layout-shift', ({ value }) => (metrics.shift += value))
`

const kB = (size: number): string => `${size.toFixed(1)} kB`
const goal = (value: number, limit: number, unit: string) => ({
  goal: `≤ ${limit}${unit}`,
  met: value <= limit,
})
