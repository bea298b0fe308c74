/** Feature detection: the endpoints beyond the specification that the backend serves. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { apiBase } from '#client/api/api-base.ts'
import { parseJson } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'
import { application } from '#console/refine/application.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { onlyChanges } from '#console/refine/resources.ts'
import { extensionName } from '#contract/extensions.ts'
import { validate } from '#contract/issues.ts'
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
  endpoint: Pick<Endpoint, 'spec' | 'path' | 'access' | 'roles' | 'accountRoles'> &
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
      canCall({ ...endpoint, needs: undefined }, user) &&
      (!isReadOnly || canViewerCall(endpoint)),
    [data, user],
  )
}

/** Null if the request failed. */
type ServedPaths = readonly string[] | null

const isServed = (
  { spec, path }: Pick<Endpoint, 'spec' | 'path'>,
  served: ServedPaths | undefined,
): boolean => spec !== undefined || isUnknownOrListed(served, path)

const isUnknownOrListed = (served: ServedPaths | undefined, name: string): boolean =>
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

/** The list at the first render; `isRemembered`: not asked for since the page was opened. */
let first: { readonly paths: readonly string[] | null; readonly isRemembered: boolean } | undefined

const servedPathsQuery = queryOptions({
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await loadServedPaths(signal)) ?? first?.paths ?? null,
  initialData: () => {
    const { servedPaths } = application()
    return typeof servedPaths === 'function' ? first?.paths : servedPaths
  },
  initialDataUpdatedAt: () => (first?.isRemembered ? 0 : Date.now()),
  refetchOnMount: ({ state }) => (state.dataUpdatedAt === 0 ? 'always' : false),
  refetchInterval: ({ state }) => (state.data === null ? retryInterval : false),
})

/** Milliseconds that the first render waits for the list. */
const maxWait = 5_000

/**
 * Makes the list known before the first render, so that nothing is inserted when it arrives. What
 * this browser remembers of the backend is checked after the first render.
 */
export async function loadCapabilities(): Promise<void> {
  if (typeof application().servedPaths !== 'function') return
  const remembered = readRemembered()
  if (remembered) {
    first = { paths: remembered, isRemembered: true }
    return
  }
  const timeout = AbortSignal.timeout(maxWait)
  const paths = await loadServedPaths(timeout)
  first = timeout.aborted ? undefined : { paths, isRemembered: false }
}

async function loadServedPaths(signal: AbortSignal): Promise<ServedPaths> {
  const { servedPaths } = application()
  if (typeof servedPaths !== 'function') return servedPaths
  const paths = await servedPaths(signal)
  if (paths) browserStore.set(storageKey, JSON.stringify({ ...source, paths }))
  return paths
}

const storageKey = 'servedPaths'
/** The remembered list counts for one backend and one version of this program. */
const source = { backend: apiBase, version: import.meta.url }
const Remembered = z.object({
  backend: z.literal(source.backend),
  version: z.literal(source.version),
  paths: z.array(z.string()),
})

function readRemembered(): readonly string[] | undefined {
  const remembered = validate(Remembered, parseJson(browserStore.get(storageKey)))
  return remembered.ok ? remembered.value.paths : undefined
}
