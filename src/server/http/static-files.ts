/** Static files: public pages, built assets, and the console's page for all other paths. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { SiteOwner } from '#contract/site.ts'
import { apiBase } from '#server/app.ts'
import { checkoutPageHeaders } from '#server/http/security-headers.ts'
import { prerenderedPages } from '#server/http/prerendered-pages.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/** Assets with a hash in the name are immutable; other files may change with the next build. */
const hashed = /^\/assets\//
const isFile = /\.\w+$/
const pageFile = '/index.html'

/** `payHosts`: additional hosts that a payment form may be posted to. */
type About = {
  production: boolean
  publicUrl?: string | undefined
  payHosts?: readonly string[]
  siteOwner?: SiteOwner
}

/**
 * `folder` is the build's output, with precompressed copies next to the files. Must be called after
 * all other routes are mounted.
 */
export function serveStaticFiles(app: Hono<AppEnv>, folder: string, about: About): void {
  const headers = checkoutPageHeaders(about.production, about.payHosts)
  const page = programPages(folder, about.production, headers['content-security-policy']!)
  const site = prerenderedPages(app, apiBase, folder, about)
  const show = async (c: AppContext): Promise<Response> => {
    if (!page) return notNow(c, 'The pages are not built yet: npm run build.', 503)
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

/** Reads and compresses the file on first request. */
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
    return {
      text,
      gzip: new Uint8Array(gzipSync(text, { level: 9 })),
      br: new Uint8Array(brotliCompressSync(text)),
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
