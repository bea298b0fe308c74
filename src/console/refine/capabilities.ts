/**
 * Which calls beyond the specification the backend serves: asked once; what it lacks is not
 * offered.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#client/api/call.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensionOf, extensions } from '#contract/extensions.ts'
import { mayUse } from '#contract/roles.ts'

export type Serves = (endpoint: Pick<Endpoint, 'spec' | 'path'>) => boolean
/** Whether a call knows a parameter, or answers a field, of this name. */
export type Supports = (
  endpoint: Pick<Endpoint, 'spec' | 'path' | 'extensions'>,
  name: string,
) => boolean

/**
 * Calls of the specification are taken as served. Nothing beyond it is before `known`, or when that
 * can't be asked.
 */
export function useCapabilities(): { serves: Serves; supports: Supports; known: boolean } {
  const { data, isPending } = useQuery(servedQuery)
  return {
    serves: ({ spec, path }) => spec !== undefined || data?.includes(path) === true,
    supports: (endpoint, name) =>
      !endpoint.extensions?.includes(name) ||
      endpoint.spec === undefined ||
      data?.includes(extensionOf(endpoint, name)) === true,
    known: !isPending,
  }
}

export type Offers = (endpoint: Pick<Endpoint, 'spec' | 'path' | 'access'>) => boolean

/**
 * Whether the signed-in user is offered a call: the backend serves it and their role may make it.
 * What a membership lacks is said when it is pressed (spec 5.14).
 */
export function useOffers(): Offers {
  const me = useCurrentUser()
  const { data } = useQuery(servedQuery)
  return useMemo(
    () =>
      ({ spec, path, access }) =>
        (spec !== undefined || data?.includes(path) === true) && mayUse(access, me),
    [data, me],
  )
}

/**
 * A list of rows that the backend does not tell is no page, unless something stands in its place.
 */
export const isServedPage = (page: PageModel, serves: Serves): boolean =>
  page.view !== 'list' || page.placeholder !== undefined || serves(page.page)

/** For asking ahead of the first page. */
export const servedQuery = {
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
    try {
      return await call(extensions.list, {}, { signal, quiet: true })
    } catch (error) {
      if (lacksIt(error)) return []
      throw error
    }
  },
}

/** A backend that knows nothing of extensions refuses, or has no such address. */
function lacksIt(error: unknown): boolean {
  const failure = failureOf(error)
  return (
    failure?.kind === 'refused' ||
    failure?.kind === 'garbled' ||
    (failure?.kind === 'broken' && failure.status < 500)
  )
}
