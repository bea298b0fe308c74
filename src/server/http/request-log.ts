/** Assigns request ids and logs one line per request, without query, body or headers. */
import { createMiddleware } from 'hono/factory'
import { traceError } from '#server/platform/log/error-text.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { clientIp, type AppEnv, type RequestContext } from '#server/http/request-context.ts'

export function requestLog({
  log,
  crypto,
  settings,
}: Pick<Dependencies, 'log' | 'crypto' | 'settings'>) {
  const nextId = requestIds(crypto)
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now()
    const trace: RequestContext = { requestId: nextId(), ip: clientIp(c, settings.trustedProxies) }
    c.set('request', trace)
    await next()
    const { requestId, ip, userId, code, failure } = trace
    const status = trace.status ?? c.res.status
    const ms = Math.round((performance.now() - began) * 10) / 10
    const line = {
      requestId,
      method: c.req.method,
      path: trace.route ?? safePath(c.req.path),
      status,
      ms,
      userId,
      ip,
      code,
    }
    if (failure === undefined) log.info('request', line)
    else log.error('request', { ...line, failure: traceError(failure) })
  })
}

/** Unique across processes. Ids need not be unguessable. */
function requestIds({ random }: Pick<Dependencies['crypto'], 'random'>): () => string {
  const process = random(6)
  let count = 0
  return () => `${process}-${(count++).toString(36)}`
}

/** Path of an unknown route; masks segments that may be a token, a name or an e-mail address. */
const safePath = (path: string): string =>
  path
    .slice(0, 200)
    .split('/')
    .map((part) =>
      /^[\w.-]*$/.test(part) &&
      (part.includes('.') || part.length < 20 || !/\d/.test(part)) &&
      part.length <= 60
        ? part
        : '…',
    )
    .join('/')
