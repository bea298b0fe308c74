/** Lookup data for labels, fetched once per page load, and the names of channels. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#client/api/call.ts'
import { application } from '#console/refine/application.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { lookupKey } from '#console/refine/query.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'

export function useReferenceData(fieldTypes: readonly FieldType[]): GetLookupData {
  const canUse = useCanUse()
  const lookups = [
    ...new Set(fieldTypes.flatMap((fieldType) => getFieldTypeUi(fieldType).lookup ?? [])),
  ].flatMap((lookup) => {
    const endpoint = application().lookupEndpoint(lookup)
    return endpoint ? [{ lookup, endpoint }] : []
  })
  const titlesKeys = [
    ...new Set(
      fieldTypes.flatMap((fieldType) => getFieldTypeUi(fieldType).titlesKey?.(fieldType) ?? []),
    ),
  ]
  const results = useQueries({
    queries: [
      ...lookups.map(({ endpoint }) => ({
        queryKey: [lookupKey, endpoint.path],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
          call(endpoint, {}, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        enabled: canUse(endpoint),
      })),
      // Filled by searches, never fetched.
      ...titlesKeys.map((key) => ({
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
      [...lookups.map(({ lookup }) => lookup.path), ...titlesKeys].map((key, index) => [
        key,
        results[index],
      ]),
    )
    return (fieldType) => {
      const { lookup, titlesKey } = getFieldTypeUi(fieldType)
      return byKey.get(lookup?.path ?? titlesKey?.(fieldType) ?? '')
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the endpoints derive from the page, which is constant.
  }, [results])
}

const channelType = { kind: 'channel' } as const
const channelTypes = [channelType]

/** Returns a function that names a channel by its id; the id itself while loading. */
export function useChannelNames(): (id: string | number | null | undefined) => string {
  const getLookupData = useReferenceData(channelTypes)
  return (id) =>
    getFieldTypeUi(channelType).text(id, {
      fieldType: channelType,
      row: {},
      lookupData: getLookupData(channelType),
    })
}
