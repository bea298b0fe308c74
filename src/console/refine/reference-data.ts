/** Reference data for labels, such as channel names: fetched once per page load. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#client/api/call.ts'
import { useViewer } from '#console/refine/current-user.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mayCall } from '#contract/roles.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'

/** Lookup result for a field type; undefined without a lookup and while loading. */
export type Found = (fieldType: FieldType) => unknown

export function useReferenceData(fieldTypes: readonly FieldType[]): Found {
  const me = useViewer()
  const calls = [...new Set(fieldTypes.flatMap((fieldType) => kindOf(fieldType).lookup ?? []))]
  const remembered = [
    ...new Set(fieldTypes.flatMap((fieldType) => kindOf(fieldType).remembers?.(fieldType) ?? [])),
  ]
  const answers = useQueries({
    queries: [
      ...calls.map((endpoint: Endpoint) => ({
        queryKey: ['lookup', endpoint.path],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
          call(endpoint, {}, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        enabled: mayCall(endpoint, me),
      })),
      // Filled by searches, never fetched.
      ...remembered.map((key) => ({
        queryKey: ['titles', key],
        queryFn: (): Promise<unknown> => Promise.resolve({}),
        staleTime: Number.POSITIVE_INFINITY,
        enabled: false,
      })),
    ],
    combine: (all) => all.map(({ data }) => data),
  })
  return useMemo(() => {
    const byKey = new Map(
      [...calls.map(({ path }) => path), ...remembered].map((key, at) => [key, answers[at]]),
    )
    return (fieldType) => {
      const { lookup, remembers } = kindOf(fieldType)
      return byKey.get(lookup?.path ?? remembers?.(fieldType) ?? '')
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the endpoints derive from the page, which is constant.
  }, [answers])
}
