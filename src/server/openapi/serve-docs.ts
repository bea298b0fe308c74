/** Serves the description of the API: a document for programs, a page for people. */
import type { Hono } from 'hono'
import { apiPage } from '#server/openapi/page.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import type { Route } from '#server/routes.ts'
import { pageHeaders } from '#server/security-headers.ts'
import { requestIdHeader } from '#contract/envelope.ts'
import type { AppContext, AppEnv } from '#server/trace.ts'
import { langOfRequest } from '#server/answer.ts'
import { say } from '#server/words.ts'

/** Both are made when they are first asked for. */
export function serveDocs(app: Hono<AppEnv>, base: string, routes: readonly Route[], production: boolean): void {
  const headers = (c: AppContext) => ({ ...pageHeaders(production), 'cache-control': 'no-cache', [requestIdHeader]: c.get('trace').requestId })
  let document: unknown
  app.get(`${base}/openapi.json`, (c) => {
    document ??= openApiDocument(routes, { base, title: say('en', 'product.name') })
    return c.json(document as object, 200, headers(c))
  })
  app.get(`${base}/docs`, (c) => {
    const asked = c.req.query('lang')
    return c.html(apiPage(routes, asked === 'zh' || asked === 'en' ? asked : langOfRequest(c), base), 200, headers(c))
  })
}
