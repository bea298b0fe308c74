/**
 * The console's first list page beside a minimal react-admin page with the same rows: visits in
 * turn, CPU slowed four times, slow 4G.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type CDPSession, type Request } from '@playwright/test'
import { build } from 'vite'
import type { Session } from '#contract/sign-in.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { browser } from '#tests/support/browser/browsers.ts'
import { setup } from '#tests/support/server/postgres.ts'
import { prepareDemo, startProduct } from '#tests/support/server/product.ts'

/** Visits of each page on each network; the median counts. `LIST_ROUNDS` sets another number. */
const rounds = Number(process.env['LIST_ROUNDS'] ?? 7)
/** Rows usable, relative to react-admin; kB of JavaScript, gzipped; requests before the rows. */
const goals = { ratio: 0.9, kilobytes: 400, requests: 12 }
const networks = {
  /** 1.6 Mbit/s, 150 ms round trip. */
  'slow 4G': { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  /**
   * What Lighthouse sets with DevTools throttling: 3.75 times the round trip for each request, 0.9
   * of the bandwidth.
   */
  'slow 4G as Lighthouse sets it': {
    latency: 562.5,
    downloadThroughput: 1_440_000 / 8,
    uploadThroughput: 675_000 / 8,
  },
}
const installed = '/usr/bin/chromium'
const cache = resolve('node_modules/.cache/bench-react-admin')

type Visit = {
  kilobytes: number
  requests: number
  script: number
  blocking: number
  paint: number
  rows: number
}

/**
 * Takes some six minutes and, the first time, react-admin from the package registry. Our pages are
 * those that were built last.
 */
export async function listBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  onProgress('Building a minimal react-admin page …')
  await buildReactAdmin()
  const stop = await setup()
  await prepareDemo()
  const product = await startProduct()
  const reactAdmin = await startProduct({ pages: `${cache}/dist` })
  const chrome = await chromium.launch(
    existsSync(installed) ? { executablePath: installed, args: ['--no-sandbox'] } : browser(),
  )
  const lines: BenchLine[] = []
  try {
    const pages = {
      product: {
        address: `${product.origin}/UserCenterChild`,
        session: await product.signIn(demoAccounts.demo),
        row: '',
      },
      'react-admin': {
        address: `${reactAdmin.origin}/`,
        session: await reactAdmin.signIn(demoAccounts.demo),
        row: '',
      },
    }
    lines.push({ what: 'browser', value: `Chromium ${chrome.version()}` })
    for (const [network, conditions] of Object.entries(networks)) {
      onProgress(`Opening the first list, ${network}: ${rounds} rounds …`)
      const visits: Record<keyof typeof pages, Visit[]> = { product: [], 'react-admin': [] }
      for (let round = 0; round < rounds; round++) {
        for (const name of ['product', 'react-admin'] as const)
          visits[name].push(await visit(chrome, pages[name], conditions))
      }
      lines.push(...compared(network, visits.product, visits['react-admin']))
    }
    lines.push({
      what: 'load average at the end, cores',
      value: `${loadavg()[0]!.toFixed(1)}, ${cpus().length}`,
    })
    return lines
  } finally {
    await chrome.close()
    await product.close()
    await reactAdmin.close()
    await stop()
  }
}

function compared(
  network: string,
  product: readonly Visit[],
  reactAdmin: readonly Visit[],
): BenchLine[] {
  const median = (visits: readonly Visit[], name: keyof Visit) =>
    visits.map((visit) => visit[name]).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)]!
  const rows = (name: string, visits: readonly Visit[]): BenchLine[] => [
    {
      what: `${network}, ${name}: JavaScript, requests`,
      value: `${median(visits, 'kilobytes').toFixed(0)} kB, ${median(visits, 'requests')}`,
    },
    {
      what: `${network}, ${name}: first contentful paint`,
      value: `${median(visits, 'paint').toFixed(0)} ms`,
    },
    {
      what: `${network}, ${name}: script, blocking`,
      value: `${median(visits, 'script').toFixed(0)} ms, ${median(visits, 'blocking').toFixed(0)} ms`,
    },
    {
      what: `${network}, ${name}: rows usable, quickest to slowest visit`,
      value: `${median(visits, 'rows').toFixed(0)} ms, ${Math.min(...visits.map(({ rows }) => rows)).toFixed(0)}–${Math.max(...visits.map(({ rows }) => rows)).toFixed(0)} ms`,
    },
  ]
  const ratio = median(product, 'rows') / median(reactAdmin, 'rows')
  const [requests, kilobytes] = [median(product, 'requests'), median(product, 'kilobytes')]
  return [
    ...rows('product', product),
    ...rows('minimal react-admin', reactAdmin),
    {
      what: `${network}: rows usable, product relative to react-admin`,
      value: `${ratio.toFixed(3)}×`,
      goal: `≤ ${goals.ratio}×`,
      met: ratio <= goals.ratio,
    },
    {
      what: `${network}: our requests before the rows`,
      value: String(requests),
      goal: `≤ ${goals.requests}`,
      met: requests <= goals.requests,
    },
    {
      what: `${network}: our JavaScript, gzipped`,
      value: `${kilobytes.toFixed(1)} kB`,
      goal: `≤ ${goals.kilobytes} kB`,
      met: kilobytes <= goals.kilobytes,
    },
  ]
}

/** A first visit with a session and an empty cache, until the rows are drawn. */
async function visit(
  chrome: Browser,
  { address, session }: { address: string; session: Session },
  network: (typeof networks)[keyof typeof networks],
): Promise<Visit> {
  const context = await chrome.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  const { origin } = new URL(address)
  await page.addInitScript(storeSession, { sk: session.sk, userId: String(session.userId), origin })
  await page.addInitScript({ content: observe })
  const cdp = await context.newCDPSession(page)
  await throttle(cdp, network)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(address, { waitUntil: 'commit' })
  await page.evaluate(() => (window as unknown as { rowsShown: Promise<void> }).rowsShown)
  const before = [...requests]
  const script = await scriptTime(cdp)
  const metrics = await page.evaluate(
    () => (window as unknown as { metrics: Pick<Visit, 'rows' | 'blocking' | 'paint'> }).metrics,
  )
  const resources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )
  const late = new Set(
    resources.filter(({ startTime }) => startTime > metrics.rows).map(({ name }) => name),
  )
  const counted = before.filter((request) => !late.has(request.url()))
  const sizes = await Promise.all(counted.map(scriptSize))
  if (process.env['LIST_REQUESTS'])
    process.stderr.write(`${counted.map((request) => request.url()).join('\n')}\n\n`)
  await context.close()
  return {
    ...metrics,
    script,
    requests: counted.length,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
  }
}

/** Gzipped bytes of a script, or of a page’s inline scripts. */
async function scriptSize(request: Request): Promise<number> {
  const kind = request.resourceType()
  if (kind !== 'script' && kind !== 'document') return 0
  const body = await (await request.response())!.body()
  if (kind === 'script') return gzipSync(body).length
  return [...body.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)].reduce(
    (sum, [, text]) => sum + gzipSync(text!).length,
    0,
  )
}

/** Runs in the page before its scripts. */
function storeSession({ sk, userId, origin }: { sk: string; userId: string; origin: string }) {
  if (location.origin !== origin) return
  sessionStorage.setItem('sk', sk)
  sessionStorage.setItem('userId', userId)
  localStorage.setItem('lang', 'en')
}

/**
 * Runs in the page: milliseconds to the frame with ten filled table rows, of long tasks beyond 50
 * each, and to the first contentful paint.
 */
const observe = `
  const metrics = (window.metrics = { rows: 0, blocking: 0, paint: 0 })
  let painted
  const isRow = (row) => row.cells.length > 5 && row.textContent.trim().length > 8
  window.rowsShown = new Promise((resolve) => {
    const check = () => {
      if ([...document.querySelectorAll('tbody tr')].filter(isRow).length < 10) return requestAnimationFrame(check)
      metrics.rows = performance.now()
      if (metrics.paint) setTimeout(resolve)
      else painted = resolve
    }
    requestAnimationFrame(check)
  })
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('longtask', ({ duration }) => (metrics.blocking += Math.max(0, duration - 50)))
  watch('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return
    metrics.paint = startTime
    painted?.()
  })
`

async function throttle(session: CDPSession, network: (typeof networks)[keyof typeof networks]) {
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Milliseconds. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000
}

/** Compressed as the product’s own pages are. */
async function buildReactAdmin(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  cpSync('tests/bench/react-admin', cache, { recursive: true })
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: cache,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('react-admin could not be installed.')
  await build({
    configFile: false,
    root: cache,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: `${cache}/dist`,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  })
  const { compress } = (await import(resolve('src/commands/build.mjs'))) as {
    compress: (folder: string) => void
  }
  compress(`${cache}/dist`)
}
