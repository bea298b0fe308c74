/**
 * What is known of a request while it is answered: it names the request to its sender and fills its
 * line in the log.
 */
import type { Context } from 'hono'
import { parseAddress } from '#server/auth/client-network.ts'

export type RequestContext = {
  requestId: string
  ip: string
  /** The path as the contract states it, without the values of its parts. */
  route?: string
  userId?: string
  /** The status on the wire, where the `Response` can't carry it. */
  status?: number
  /** Why the call was refused. */
  code?: string
  /** What a bug threw. */
  failure?: unknown
}

export type AppEnv = {
  /** Node's own request, where there is one. */
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } }
  Variables: { request: RequestContext }
}
export type AppContext = Context<AppEnv>

/**
 * The address a request came from. Of `X-Forwarded-For` only what our own proxies wrote is
 * believed: the entry so many places from the right as there are proxies in front. An entry that is
 * no address counts as none, so that it can't pass for another client each time.
 */
export function clientIp(c: AppContext, proxies: number): string {
  const forwarded =
    proxies > 0 ? c.req.header('x-forwarded-for')?.split(',').at(-proxies) : undefined
  return (
    parseAddress(forwarded ?? '') ??
    parseAddress(c.env?.incoming?.socket.remoteAddress ?? '') ??
    '127.0.0.1'
  )
}
