/** CORS: which front ends on other origins may call the API. */
import { cors } from 'hono/cors'
import { idempotencyHeader, requestIdHeader } from '#contract/failure.ts'
import { signatureHeaders } from '#contract/signing.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'

/** CORS for pages on one of the configured origins. `moreHeaders`: that they may send. */
export function allowConfiguredOrigins(
  { allowedOrigins }: Pick<AppSettings, 'allowedOrigins'>,
  moreHeaders: readonly string[] = [],
) {
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
      ...moreHeaders,
    ],
    exposeHeaders: ['content-disposition', 'date', 'retry-after', requestIdHeader],
    maxAge: 86_400,
  })
}
