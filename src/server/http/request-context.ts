/** Per-request context: its type, the client's address, and the log line of each request. */
import type { Context } from 'hono'
import type { WireFormat } from '#server/http/wire-format.ts'
import { parseAddress } from '#server/platform/client-network.ts'
import { createMiddleware } from 'hono/factory'
import { errorFields, traceError } from '#server/platform/log.ts'
import { noTracing } from '#server/platform/tracing.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** Context of one request: its id, client address and the fields of its log line. */
type RequestContext = {
  requestId: string
  ip: string
  /** Path template of the contract, without parameter values. */
  route?: string
  /** Name in the contract, such as `orders.cancel`. */
  call?: string
  userId?: string
  /** Status on the wire if the `Response` cannot carry it. */
  status?: number
  /** Error code of a refused call. */
  code?: string
  /** How its responses are written, if not in the envelope. */
  format?: WireFormat
  /** Unexpected error that was thrown, or why the database is not available. */
  failure?: unknown
}

export type AppEnv = {
  /** Node's request, if the server runs on Node. */
  Bindings: {
    incoming?: { socket: { remoteAddress?: string | undefined } }
    /** Set for a call that the server makes itself, as part of a request that was counted. */
    isCounted?: true
  }
  Variables: { request: RequestContext }
}
export type AppContext = Context<AppEnv>

/**
 * Client address of a request. Trusts only the `X-Forwarded-For` entry written by our own proxies:
 * the nth from the right, with n proxies in front. An entry that is not an address is ignored, so
 * that a client cannot change its identity on each request.
 */
export function readClientIp(c: AppContext, proxies: number): string {
  const forwarded =
    proxies > 0 ? c.req.header('x-forwarded-for')?.split(',').at(-proxies) : undefined
  return (
    parseOptionalAddress(forwarded) ??
    parseOptionalAddress(c.env?.incoming?.socket.remoteAddress) ??
    '127.0.0.1'
  )
}

/**
 * Does not parse an absent header: the parser throws internally for invalid text, which is slow.
 */
const parseOptionalAddress = (text: string | undefined) =>
  text === undefined ? undefined : parseAddress(text)

/** Assigns request ids and logs one line per request, without query, body or headers. */
export function createRequestLog({
  log,
  metrics,
  tracing,
  requestComments,
  crypto,
  settings,
}: Pick<Dependencies, 'log' | 'metrics' | 'tracing' | 'requestComments' | 'crypto' | 'settings'>) {
  const nextId = createRequestIds(crypto)
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now()
    const context: RequestContext = {
      requestId: nextId(),
      ip: readClientIp(c, settings.trustedProxies),
    }
    c.set('request', context)
    const handle = () => (tracing === noTracing ? next() : runInSpan(tracing, c, next))
    await (requestComments ? requestComments.run(context.requestId, handle) : handle())
    const { requestId, ip, userId, code, failure } = context
    const status = context.status ?? c.res.status
    const milliseconds = performance.now() - startedAt
    const ms = Math.round(milliseconds * 10) / 10
    const route = context.route ?? 'other'
    metrics.request({ method: c.req.method, route, status, code, seconds: milliseconds / 1_000 })
    const line = {
      requestId,
      method: c.req.method,
      path: context.route ?? maskPath(c.req.path),
      status,
      ms,
      userId,
      ip,
      code,
    }
    if (failure === undefined) log.info('request', line)
    else if (code === 'unavailable') log.warn('request', { ...line, ...errorFields(failure) })
    else log.error('request', { ...line, ...errorFields(failure), failure: traceError(failure) })
  })
}

/** The attributes contain no values of the path, query, headers or body. */
const runInSpan = (
  { span }: Dependencies['tracing'],
  c: AppContext,
  next: () => Promise<void>,
): Promise<void> =>
  span(c.req.method, { kind: 'server' }, async ({ rename, set, fail }) => {
    await next()
    const { requestId, route = 'other', call, code, status = c.res.status } = c.get('request')
    rename(`${c.req.method} ${route}`)
    set({
      'http.request.method': c.req.method,
      'http.route': route,
      'http.response.status_code': status,
      'yiqiao.request_id': requestId,
      'yiqiao.call': call,
      'yiqiao.error_code': code,
    })
    if (status >= 500 && status < 600) fail(code ?? String(status))
  })

/** Unique across processes. Ids need not be unguessable. */
function createRequestIds({ random }: Pick<Dependencies['crypto'], 'random'>): () => string {
  const processId = random(6)
  let count = 0
  return () => `${processId}-${(count++).toString(36)}`
}

/** Path of an unknown route; masks segments that may be a token, a name or an e-mail address. */
export const maskPath = (path: string): string =>
  path
    .slice(0, 200)
    .split('/')
    .map((segment) =>
      /^[\w.-]*$/.test(segment) &&
      (segment.includes('.') || segment.length < 20 || !/\d/.test(segment)) &&
      segment.length <= 60
        ? segment
        : '…',
    )
    .join('/')
