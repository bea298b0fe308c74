/** Assembles the web application: API, API docs, health checks and payment notifications. */
import { Hono } from 'hono'
import { collections } from '#contract/collections.ts'
import { callLimits } from '#server/auth/call-limits.ts'
import { notices } from '#contract/notices.ts'
import { encodeSuccess, langOfRequest, encodeError, responseSender } from '#server/http/response.ts'
import { capabilitiesOf } from '#server/features/packages/membership/service.ts'
import { recordRefund } from '#server/features/orders/refunds/service.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { type Handlers, routesIn, routesOf } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import { operatorHandlers, type OperatorHandlers } from '#server/operator-handlers.ts'
import { operatorKey } from '#server/features/operators/service.ts'
import { operatorAudience } from '#server/features/operators/sign-in.ts'
import { operatorNetworks } from '#server/http/operator-networks.ts'
import { roleOf, type CurrentUser } from '#server/auth/sessions/service.ts'
import { serveNotifications } from '#server/features/orders/payment/notifications.ts'
import { readiness } from '#server/readiness.ts'
import { ApiError, toApiError } from '#server/http/errors.ts'
import {
  allowOrigins,
  largestBody,
  largestImport,
  largestRecord,
  limitBody,
} from '#server/http/middleware.ts'
import { serveDocs } from '#server/http/openapi/serve-docs.ts'
import { requestLog, type AppEnv } from '#server/http/request-context.ts'
import { openStream } from '#server/features/notifications/handlers.ts'
import { createSseHub } from '#server/features/notifications/sse-hub.ts'
import { apiBase, mountRoutes, topicsChangedBy, type Audience } from '#server/http/router.ts'
import { sessionAuthenticator } from '#server/auth/authenticate.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** `served` and `operating` map calls to handlers; tests substitute some of them. */
export function createApp(
  services: Dependencies,
  served: Handlers = handlers,
  operating: OperatorHandlers = operatorHandlers,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const send = responseSender(services.settings.production)
  app.use(requestLog(services))
  app.use(operatorNetworks(services.settings, apiBase))
  if (services.settings.allowedOrigins.length > 0)
    app.use(`${apiBase}/*`, allowOrigins(services.settings))
  const [limit, importLimit] = [limitBody(largestBody), limitBody(largestImport)]
  const recordLimit = limitBody(largestRecord)
  const imports = importPaths(served)
  app.on(['POST', 'DELETE'], `${apiBase}/*`, (c, next) =>
    (imports.has(c.req.path) ? importLimit : largeRecords.has(c.req.path) ? recordLimit : limit)(
      c,
      next,
    ),
  )
  app.get('/healthz', (c) => send(c, encodeSuccess(langOfRequest(c), null)))
  const ready = readiness(services)
  app.get('/readyz', async (c) => send(c, await ready(c)))
  const routes = routesOf(served)
  const limits = callLimits(services.rates, services.clock)
  const opening = {
    streams: createSseHub(services),
    gate: sessionAuthenticator(services),
    crypto: services.crypto,
    production: services.settings.production,
    limits,
  }
  app.get(apiBase + notices.stream.path.replace(/\{(\w+)\}/, ':$1'), (c) => openStream(c, opening))
  mountRoutes(app, apiBase, routes, services, limits, customerAudience(services))
  const operatorRoutes = routesIn(operatorContract, operating)
  mountRoutes(app, apiBase, operatorRoutes, services, limits, operatorAudience(services))
  serveNotifications(app, services, {
    onPaid: (payment, channels) => settlePayment(services, payment, channels),
    onRefund: (refund, source) => recordRefund(services, refund, source),
  })
  for (const pages of new Set([...services.gateways.values()].map((gateway) => gateway.pages)))
    pages?.(app)
  serveDocs(app, apiBase, routes, {
    production: services.settings.production,
    sha256: services.crypto.sha256,
  })
  app.all(`${apiBase}/*`, () => {
    throw new ApiError('notFound', { status: 404 })
  })
  app.notFound((c) =>
    send(c, encodeError(langOfRequest(c), new ApiError('notFound', { status: 404 }))),
  )
  app.onError((error, c) => {
    const refusal = toApiError(error)
    if (refusal.code === 'serverError' || refusal.code === 'unavailable')
      c.get('request').failure = error
    c.get('request').code = refusal.code
    return send(c, encodeError(langOfRequest(c), refusal, c.get('request').call))
  })
  return app
}

/** The users of the product, for whom the customers' contract is. */
export function customerAudience(services: Dependencies): Audience<CurrentUser> {
  const authenticate = sessionAuthenticator(services)
  return {
    async authenticate(header) {
      const me = await authenticate(header)
      const role = roleOf(me)
      if (!me.view) return { me, key: me, role }
      // Limits and the request log count the operator, not the customer.
      const key = { ...operatorKey(me.view.operatorId), sign: me.sign }
      return { me, key, role, isReadOnly: true }
    },
    hasReadOnlySessions: true,
    capabilitiesOf,
    changedBy: (endpoint, { ownerId }) => ({ ownerId, about: topicsChangedBy(endpoint) }),
  }
}

/** Paths of calls that take a picture or a long text. */
const largeRecords: ReadonlySet<string> = new Set(
  [operatorContract.supportContacts.create, operatorContract.configuration.create].map(
    ({ path }) => apiBase + path,
  ),
)

/** Paths of calls that take many rows at once. */
const importPaths = (served: Handlers): ReadonlySet<string> =>
  new Set(
    routesOf(served).flatMap(({ group, name, endpoint }) =>
      name === 'import' && Object.hasOwn(collections, group) ? [apiBase + endpoint.path] : [],
    ),
  )
