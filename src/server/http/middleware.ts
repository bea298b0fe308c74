/** Middleware of the API: the limit of a request's body, and CORS. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { idempotencyHeader, requestIdHeader } from '#contract/failure.ts'
import { signatureHeaders } from '#contract/signing.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'

/** Maximum body size in bytes. */
export const maxBodyBytes = 100 * 1024
/** Maximum bytes of a request with a picture or a configuration record, in any characters. */
export const maxRecordBytes = 2 * 1024 * 1024
/** Maximum bytes of an import: 10,000 rows of 1,600 bytes. */
export const maxImportBytes = 16 * 1024 * 1024

/** Node enforces Content-Length, so only bodies without one are counted. */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  const tooLarge = () => {
    throw new ApiError('tooLarge')
  }
  const countBytes = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      return countBytes(c, next)
    return Number(length) > maxBytes ? tooLarge() : next()
  }
}

/** CORS for a front end on one of the configured origins. */
export function allowConfiguredOrigins({ allowedOrigins }: AppSettings) {
  return cors({
    origin: [...allowedOrigins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: [
      'accept-language',
      'authorization',
      'content-type',
      'last-event-id',
      idempotencyHeader,
      ...Object.values(signatureHeaders),
    ],
    exposeHeaders: ['date', 'retry-after', requestIdHeader],
    maxAge: 86_400,
  })
}
