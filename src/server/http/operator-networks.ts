/** Hides the operators' console and its API from all but the networks of OPERATOR_NETWORKS. */
import type { MiddlewareHandler } from 'hono'
import { isInNetworks } from '#server/platform/client-network.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'

/**
 * Whether the path is the console's or below it, in any spelling that a browser or its router
 * accepts: any case, a language in front, repeated or backward slashes, escaped characters.
 */
export const isOperatorPath = (path: string): boolean =>
  /^\/+((zh|en)\/+)?operator(\/|$)/i.test(unescapePath(path).replaceAll('\\', '/'))

/** Escapes may be escaped again; one that is invalid stays. */
function unescapePath(path: string): string {
  const plain = path.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
  return plain === path ? path : unescapePath(plain)
}

/** Answers 404 to addresses outside the networks, as for a path that does not exist. */
export function restrictOperatorNetworks(
  { operatorNetworks: networks }: Pick<AppSettings, 'operatorNetworks'>,
  apiBase: string,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { path } = c.req
    const isApi = path.startsWith(`${apiBase}/`)
    const isRestricted = isOperatorPath(isApi ? path.slice(apiBase.length) : path)
    if (!isRestricted || !networks || isInNetworks(c.get('request').ip, networks)) return next()
    if (isApi) throw new ApiError('notFound', { status: 404 })
    c.header('cache-control', 'no-store')
    return c.text('Not found', 404)
  }
}
