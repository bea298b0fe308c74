/** Context of one request: its id, client address and the fields of its log line. */
import type { Context } from 'hono'
import { parseAddress } from '#server/auth/client-network.ts'

export type RequestContext = {
  requestId: string
  ip: string
  /** Path template of the contract, without parameter values. */
  route?: string
  userId?: string
  /** Status on the wire if the `Response` cannot carry it. */
  status?: number
  /** Error code of a refused call. */
  code?: string
  /** Unexpected error that was thrown. */
  failure?: unknown
}

export type AppEnv = {
  /** Node's request, if the server runs on Node. */
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } }
  Variables: { request: RequestContext }
}
export type AppContext = Context<AppEnv>

/**
 * Client address of a request. Trusts only the `X-Forwarded-For` entry written by our own proxies:
 * the nth from the right, with n proxies in front. An entry that is not an address is ignored, so
 * that a client cannot change its identity on each request.
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
