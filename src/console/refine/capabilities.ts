/** Feature detection: the endpoints beyond the specification that the backend serves. */
import { useQuery } from '@tanstack/react-query'
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
 * Assumes that specified endpoints are served. Extensions are unavailable until `isLoaded`, and if
 * the request fails.
 */
export function useCapabilities(): Capabilities {
  const { data, isPending } = useQuery(servedPathsQuery)
  return useMemo(() => {
    const isListed = (endpoint: Extensible, name: string) =>
      data?.includes(extensionName(endpoint, name)) === true
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

/** Endpoints of the specification are served by every backend. */
const isServed = (
  { spec, path }: Pick<Endpoint, 'spec' | 'path'>,
  servedPaths: readonly string[] | undefined,
): boolean => spec !== undefined || servedPaths?.includes(path) === true

/**
 * Whether a page is available: a list page needs its endpoint or a placeholder. Pages that only
 * change something are unavailable in a read-only session.
 */
export function isServedPage(page: PageModel, serves: Serves): boolean {
  if (page.view === 'list')
    return (page.placeholder !== undefined && !isReadOnly) || serves(page.page)
  return !(isReadOnly && onlyChanges(page))
}

const servedPathsQuery = {
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<string[]> =>
    application().loadServedPaths(signal),
}
