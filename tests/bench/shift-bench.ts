/**
 * Layout shift of each console page, with answers that take a second: a first visit, one with
 * filled caches, and one from another page of the console.
 */
import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { chromium, type Browser, type Page, type Request } from '@playwright/test'
import { consoleRoutes } from '#client/console-routes.ts'
import { operatorSession } from '#contract/operator/session.ts'
import type { Session } from '#contract/sign-in.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import { browser } from '#tests/support/browser/browsers.ts'
import { setup } from '#tests/support/server/postgres.ts'
import { prepareDemo, startProduct, type Product } from '#tests/support/server/product.ts'
import { caller } from '#tests/support/server/server.ts'
import { filesIn } from '#tests/support/source-files.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** Milliseconds that each answer of the API takes longer. */
const delay = 1_000
/** Milliseconds without a request after which a page counts as loaded; more than one answer's. */
const quiet = 1_500
/** `SHIFT_VIEWPORT=1440x900`, in CSS pixels. */
const [width = 1280, height = 720] = (process.env['SHIFT_VIEWPORT'] ?? '')
  .split('x')
  .filter(Boolean)
  .map(Number)
/** Pages measured at the same time: they mostly wait. */
const parallel = 3
const goal = 0.02

type Target = { name: string; address: string; session: Session; scope: string; from: string }
type Shift = { value: number; worst: string }
type Measured = Record<(typeof visitKinds)[number], Shift>
const visitKinds = ['cold', 'warm', 'within'] as const

/**
 * Takes some ten minutes; `SHIFT_PAGES`, a regular expression, limits it to pages by their names,
 * `SHIFT_VIEWPORT` sets the size of the window. The pages are those that were built last. Each page's
 * line is reported as soon as it is measured.
 */
export async function shiftBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const stop = await setup()
  await prepareDemo()
  const product = await startProduct()
  const proxy = await startSlowProxy(product.origin)
  const chrome = await chromium.launch(browser())
  try {
    const pattern = new RegExp(process.env['SHIFT_PAGES'] ?? '')
    const visits = (await findTargets(product))
      .filter(({ name }) => pattern.test(name))
      .flatMap((target) => (['zh', 'en'] as const).map((lang) => ({ target, lang })))
    const lines: BenchLine[] = []
    const next = visits.entries()
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (const [index, { target, lang }] of next) {
          const line = toLine(
            `${target.name} ${lang}`,
            await measure(chrome, proxy.origin, target, lang),
          )
          lines[index] = line
          const verdict = line.met ? 'met' : 'MISSED'
          onProgress(`${index + 1} of ${visits.length}: ${line.what}  ${line.value}  ${verdict}`)
        }
      }),
    )
    return lines
  } finally {
    await chrome.close()
    proxy.close()
    await product.close()
    await stop()
  }
}

function toLine(what: string, measured: Measured): BenchLine {
  const highest = Math.max(...visitKinds.map((kind) => measured[kind].value))
  const worst = visitKinds.map((kind) => measured[kind]).find(({ value }) => value === highest)!
  const values = visitKinds.map((kind) => `${kind} ${measured[kind].value.toFixed(3)}`)
  return {
    what,
    value: [...values, highest > 0 ? worst.worst : ''].join('  '),
    goal: `≤ ${goal}`,
    met: highest <= goal,
  }
}

/** All pages of the main account and of the operators, and the overviews of other accounts. */
async function findTargets(product: Product): Promise<Target[]> {
  const session = await product.signIn(demoAccounts.demo)
  const own = consoleRoutes
    .filter((route) => route !== '/UserCenterExit')
    .map((address) => ({
      name: address.slice(1),
      address,
      session,
      scope: '',
      from: '/UserCenterChangePassword',
    }))
  const others = await Promise.all(
    (['monthly', 'demosub', 'freeuser'] as const).map(async (account) => ({
      name: `UserCenterIndex of ${account}`,
      address: '/UserCenterIndex',
      session: await product.signIn(demoAccounts[account]),
      scope: '',
      from: '/UserCenterChangePassword',
    })),
  )
  const server = { api: `${product.origin}/api`, now: Date.now }
  const { success, data, msg } = await caller(server, null).call(operatorSession.signIn, {
    email: demoOperator.email,
    password: demoPassword,
    code: codeAt(demoOperator.secret, Date.now()),
  })
  if (!success) throw new Error(msg)
  const operators = filesIn('resources/operator').map((file) => ({
    name: `operator/${basename(file, '.ts')}`,
    address: `/operator/${basename(file, '.ts')}?id=${session.userId}`,
    session: data,
    scope: 'operator.',
    from: '/operator/change-password',
  }))
  return [...own, ...others, ...operators]
}

/** Visits a page in a new browser context, again in the same tab, and from another page. */
async function measure(
  chrome: Browser,
  origin: string,
  { address, session, scope, from }: Target,
  lang: string,
): Promise<Measured> {
  const context = await chrome.newContext({ viewport: { width, height } })
  try {
    const page = await context.newPage()
    await page.addInitScript(
      ([sk, userId, scope, lang]) => {
        sessionStorage.setItem(`${scope}sk`, sk!)
        sessionStorage.setItem(`${scope}userId`, userId!)
        localStorage.setItem('lang', lang!)
      },
      [session.sk, String(session.userId), scope, lang],
    )
    await page.addInitScript({ content: observe })
    const settle = watchRequests(page)
    const visit = async (open: () => Promise<unknown>) => {
      await open()
      await settle()
      return page.evaluate(() => (window as unknown as { shift: Shift }).shift)
    }
    const cold = await visit(() => page.goto(origin + address))
    const warm = await visit(() => page.goto(origin + address))
    await visit(() => page.goto(origin + from))
    const within = await visit(() => page.evaluate(navigate, address))
    return { cold, warm, within }
  } finally {
    await context.close()
  }
}

/** Runs in the page: opens another address of the console without loading it again. */
function navigate(address: string) {
  ;(window as unknown as { shift: Shift }).shift = { value: 0, worst: '' }
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

/** Returns a function that resolves when no request is open, nor was for `quiet`. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = Date.now()
  page.on('request', (request) => {
    if (/openSse/.test(request.url())) return
    open.add(request)
    last = Date.now()
  })
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    last = Date.now()
    while (open.size > 0 || Date.now() - last < quiet) await page.waitForTimeout(100)
  }
}

/** The product with answers of its API that take `delay` longer, but for the notice stream. */
async function startSlowProxy(origin: string) {
  const server = createServer((incoming, response) => {
    const isSlow = /^\/api\/(?!.*openSse)/.test(incoming.url!)
    const upstream = sendRequest(
      origin + incoming.url!,
      { method: incoming.method, headers: incoming.headers },
      (answer) =>
        setTimeout(
          () => {
            response.writeHead(answer.statusCode!, answer.headers)
            answer.pipe(response)
          },
          isSlow ? delay : 0,
        ),
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs in the page: sums the shifts, and names the element that moved most in the largest one. */
const observe = `
  const shift = (window.shift = { value: 0, worst: '' })
  let largest = 0
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'removed element'
    const names = []
    for (let at = element; at && at !== document.body && names.length < 3; at = at.parentElement)
      names.unshift(at.localName + (at.id ? '#' + at.id : '') + [...at.classList].map((name) => '.' + name).join(''))
    return names.join(' > ')
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      if (window.shift !== shift && window.shift.value === 0) largest = 0
      window.shift.value += value
      if (value <= largest) continue
      largest = value
      const area = ({ previousRect: a, currentRect: b }) => Math.max(a.width * a.height, b.width * b.height)
      const [moved] = [...sources].sort((a, b) => area(b) - area(a))
      if (!moved) continue
      const { previousRect: from, currentRect: to } = moved
      window.shift.worst = value.toFixed(3) + ' ' + nameOf(moved.node) +
        [['x', to.x - from.x], ['y', to.y - from.y], ['width', to.width - from.width], ['height', to.height - from.height]]
          .filter(([, by]) => Math.round(by)).map(([name, by]) => ' ' + name + ' ' + (by > 0 ? '+' : '') + Math.round(by)).join('')
    }
  }).observe({ type: 'layout-shift', buffered: true })
`
