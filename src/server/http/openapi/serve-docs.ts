/** Serves the OpenAPI document and the HTML reference of the API. */
import type { Hono } from 'hono'
import { renderApiPage } from '#server/http/openapi/page.ts'
import {
  createOpenApiDocument,
  createProgramDocument,
  type DocumentedRoutes,
} from '#server/http/openapi/document.ts'
import { compressIfLong, langOfRequest, matchesEtag, type Gzip } from '#server/http/response.ts'
import { pageHeaders } from '#server/http/security-headers.ts'
import { requestIdHeader } from '#contract/failure.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'
import { t } from '#server/platform/messages.ts'

type Options = { production: boolean; sha256: Crypto['sha256']; gzip?: Gzip | undefined }

/** Documents are built on first request and cached; a matching ETag is answered with 304. */
export function serveDocs(
  app: Hono<AppEnv>,
  base: string,
  routes: DocumentedRoutes,
  { production, sha256, gzip }: Options,
): void {
  const documents = new Map<string, Promise<{ text: string; etag: string }>>()
  const getDocument = (name: string, build: () => unknown) => {
    const document =
      documents.get(name) ??
      Promise.resolve(build()).then((text) => ({
        text: String(text),
        etag: `"${sha256(String(text)).slice(0, 32)}"`,
      }))
    documents.set(name, document)
    return document
  }
  const send = async (
    c: AppContext,
    contentType: string,
    document: ReturnType<typeof getDocument>,
  ) => {
    const { text, etag } = await document
    const headers = {
      ...pageHeaders(production),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Accept-Language',
      etag,
      [requestIdHeader]: c.get('request').requestId,
    }
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const compressed = await compressIfLong(c, text, gzip)
    return c.body(compressed.body, 200, {
      ...headers,
      ...compressed.headers,
      'content-type': contentType,
    })
  }
  app.get(`${base}/openapi.json`, (c) =>
    send(
      c,
      'application/json',
      getDocument('document', () =>
        JSON.stringify(createOpenApiDocument(routes, { base, title: t('en', 'product.name') })),
      ),
    ),
  )
  app.get('/openapi.json', (c) =>
    send(
      c,
      'application/json',
      getDocument('programs', () =>
        JSON.stringify(createProgramDocument(routes.programs, t('en', 'product.name'))),
      ),
    ),
  )
  app.get(`${base}/docs`, (c) => {
    const query = c.req.query('lang')
    const lang = query === 'zh' || query === 'en' ? query : langOfRequest(c)
    return send(
      c,
      'text/html; charset=UTF-8',
      getDocument(lang, () => renderApiPage(routes, lang, base)),
    )
  })
}
