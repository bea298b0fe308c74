/** Feature detection: the endpoints beyond the specification that the backend serves. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { application } from '#console/refine/application.ts'
import { useViewer } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensionOf } from '#contract/extensions.ts'
import { mayCall } from '#contract/roles.ts'

export type Serves = (endpoint: Pick<Endpoint, 'spec' | 'path'>) => boolean
/** Whether an endpoint supports a parameter or an output field. */
type Supports = (endpoint: Pick<Endpoint, 'spec' | 'path' | 'extensions'>, name: string) => boolean

/**
 * Assumes that specified endpoints are served. Extensions are unavailable until `known`, and if the
 * request fails.
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

export type Offers = (endpoint: Pick<Endpoint, 'spec' | 'path' | 'access' | 'roles'>) => boolean

/**
 * Whether the user may use an endpoint: the backend serves it and their role has access. Missing
 * capabilities are reported on click instead (spec 5.14).
 */
export function useOffers(): Offers {
  const me = useViewer()
  const { data } = useQuery(servedQuery)
  return useMemo(
    () =>
      ({ spec, path, access, roles }) =>
        (spec !== undefined || data?.includes(path) === true) && mayCall({ access, roles }, me),
    [data, me],
  )
}

/** Whether a page is available: a list page needs its endpoint or a placeholder. */
export const isServedPage = (page: PageModel, serves: Serves): boolean =>
  page.view !== 'list' || page.placeholder !== undefined || serves(page.page)

const servedQuery = {
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<string[]> => application().served(signal),
}
