/** Serves the built front end: prerendered pages per language, assets, precompressed files. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import {
  type SiteOwner,
  emptySiteData,
  siteDataLoaders,
  type Site,
  type SiteData,
} from '#contract/site.ts'
import { findAcceptedEncoding, matchesEtag } from '#server/http/response.ts'
import { apiBase } from '#server/http/router.ts'
import { allowPictures, checkoutPageHeaders } from '#server/http/security-headers.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'
import { pathToFileURL } from 'node:url'
import { toQuery } from '#contract/query.ts'

/** Assets with a hash in the name are immutable; other files may change with the next build. */
const hashedAsset = /^\/assets\//
const fileExtension = /\.\w+$/
const pageFile = '/index.html'

/**
 * `payHosts`: additional hosts that a payment form may be posted to; `pictureHosts`: whose pictures
 * the pages show besides those of stored contacts.
 */
type SiteSettings = {
  production: boolean
  pictureHosts?: readonly string[]
  publicUrl?: string | undefined
  payHosts?: readonly string[]
  siteOwner?: SiteOwner
}

/**
 * `folder` is the build's output, with precompressed copies next to the files. Must be called after
 * all other routes are mounted.
 */
export function serveStaticFiles(app: Hono<AppEnv>, folder: string, settings: SiteSettings): void {
  const headers = checkoutPageHeaders(settings.production, settings.payHosts)
  const sendProgramPage = createProgramPages(folder, settings.production)
  const readSiteData = createSiteDataCache((path) => app.request(apiBase + path))
  const readPolicy = async () => {
    const configured = (settings.pictureHosts ?? []).map((host) => `https://${host}`)
    const origins = new Set([...configured, ...pictureOriginsOf(await readSiteData())])
    return allowPictures(headers['content-security-policy']!, [...origins])
  }
  const site = loadPrerenderedSite(readSiteData, folder, settings)
  const sendPage = async (c: AppContext): Promise<Response> => {
    if (!sendProgramPage)
      return sendUncachedText(c, 'The pages are not built yet: npm run build.', 503)
    const builtSite = await site
    if (!builtSite) return sendProgramPage(c, await readPolicy())
    const route = builtSite.resolveRoute(c)
    if (route.kind === 'moved') return c.redirect(route.to, 302)
    if (route.kind === 'app') return sendProgramPage(c, await readPolicy())
    c.header('content-security-policy', allowScripts(builtSite.scriptHash, await readPolicy()))
    return builtSite.sendPage(c, route.path)
  }
  app.get('*', async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header(
      'cache-control',
      hashedAsset.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    const fileResponse = (await site)?.findFile(c)
    if (fileResponse) return fileResponse
    return fileExtension.test(c.req.path) && c.req.path !== pageFile ? next() : sendPage(c)
  })
  if (existsSync(folder)) app.get('*', serveStatic({ root: folder, precompressed: true }))
  app.get('*', (c) => (isNavigation(c) ? sendPage(c) : sendUncachedText(c, 'Not found', 404)))
}

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Whether the request is a navigation rather than a subresource (spec 2.1). The address may look
 * like a file, as those of a former site do.
 */
const isNavigation = (c: AppContext): boolean =>
  !hashedAsset.test(c.req.path) && /\btext\/html\b/.test(c.req.header('accept') ?? '')

/** Content security policy of a page with inline scripts. */
const allowScripts = (hashes: string, policy: string): string =>
  policy.replace("script-src 'self'", `script-src 'self' ${hashes}`)

/** Maximum number of origins in the policy, whose header must not grow without bound. */
const maxPictureOrigins = 50

/** Origins of the contacts' pictures that are on other hosts, as changes reach this process. */
function pictureOriginsOf({ contacts }: SiteData): string[] {
  const pictures = (contacts ?? []).flatMap(({ accountList }) =>
    (accountList ?? []).map(({ qrCode }) => qrCode?.trim() ?? ''),
  )
  const origins = pictures
    .filter((picture) => /^https:/i.test(picture) && URL.canParse(picture))
    .map((picture) => new URL(picture).origin)
  return [...new Set(origins)].slice(0, maxPictureOrigins)
}

type SendProgramPage = (c: AppContext, policy: string) => Response

/**
 * Serves the built page of the path, else `index.html`. Undefined if nothing was built.
 */
function createProgramPages(folder: string, production: boolean): SendProgramPage | undefined {
  if (!existsSync(join(folder, pageFile))) return undefined
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => [
        `/${name.slice(0, -'.html'.length)}`,
        createProgramPage(join(folder, name), production),
      ]),
  )
  const indexPage = pages.get('/index')!
  return (c, policy) => (pages.get(c.req.path) ?? indexPage)(c, policy)
}

/**
 * Reads the file on first request. The build has compressed the file thoroughly; a page that is
 * marked is compressed again, quickly.
 */
function createProgramPage(file: string, production: boolean): SendProgramPage {
  const read = () => {
    const html = readFileSync(file, 'utf8')
    const text = markMode(html, production)
    const hashes = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)]
      .map(([, script]) => toCspHash(script!))
      .join(' ')
    const readCompressed = (name: string) =>
      text === html && existsSync(file + name)
        ? new Uint8Array(readFileSync(file + name))
        : undefined
    return {
      text,
      gzip: readCompressed('.gz') ?? new Uint8Array(gzipSync(text)),
      br: readCompressed('.br') ?? new Uint8Array(brotliCompressSync(text, fastBrotli)),
      hashes,
    }
  }
  let page: ReturnType<typeof read> | undefined
  return (c, policy) => {
    page ??= read()
    c.header('content-type', 'text/html; charset=utf-8')
    c.header('vary', 'Accept-Encoding')
    c.header('content-security-policy', page.hashes ? allowScripts(page.hashes, policy) : policy)
    const encoding = findAcceptedEncoding(c, ['br', 'gzip'])
    if (!encoding) return c.body(page.text)
    c.header('content-encoding', encoding)
    return c.body(page[encoding])
  }
}

/** Marks in a built page that demo accounts are available. */
const markMode = (html: string, production: boolean): string =>
  production ? html : html.replace('data-mode=""', 'data-mode="demo"')

const toCspHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function sendUncachedText(c: AppContext, text: string, status: 404 | 503): Response {
  c.header('cache-control', 'no-store')
  return c.text(text, status)
}

/** Milliseconds before the data of the pages is fetched again. */
const refetchInterval = 5_000
/** Milliseconds that the first visitor waits for the data. */
const firstDataTimeout = 2_000
/**
 * Maximum number of origins whose pages are cached. Only without `publicUrl` is there more than one:
 * then a client chooses it, and must not be able to have ever new pages rendered.
 */
const maxOrigins = 8

type Page = {
  html: string
  etag: string
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/** Undefined if the site was not built. `settings.publicUrl` overrides the origin of the request. */
async function loadPrerenderedSite(
  readSiteData: () => Promise<SiteData>,
  folder: string,
  settings: SiteSettings,
) {
  const file = join(folder, '../site/site.mjs')
  if (!existsSync(file)) return undefined
  const { site } = (await import(pathToFileURL(file).href)) as { site: Site }
  const pages = new Map<string, Page>()
  const origins = new Set<string>()
  let renderedData: SiteData = emptySiteData

  /** Beyond `maxOrigins`, pages are rendered without absolute URLs. */
  async function renderPage(path: string, requestOrigin: string): Promise<Page> {
    const siteData = await readSiteData()
    if (siteData !== renderedData) {
      pages.clear()
      origins.clear()
    }
    renderedData = siteData
    if (origins.size < maxOrigins) origins.add(requestOrigin)
    const origin = origins.has(requestOrigin) ? requestOrigin : ''
    const key = `${origin} ${path}`
    const found = pages.get(key)
    if (found) return found
    const html = site.render(path, origin, siteData, settings.siteOwner ?? {})
    const markedHtml = markMode(html, settings.production)
    const rendered: Page = {
      html: markedHtml,
      etag: `"${createHash('sha256').update(markedHtml).digest('base64url').slice(0, 22)}"`,
    }
    pages.set(key, rendered)
    return rendered
  }

  return {
    scriptHash: site.scriptHash,
    resolveRoute: (c: AppContext) => site.resolveRoute(c.req.path, new URL(c.req.url).search),
    async sendPage(c: AppContext, path: string) {
      return sendRenderedPage(c, await renderPage(path, toOrigin(c, settings.publicUrl)))
    },
    findFile(c: AppContext) {
      const found = site.files(toOrigin(c, settings.publicUrl))[c.req.path]
      return found && c.body(found.write(), 200, { 'content-type': found.type })
    },
  }
}

/** Compressed on the first request that accepts the encoding. */
function sendRenderedPage(c: AppContext, page: Page): Response {
  c.header('content-type', 'text/html; charset=utf-8')
  c.header('vary', 'Accept-Encoding')
  c.header('etag', page.etag)
  if (matchesEtag(c.req.header('if-none-match'), page.etag)) return c.body(null, 304)
  const encoding = findAcceptedEncoding(c, ['br', 'gzip'])
  if (!encoding) return c.body(page.html)
  c.header('content-encoding', encoding)
  return c.body(
    encoding === 'br'
      ? (page.br ??= new Uint8Array(brotliCompressSync(page.html, fastBrotli)))
      : (page.gzip ??= new Uint8Array(gzipSync(page.html))),
  )
}

/** The public origin: the configured one, else that of the request; empty if malformed. */
function toOrigin(c: AppContext, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin
  const { origin } = new URL(c.req.url)
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : ''
}

/**
 * Public API data, stale-while-revalidate: stale data is served during a refetch and after a failed
 * one. The object stays identical while the data is unchanged.
 */
function createSiteDataCache(
  request: (path: string) => Response | Promise<Response>,
): () => Promise<SiteData> {
  let cached: { data: SiteData; text: string; at: number } = {
    data: emptySiteData,
    text: '',
    at: Number.NEGATIVE_INFINITY,
  }
  let refetching: Promise<void> | undefined

  // A page loads these itself, once a visitor wants to see them.
  const { sideContacts: _, ...loaders } = siteDataLoaders

  async function refetch() {
    const entries = await Promise.all(
      Object.entries(loaders).map(async ([name, load]) => [
        name,
        await load(callEndpoint).catch(() => cached.data[name as keyof SiteData]),
      ]),
    )
    const data: SiteData = { ...emptySiteData, ...Object.fromEntries(entries) }
    const text = JSON.stringify(data)
    cached =
      text === cached.text
        ? { ...cached, at: performance.now() }
        : { data, text, at: performance.now() }
  }

  const callEndpoint = (async (
    { path }: { path: string },
    input: Record<string, string | number>,
  ) => {
    const query = toQuery(input)
    const response = await request(query ? `${path}?${query}` : path)
    const { success, data } = (await response.json()) as { success: boolean; data: unknown }
    if (!success) throw new Error(`${path} is refused`)
    return data
  }) as Parameters<(typeof siteDataLoaders)['packages']>[0]

  return async () => {
    if (performance.now() - cached.at > refetchInterval) {
      refetching ??= refetch().finally(() => (refetching = undefined))
      if (cached.text === '')
        await Promise.race([
          refetching,
          new Promise((resolve) => setTimeout(resolve, firstDataTimeout)),
        ])
    }
    return cached.data
  }
}
