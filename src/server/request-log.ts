/** Names every request, and writes one line about it when it is answered: never a query, a body or a header of it. */
import { createMiddleware } from 'hono/factory'
import type { Services } from '#server/services.ts'
import { clientIp, type AppEnv, type Trace } from '#server/trace.ts'

export function requestLog({ log, crypto, settings }: Pick<Services, 'log' | 'crypto' | 'settings'>) {
  const nextId = requestIds(crypto)
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now()
    const trace: Trace = { requestId: nextId(), ip: clientIp(c, settings.trustedProxies) }
    c.set('trace', trace)
    await next()
    const { requestId, ip, userId, code, failure } = trace
    const status = trace.status ?? c.res.status
    const ms = Math.round((performance.now() - began) * 10) / 10
    const line = { requestId, method: c.req.method, path: trace.route ?? c.req.path.slice(0, 200), status, ms, userId, ip, code }
    if (failure === undefined) log.info('request', line)
    else log.error('request', { ...line, failure: textOf(failure) })
  })
}

/** Unique among all processes; nothing depends on nobody guessing one. */
function requestIds({ random }: Pick<Services['crypto'], 'random'>): () => string {
  const process = random(6)
  let count = 0
  return () => `${process}-${(count++).toString(36)}`
}

/** A failed query names its parameters in its message, which may be secrets: only its cause is told. */
function textOf(failure: unknown): string {
  const told = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  const stack = told instanceof Error ? (told.stack ?? told.message) : String(told)
  const place = failure === told || !(failure instanceof Error) ? '' : `\n${stackLines(failure)}`
  return stack + place
}

const stackLines = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
