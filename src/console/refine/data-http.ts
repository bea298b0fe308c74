/** @refinedev/simple-rest over the signed call, through a custom axios adapter. */
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
import { fromQuery } from '#contract/read-query.ts'
import { asHttpError } from '#console/refine/data-errors.ts'
import type { Row } from '#console/engine/resource.ts'

/**
 * Known endpoints are validated both ways and idempotent where the contract requires it; other
 * paths are only signed and unwrapped.
 */
export const restProvider = (endpoints: readonly Endpoint[]) =>
  simpleRest(apiBase, signedHttp(endpoints))

function signedHttp(endpoints: readonly Endpoint[]): AxiosInstance {
  return create({
    transformRequest: [(data: unknown) => data],
    adapter: async (config) => {
      const { method, path, query, body } = partsOf(config)
      const known = meant(
        endpoints.filter((one) => one.method === method && one.path === path),
        body,
      )
      const signal = config.signal instanceof AbortSignal ? { signal: config.signal } : {}
      const data = known
        ? await idempotentCall(
            known,
            (method === 'GET' ? fromQuery(known.input, query) : body) as never,
            signal,
          ).catch(asHttpError)
        : await send({
            method,
            path: withQuery(path, query),
            ...(method === 'GET' ? {} : { body }),
            ...signal,
          })
            .then(unwrap)
            .catch((error: unknown) => {
              reportRefusal(error)
              return asHttpError(error)
            })
      return { data, status: 200, statusText: 'OK', headers: new AxiosHeaders(), config }
    },
  })
}

/** Resolves endpoints that share a path by the `when` key in the body. */
const meant = (sharing: readonly Endpoint[], body: Row): Endpoint | undefined =>
  sharing.find(({ when }) => when !== undefined && when in body) ??
  sharing.find(({ when }) => when === undefined)

function partsOf({ method = 'get', url = '/', params, data }: InternalAxiosRequestConfig) {
  const { pathname, searchParams } = new URL(url, 'https://api.invalid')
  for (const [key, value] of new URLSearchParams(toQuery((params ?? {}) as Record<string, string>)))
    searchParams.set(key, value)
  const path = pathname.startsWith(`${apiBase}/`) ? pathname.slice(apiBase.length) : pathname
  return {
    method: method.toUpperCase(),
    path,
    query: searchParams,
    body: (typeof data === 'object' && data !== null ? data : {}) as Row,
  }
}

const withQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path
