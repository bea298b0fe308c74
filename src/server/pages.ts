/** The site and the console: the built files, and for every other address the one page that finds out itself what to show. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { pageHeaders } from '#server/security-headers.ts'
import type { AppEnv } from '#server/trace.ts'

/** Names with a hash in them never mean anything else; the rest may change with the next build. */
const hashed = /^\/assets\//
const isFile = /\.\w+$/

/** `folder` is what the build made, with compressed copies beside the files. To be called after everything else is routed. */
export function servePages(app: Hono<AppEnv>, folder: string, production: boolean): void {
  const headers = Object.entries(pageHeaders(production))
  app.get('*', async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    c.header('cache-control', hashed.test(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    await next()
  })
  if (existsSync(folder)) app.get('*', serveStatic({ root: folder, precompressed: true }))
  app.get('*', (c, next) => {
    if (existsSync(join(folder, 'index.html')) && !isFile.test(c.req.path)) return next()
    c.header('cache-control', 'no-store')
    return isFile.test(c.req.path) ? c.text('Not found', 404) : c.text('The pages are not built yet: npm run build.', 503)
  })
  app.get('*', serveStatic({ root: folder, path: 'index.html', precompressed: true }))
}
