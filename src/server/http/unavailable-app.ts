/**
 * What a server answers while it waits for its database at start: as a running one during an
 * outage, 503 to calls, alive and not ready.
 */
import { Hono } from 'hono'
import {
  encodeError,
  encodeSuccess,
  createResponseSender,
  langOfRequest,
} from '#server/http/response.ts'
import { ApiError, databaseRetrySeconds } from '#server/http/errors.ts'
import { restrictOperatorNetworks } from '#server/http/operator-networks.ts'
import { readClientIp, type AppContext, type AppEnv } from '#server/http/request-context.ts'
import { apiBase } from '#server/http/router.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'

/** Pages are added by `serveStaticFiles`. */
export function createUnavailableApp(settings: AppSettings): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const send = createResponseSender(settings.production)
  const sendUnavailable = (c: AppContext) =>
    send(
      c,
      encodeError(langOfRequest(c), new ApiError('unavailable', { seconds: databaseRetrySeconds })),
    )
  app.use((c, next) => {
    c.set('request', { requestId: 'waiting', ip: readClientIp(c, settings.trustedProxies) })
    return next()
  })
  app.use(restrictOperatorNetworks(settings, apiBase))
  app.get('/healthz', (c) => send(c, encodeSuccess(langOfRequest(c), null)))
  app.get('/readyz', sendUnavailable)
  app.all(`${apiBase}/*`, sendUnavailable)
  app.notFound(sendUnavailable)
  app.onError((error, c) =>
    send(
      c,
      encodeError(
        langOfRequest(c),
        error instanceof ApiError ? error : new ApiError('serverError'),
      ),
    ),
  )
  return app
}
