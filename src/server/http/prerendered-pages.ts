/** Prerendered public pages: rendered again when their data changes, then cached compressed. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import {
  nothingSaid,
  siteQuestions,
  type Site,
  type SiteData,
  type SiteOwner,
} from '#contract/site.ts'
import { toQuery } from '#contract/query.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/** Milliseconds before the data of the pages is fetched again. */
const latest = 5_000
/** Milliseconds that the first visitor waits for the data. */
const timeout = 2_000
/** Maximum number of cached pages, over all origins of this server. */
const stored = 200

type About = { production: boolean; publicUrl?: string | undefined; siteOwner?: SiteOwner }
type Page = { html: string; etag: string; br?: Buffer; gzip?: Buffer }

/** Undefined if the site was not built. `about.publicUrl` overrides the origin of the request. */
export async function prerenderedPages(
  app: Hono<AppEnv>,
  apiBase: string,
  folder: string,
  about: About,
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
    return c.body(
      new Uint8Array(
        (page.br ??= brotliCompressSync(page.html, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
        })),
      ),
    )
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
