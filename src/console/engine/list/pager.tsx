/** Pagination of a list, and the sums of all its rows. */
import { totalCount } from '#client/i18n/format.ts'
import { limits } from '#contract/limits.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { Pager } from '#ui/pager.tsx'
import { SectionError } from '#console/ui/query-card.tsx'
import { keys } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { call } from '#client/api/call.ts'
import { isPresent } from '#console/engine/fields/field-type.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Pagination of a list in the console’s messages; `beside` stands at the number of rows. */
export function ListPager({
  list: { state, shownPage, failedPage, total, isTotalCapped, loading, missingFilter, change },
  beside,
}: {
  beside?: ReactNode
  list: Pick<
    List,
    | 'state'
    | 'shownPage'
    | 'failedPage'
    | 'total'
    | 'isTotalCapped'
    | 'loading'
    | 'missingFilter'
    | 'change'
  >
}) {
  return (
    <Pager
      pageNum={failedPage === undefined ? state.pageNum : shownPage}
      pageSize={state.pageSize}
      total={total}
      sizes={limits.page.sizes}
      onChange={change}
      beside={beside}
      texts={{
        label: t('crud.pager.label'),
        total:
          loading || missingFilter
            ? ''
            : t('crud.pager.total', { count: total, shown: totalCount(total, isTotalCapped) }),
        size: t('crud.pager.size'),
        sizeOf: (size) => t('crud.pager.sizeOf', { size }),
        previous: t('crud.pager.previous'),
        next: t('crud.pager.next'),
        page: (page) => t('crud.pager.page', { page }),
      }}
    />
  )
}

type Props = {
  endpoint: Endpoint
  page: ListPage
  query: Row
  getLookupData: GetLookupData
  /** While the first rows load, the sums have only their place. */
  isWaiting: boolean
}

/**
 * Sums of all rows that match the filters, across pages. They are requested at the same time as the
 * rows, apart from them, so that a sum over many rows doesn't delay the first page.
 */
export function Totals({ endpoint, page, query, getLookupData, isWaiting }: Props) {
  const titleId = useId()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // Nested under the list's query key, so that invalidating the list refetches the totals.
    queryKey: keys().data().resource(page.name).action('list').params({ totals: query }).get(),
    queryFn: ({ signal }) => call(endpoint, query as never, { signal }) as Promise<Row>,
    placeholderData: keepPreviousData,
  })
  const fields = page.columns
    .flatMap((column) => column.fields)
    .filter(({ path }) => data && isPresent(valueAt(data, path)))
  if (error && !data)
    return <SectionError name={t('crud.list.totals')} error={error} retry={() => void refetch()} />
  if (!data || isWaiting) return <div className="totals">{'\u00a0'}</div>
  if (fields.length === 0) return null
  return (
    <div className="totals" role="group" aria-labelledby={titleId} aria-busy={isPlaceholderData}>
      <span id={titleId} className="totals-title">
        {t('crud.list.totals')}
      </span>
      <dl>
        {fields.map((field) => (
          <div key={field.path}>
            <dt>{messageOf(field.label)}</dt>
            <dd>{fieldText(field, data, getLookupData)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
