/** Refine's simple-rest data provider over the signed call, through an axios adapter. */
import { reportRefusal } from '#client/api/error-message.ts'
import simpleRest from '@refinedev/simple-rest'
// oxlint-disable-next-line no-restricted-imports -- simple-rest requires an axios instance; its adapter is the signed call.
import { AxiosHeaders, create, type AxiosInstance, type InternalAxiosRequestConfig } from 'axios'
import { apiBase } from '#client/api/api-base.ts'
import { send } from '#client/api/transport.ts'
import { unwrap } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toQuery } from '#contract/query.ts'
import { throwAsHttpError } from '#console/refine/data-errors.ts'

/** An endpoint of the contract with its input, as values. */
export type EndpointCall = { readonly endpoint: Endpoint; readonly input: unknown }

/**
 * Given an endpoint, requests are validated both ways and idempotent where the contract requires
 * it. Without one, the path is only signed and its response unwrapped.
 */
export const restProvider = (call?: EndpointCall) => simpleRest(apiBase, signedHttp(call))

function signedHttp(call: EndpointCall | undefined): AxiosInstance {
  return create({
    transformRequest: [(data: unknown) => data],
    adapter: async (config) => {
      const signal = config.signal instanceof AbortSignal ? { signal: config.signal } : {}
      const data = call
        ? await idempotentCall(call.endpoint, call.input as never, signal).catch(throwAsHttpError)
        : await send({ ...requestOf(config), ...signal })
            .then(unwrap)
            .catch((error: unknown) => {
              // The branch above does so in `call`; `send` does not.
              reportRefusal(error)
              return throwAsHttpError(error)
            })
      return { data, status: 200, statusText: 'OK', headers: new AxiosHeaders(), config }
    },
  })
}

/** Request to a path that the contract lacks. */
function requestOf({ method = 'get', url = '/', params, data }: InternalAxiosRequestConfig) {
  const { pathname, searchParams } = new URL(url, 'https://api.invalid')
  for (const [key, value] of new URLSearchParams(toQuery((params ?? {}) as Record<string, string>)))
    searchParams.set(key, value)
  const path = pathname.startsWith(`${apiBase}/`) ? pathname.slice(apiBase.length) : pathname
  return {
    method: method.toUpperCase(),
    path: searchParams.size > 0 ? `${path}?${searchParams.toString()}` : path,
    ...(method === 'get'
      ? {}
      : { body: typeof data === 'object' && data !== null ? (data as object) : {} }),
  }
}
