/** Which calls beyond the specification the backend serves: asked once; what it lacks is not offered. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { failureOf } from '#console/providers/data-errors.ts'
import type { Page } from '#console/resolved.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensions } from '#contract/extensions.ts'

export type Serves = (endpoint: Pick<Endpoint, 'spec' | 'path'>) => boolean

/** Calls of the specification are taken as served. Nothing beyond it is before `known`, or when that can't be asked. */
export function useServed(): { serves: Serves; known: boolean } {
  const { data, isPending } = useQuery(servedQuery)
  return { serves: ({ spec, path }) => spec !== undefined || data?.includes(path) === true, known: !isPending }
}

/** A list of rows that the backend does not tell is no page, unless something stands in its place. */
export const isServedPage = (page: Page, serves: Serves): boolean => page.view !== 'list' || page.placeholder !== undefined || serves(page.page)

/** For asking ahead of the first page. */
export const servedQuery = {
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
    try {
      return await call(extensions.list, {}, { signal })
    } catch (error) {
      if (lacksIt(error)) return []
      throw error
    }
  },
}

/** A backend that knows nothing of extensions refuses, or has no such address. */
function lacksIt(error: unknown): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'refused' || failure?.kind === 'garbled' || (failure?.kind === 'broken' && failure.status < 500)
}
