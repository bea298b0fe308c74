/** Assembles the web application: API, API docs, health checks and payment notifications. */
import { Hono } from 'hono'
import { createCallLimits, type CallLimits } from '#server/http/limits/call-limits.ts'
import { notices } from '#contract/notices.ts'
import {
  encodeSuccess,
  langOfRequest,
  encodeError,
  createResponseSender,
} from '#server/http/response.ts'
import { readCapabilities } from '#server/features/packages/read-membership.ts'
import {
  confirmActor,
  readAccountRole,
  refuseRoleHolders,
} from '#server/features/accounts/index.ts'
import { recordAct } from '#server/features/audit-log/index.ts'
import { operatorKey } from '#server/features/operators/operator.ts'
import { recordRefund } from '#server/features/orders/refunds/record-refund.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { type Handlers, createRoutes, createCustomerRoutes } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import { operatorHandlers } from '#server/operator-handlers.ts'
import type { OperatorHandlers } from '#server/features/operators/operator.ts'
import { createOperatorAudience } from '#server/features/operators/sign-in.ts'
import { restrictOperatorNetworks } from '#server/http/operator-networks.ts'
import { toUserAccess, type CurrentUser } from '#server/http/current-user.ts'
import { serveNotifications } from '#server/features/orders/payment/notifications.ts'
import { createReadinessCheck } from '#server/readiness.ts'
import { pipeline } from '#server/platform/db/db.ts'
import { ApiError, toApiError } from '#server/http/errors.ts'
import { allowConfiguredOrigins } from '#server/http/cors.ts'
import { serveCspReports } from '#server/http/csp-reports.ts'
import { serveDocs } from '#server/http/openapi/serve-docs.ts'
import { createRequestLog, type AppEnv } from '#server/http/request-context.ts'
import { openStream } from '#server/features/notifications/handlers.ts'
import { createSseHub } from '#server/features/notifications/sse-hub.ts'
import type { Audience } from '#server/http/authorize-call.ts'
import { listChangedTopics } from '#server/http/changed-topics.ts'
import { apiBase, mountRoutes, toRoutePattern } from '#server/http/router.ts'
import { createSessionAuthenticator } from '#server/features/identity/sessions/authenticate.ts'
import { formatOfRequest } from '#server/http/wire-format.ts'
import { mountPrograms, programRoutes } from '#server/features/programs/index.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** `customerHandlers` and `consoleHandlers` map calls to handlers; tests replace some of them. */
export function createApp(
  deps: Dependencies,
  customerHandlers: Handlers = handlers,
  consoleHandlers: OperatorHandlers = operatorHandlers,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const send = createResponseSender(deps.settings.production, deps.gzip)
  app.use(createRequestLog(deps))
  app.use(restrictOperatorNetworks(deps.settings, apiBase))
  if (deps.settings.allowedOrigins.length > 0)
    app.use(`${apiBase}/*`, allowConfiguredOrigins(deps.settings))
  app.get('/healthz', (c) => send(c, encodeSuccess(langOfRequest(c), null)))
  const checkReadiness = createReadinessCheck(deps)
  app.get('/readyz', async (c) => send(c, await checkReadiness(c)))
  const routes = createCustomerRoutes(customerHandlers)
  const limits = createCallLimits(deps.rates, deps.clock)
  const streamDeps = {
    streams: createSseHub(deps),
    authenticate: createSessionAuthenticator(deps),
    crypto: deps.crypto,
    production: deps.settings.production,
    limits,
  }
  app.get(apiBase + toRoutePattern(notices.stream.path), (c) => openStream(c, streamDeps))
  mountRoutes(app, apiBase, routes, deps, limits, createCustomerAudience(deps))
  mountOperatorRoutes(app, deps, limits, consoleHandlers)
  mountPrograms(app, deps)
  serveNotifications(app, deps, {
    onPaid: (payment, channels) => settlePayment(deps, payment, channels),
    onRefund: (refund, source) => recordRefund(deps, refund, source),
  })
  serveCspReports(app, deps)
  for (const addPages of new Set([...deps.gateways.values()].map(({ pages }) => pages)))
    addPages?.(app)
  serveDocs(
    app,
    apiBase,
    { customers: routes, programs: programRoutes },
    {
      production: deps.settings.production,
      sha256: deps.crypto.sha256,
      gzip: deps.gzip,
    },
  )
  app.all(`${apiBase}/*`, () => {
    throw new ApiError('notFound', { status: 404 })
  })
  app.notFound((c) =>
    send(c, encodeError(langOfRequest(c), new ApiError('notFound', { status: 404 }))),
  )
  answerErrors(app, deps)
  return app
}

/** Only the operators' calls, for the command line. It opens no streams and starts no timers. */
export function createOperatorApp(deps: Dependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(createRequestLog(deps))
  mountOperatorRoutes(app, deps, createCallLimits(deps.rates, deps.clock), operatorHandlers)
  answerErrors(app, deps)
  return app
}

function mountOperatorRoutes(
  app: Hono<AppEnv>,
  deps: Dependencies,
  limits: CallLimits,
  consoleHandlers: OperatorHandlers,
): void {
  const routes = createRoutes(operatorContract, consoleHandlers)
  mountRoutes(app, apiBase, routes, deps, limits, createOperatorAudience(deps))
}

function answerErrors(app: Hono<AppEnv>, { settings }: Dependencies): void {
  const send = createResponseSender(settings.production)
  app.onError((error, c) => {
    const apiError = toApiError(error)
    if (apiError.code === 'serverError' || apiError.code === 'unavailable')
      c.get('request').failure = error
    c.get('request').code = apiError.code
    const format = formatOfRequest(c)
    return send(c, format.encodeError(format.langOf(c), apiError, c.get('request').call))
  })
}

/** The callers of the customers' contract: the users of the product. */
export function createCustomerAudience(deps: Dependencies): Audience<CurrentUser> {
  const authenticate = createSessionAuthenticator(deps)
  return {
    async authenticate(header, ip) {
      const me = await authenticate(header, ip)
      const role = toUserAccess(me)
      if (!me.view) return { me, key: me, group: me.ownerId, role }
      // Limits and the request log count the operator, not the customer.
      const key = { ...operatorKey(me.view.operatorId), sign: me.sign }
      return { me, key, group: key.userId, role, isReadOnly: true }
    },
    hasReadOnlySessions: true,
    readCapabilities,
    async actAs({ accountRoles }, me) {
      // The view was allowed by the sub-account, not by its main account.
      if (me.view || me.ownerId === me.userId) return undefined
      const accountRole = await readAccountRole(deps.reads, me)
      if (accountRole === null || !accountRoles?.includes(accountRole)) return undefined
      return { ...me, userId: me.ownerId, actor: { userId: me.userId, accountRole } }
    },
    checkSubjects: (me, ids) => refuseRoleHolders(deps.db, me, ids),
    async recordAct(tx, me, act) {
      await confirmActor(tx, me, act.subjects)
      await pipeline(tx, () => recordAct(tx, me, act, deps.clock()))
    },
    toChangeEvent: (endpoint, { ownerId }) => ({ ownerId, about: listChangedTopics(endpoint) }),
  }
}
