/** Feature detection: the endpoints beyond the specification that the backend serves. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { application } from '#console/refine/application.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { onlyChanges } from '#console/refine/resources.ts'
import { extensionName } from '#contract/extensions.ts'
import { canCall, canViewerCall } from '#contract/roles.ts'

export type Serves = (endpoint: Pick<Endpoint, 'spec' | 'path' | 'support'>) => boolean
type Extensible = Pick<Endpoint, 'path' | 'extensionParameters' | 'extensionFields'>

export type Capabilities = {
  readonly serves: Serves
  /** Whether an endpoint takes a query parameter. */
  readonly takes: (endpoint: Extensible, parameter: string) => boolean
  /** Whether an endpoint returns a field. */
  readonly returns: (endpoint: Extensible, field: string) => boolean
  readonly isLoaded: boolean
}

/**
 * Specified endpoints are served by every backend. Extensions are unavailable until `isLoaded`. If
 * the list of them fails, all count as served: each then reports its own failure, instead of being
 * missing without a word.
 */
export function useCapabilities(): Capabilities {
  const { data, isPending } = useQuery(servedPathsQuery)
  return useMemo(() => {
    const isListed = (endpoint: Extensible, name: string) =>
      isUnknownOrListed(data, extensionName(endpoint, name))
    return {
      serves: (endpoint) =>
        isServed(endpoint, data) && !(isReadOnly && endpoint.support === 'hidden'),
      takes: (endpoint, parameter) =>
        !endpoint.extensionParameters?.includes(parameter) || isListed(endpoint, parameter),
      returns: (endpoint, field) =>
        !endpoint.extensionFields?.includes(field) || isListed(endpoint, field),
      isLoaded: !isPending,
    }
  }, [data, isPending])
}

export type CanUse = (
  endpoint: Pick<Endpoint, 'spec' | 'path' | 'access' | 'roles'> &
    Parameters<typeof canViewerCall>[0],
) => boolean

/**
 * Whether the user may use an endpoint: the backend serves it, their role has access, and a
 * read-only session changes nothing. Missing capabilities are reported on click instead (spec
 * 5.14).
 */
export function useCanUse(): CanUse {
  const user = useUserAccess()
  const { data } = useQuery(servedPathsQuery)
  return useMemo(
    () => (endpoint) =>
      isServed(endpoint, data) &&
      canCall({ access: endpoint.access, roles: endpoint.roles }, user) &&
      (!isReadOnly || canViewerCall(endpoint)),
    [data, user],
  )
}

/** Null if the list failed, undefined while it loads. */
type ServedPaths = readonly string[] | null | undefined

const isServed = ({ spec, path }: Pick<Endpoint, 'spec' | 'path'>, served: ServedPaths): boolean =>
  spec !== undefined || isUnknownOrListed(served, path)

const isUnknownOrListed = (served: ServedPaths, name: string): boolean =>
  served === null || served?.includes(name) === true

/**
 * Whether a page is available: a list page needs its endpoint or a placeholder. Pages that only
 * change something are unavailable in a read-only session.
 */
export function isServedPage(page: PageModel, serves: Serves): boolean {
  if (page.view === 'list')
    return (page.placeholder !== undefined && !isReadOnly) || serves(page.page)
  return !(isReadOnly && onlyChanges(page))
}

/** Interval in which a failed list is requested again, in milliseconds. */
const retryInterval = 30_000

const servedPathsQuery = queryOptions({
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => application().loadServedPaths(signal),
  refetchInterval: ({ state }) => (state.data === null ? retryInterval : false),
})
