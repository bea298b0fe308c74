/** Serves the built front end: prerendered pages per language, assets, precompressed files. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import {
  type SiteOwner,
  nothingSaid,
  siteQuestions,
  type Site,
  type SiteData,
} from '#contract/site.ts'
import { isOperatorPath } from '#server/http/operator-networks.ts'
import { apiBase } from '#server/http/router.ts'
import { checkoutPageHeaders } from '#server/http/security-headers.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'
import { pathToFileURL } from 'node:url'
import { toQuery } from '#contract/query.ts'

/** Assets with a hash in the name are immutable; other files may change with the next build. */
const hashed = /^\/assets\//
const isFile = /\.\w+$/
const pageFile = '/index.html'

/** `payHosts`: additional hosts that a payment form may be posted to. */
type SiteSettings = {
  production: boolean
  publicUrl?: string | undefined
  payHosts?: readonly string[]
  siteOwner?: SiteOwner
}

/**
 * `folder` is the build's output, with precompressed copies next to the files. Must be called after
 * all other routes are mounted.
 */
export function serveStaticFiles(app: Hono<AppEnv>, folder: string, about: SiteSettings): void {
  const headers = checkoutPageHeaders(about.production, about.payHosts)
  const page = programPages(folder, about.production, headers['content-security-policy']!)
  const site = prerenderedPages(app, apiBase, folder, about)
  const show = async (c: AppContext): Promise<Response> => {
    if (!page) return notNow(c, 'The pages are not built yet: npm run build.', 503)
    if (isOperatorPath(c.req.path)) {
      c.header('x-robots-tag', 'noindex')
      return page(c)
    }
    const built = await site
    if (!built) return page(c)
    const place = built.find(c)
    if (place.kind === 'moved') return c.redirect(place.to, 302)
    if (place.kind === 'app') return page(c)
    c.header(
      'content-security-policy',
      allowing(built.scriptHash, headers['content-security-policy']!),
    )
    return built.page(c, place.path)
  }
  app.get('*', async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header(
      'cache-control',
      hashed.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    const file = (await site)?.file(c)
    if (file) return file
    return isFile.test(c.req.path) && c.req.path !== pageFile ? next() : show(c)
  })
  if (existsSync(folder)) app.get('*', serveStatic({ root: folder, precompressed: true }))
  app.get('*', (c) => (asksForPage(c) ? show(c) : notNow(c, 'Not found', 404)))
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * A navigation rather than a subresource (spec 2.1): the address may look like a file, as those of
 * an earlier site do.
 */
const asksForPage = (c: AppContext): boolean =>
  !hashed.test(c.req.path) && /\btext\/html\b/.test(c.req.header('accept') ?? '')

/** Content security policy of a page with inline scripts. */
const allowing = (hashes: string, policy: string): string =>
  policy.replace("script-src 'self'", `script-src 'self' ${hashes}`)

/**
 * Serves the built page of the path, else `index.html`, and marks in it whether demo accounts are
 * available. Undefined if nothing was built.
 */
function programPages(
  folder: string,
  production: boolean,
  policy: string,
): ((c: AppContext) => Response) | undefined {
  if (!existsSync(join(folder, pageFile))) return undefined
  const pages = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .map((name) => [
        `/${name.slice(0, -'.html'.length)}`,
        programPage(join(folder, name), production, policy),
      ]),
  )
  const rest = pages.get('/index')!
  return (c) => (pages.get(c.req.path) ?? rest)(c)
}

/**
 * Reads the file on first request. The build has compressed it thoroughly; what is marked after
 * that is compressed quickly.
 */
function programPage(
  file: string,
  production: boolean,
  policy: string,
): (c: AppContext) => Response {
  const read = () => {
    const html = readFileSync(file, 'utf8')
    const text = production ? html : html.replace('data-mode=""', 'data-mode="demo"')
    const hashes = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)]
      .map(([, script]) => hashOf(script!))
      .join(' ')
    const built = (name: string) =>
      text === html && existsSync(file + name)
        ? new Uint8Array(readFileSync(file + name))
        : undefined
    return {
      text,
      gzip: built('.gz') ?? new Uint8Array(gzipSync(text)),
      br: built('.br') ?? new Uint8Array(brotliCompressSync(text, quickly)),
      hashes,
    }
  }
  let page: ReturnType<typeof read> | undefined
  return (c) => {
    page ??= read()
    c.header('content-type', 'text/html; charset=utf-8')
    c.header('vary', 'Accept-Encoding')
    if (page.hashes) c.header('content-security-policy', allowing(page.hashes, policy))
    const encoding = (['br', 'gzip'] as const).find((one) =>
      new RegExp(`\\b${one}\\b`).test(c.req.header('accept-encoding') ?? ''),
    )
    if (!encoding) return c.body(page.text)
    c.header('content-encoding', encoding)
    return c.body(page[encoding])
  }
}

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function notNow(c: AppContext, text: string, status: 404 | 503): Response {
  c.header('cache-control', 'no-store')
  return c.text(text, status)
}

/** Milliseconds before the data of the pages is fetched again. */
const latest = 5_000
/** Milliseconds that the first visitor waits for the data. */
const timeout = 2_000
/** Maximum number of cached pages, over all origins of this server. */
const stored = 200

type PageSettings = { production: boolean; publicUrl?: string | undefined; siteOwner?: SiteOwner }
type Page = { html: string; etag: string; br?: Buffer; gzip?: Buffer }

/** Undefined if the site was not built. `about.publicUrl` overrides the origin of the request. */
async function prerenderedPages(
  app: Hono<AppEnv>,
  apiBase: string,
  folder: string,
  about: PageSettings,
) {
  const file = join(folder, '../site/site.mjs')
  if (!existsSync(file)) return undefined
  const { site } = (await import(pathToFileURL(file).href)) as { site: Site }
  const data = currentData((path) => app.request(apiBase + path))
  const pages = new Map<string, Page>()
  let drawnFrom: SiteData = nothingSaid

  async function page(path: string, origin: string): Promise<Page> {
    const now = await data()
    if (now !== drawnFrom || pages.size > stored) pages.clear()
    drawnFrom = now
    const key = `${origin} ${path}`
    const found = pages.get(key)
    if (found) return found
    const html = site.render(path, origin, now, about.siteOwner ?? {})
    const result = about.production ? html : html.replace('data-mode=""', 'data-mode="demo"')
    const made: Page = {
      html: result,
      etag: `"${createHash('sha256').update(result).digest('base64url').slice(0, 22)}"`,
    }
    pages.set(key, made)
    return made
  }

  return {
    scriptHash: site.scriptHash,
    find: (c: AppContext) => site.find(c.req.path, new URL(c.req.url).search),
    async page(c: AppContext, path: string) {
      return answer(c, await page(path, originOf(c, about.publicUrl)))
    },
    file(c: AppContext) {
      const found = site.files(originOf(c, about.publicUrl))[c.req.path]
      return found && c.body(found.text, 200, { 'content-type': found.type })
    },
  }
}

/** Compressed on the first request that accepts the encoding. */
function answer(c: AppContext, page: Page): Response {
  c.header('content-type', 'text/html; charset=utf-8')
  c.header('vary', 'Accept-Encoding')
  c.header('etag', page.etag)
  if (c.req.header('if-none-match') === page.etag) return c.body(null, 304)
  const accepted = c.req.header('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) {
    c.header('content-encoding', 'br')
    return c.body(new Uint8Array((page.br ??= brotliCompressSync(page.html, quickly))))
  }
  if (!/\bgzip\b/.test(accepted)) return c.body(page.html)
  c.header('content-encoding', 'gzip')
  return c.body(new Uint8Array((page.gzip ??= gzipSync(page.html))))
}

/** The public origin: the configured one, else that of the request; empty if malformed. */
function originOf(c: AppContext, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin
  const { origin } = new URL(c.req.url)
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : ''
}

/**
 * Public API data, stale-while-revalidate: stale data is served during a refetch and after a failed
 * one. The object stays identical while the data is unchanged.
 */
function currentData(
  request: (path: string) => Response | Promise<Response>,
): () => Promise<SiteData> {
  let known: { data: SiteData; text: string; at: number } = {
    data: nothingSaid,
    text: '',
    at: Number.NEGATIVE_INFINITY,
  }
  let asking: Promise<void> | undefined

  async function ask() {
    const result = await Promise.all(
      Object.entries(siteQuestions).map(async ([name, question]) => [
        name,
        await question(askOne).catch(() => known.data[name as keyof SiteData]),
      ]),
    )
    const data = Object.fromEntries(result) as SiteData
    const text = JSON.stringify(data)
    known =
      text === known.text
        ? { ...known, at: performance.now() }
        : { data, text, at: performance.now() }
  }

  const askOne = (async ({ path }: { path: string }, input: Record<string, string | number>) => {
    const query = toQuery(input)
    const answered = await request(query ? `${path}?${query}` : path)
    const { success, data } = (await answered.json()) as { success: boolean; data: unknown }
    if (!success) throw new Error(`${path} is refused`)
    return data
  }) as Parameters<(typeof siteQuestions)['packages']>[0]

  return async () => {
    if (performance.now() - known.at > latest) {
      asking ??= ask().finally(() => (asking = undefined))
      if (known.text === '')
        await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, timeout))])
    }
    return known.data
  }
}
