/** Pagination of a list, and the sums of all its rows. */
import { exactCount } from '#client/i18n/format.ts'
import { limits } from '#contract/limits.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { List } from '#console/engine/list/use-list.ts'
import './pager.css'
import { keys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/api/call.ts'
import { isSome } from '#console/engine/fields/field-type.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import type { Found } from '#console/refine/reference-data.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Pagination: row count, page size and page buttons. */
export function Pager({
  list: { state, total, loading, change },
}: {
  list: Pick<List, 'state' | 'total' | 'loading' | 'change'>
}) {
  const { pageNum, pageSize } = state
  const last = Math.max(1, Math.ceil(total / pageSize))
  const to = (page: number) => change({ pageNum: page })
  return (
    <nav className="pager" aria-label={t('pages.pager.label')}>
      <span className="total">
        {loading ? '' : t('pages.pager.total', { count: total, shown: exactCount(total) })}
      </span>
      <select
        className="control"
        aria-label={t('pages.pager.size')}
        value={pageSize}
        onChange={({ target }) => change({ pageSize: Number(target.value) })}
      >
        {limits.page.sizes.map((size) => (
          <option key={size} value={size}>
            {t('pages.pager.sizeOf', { size })}
          </option>
        ))}
      </select>
      <ul>
        <li>
          <button
            type="button"
            aria-label={t('pages.pager.previous')}
            disabled={pageNum <= 1}
            onClick={() => to(pageNum - 1)}
          >
            ‹
          </button>
        </li>
        {pagesAround(pageNum, last).map((page, at) => (
          <li key={page ?? `gap-${at}`}>
            {page === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <button
                type="button"
                aria-label={t('pages.pager.page', { page })}
                aria-current={page === pageNum ? 'page' : undefined}
                onClick={() => to(page)}
              >
                {page}
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-label={t('pages.pager.next')}
            disabled={pageNum >= last}
            onClick={() => to(pageNum + 1)}
          >
            ›
          </button>
        </li>
      </ul>
    </nav>
  )
}

/**
 * First page, last page and the pages around the current one; undefined stands for a gap. Returns a
 * constant number of items beyond seven pages, so that buttons don't move.
 */
function pagesAround(current: number, last: number): (number | undefined)[] {
  const max = 7
  if (last <= max) return range(1, last)
  if (current <= 4) return [...range(1, 5), undefined, last]
  if (current >= last - 3) return [1, undefined, ...range(last - 4, last)]
  return [1, undefined, ...range(current - 1, current + 1), undefined, last]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

type Props = { of: Endpoint; page: ListPage; query: Row; found: Found }

/** Totals of all rows that match the filters, across pages. */
export function TotalsLine({ of: endpoint, page, query, found }: Props) {
  const title = useId()
  const { data } = useQuery({
    // Nested under the list's query key, so that invalidating the list refetches the totals.
    queryKey: keys().data().resource(page.name).action('list').params({ totals: query }).get(),
    queryFn: ({ signal }) => call(endpoint, query as never, { signal }) as Promise<Row>,
  })
  const fields = page.columns
    .flatMap((column) => column.fields)
    .filter(({ path }) => data && isSome(valueAt(data, path)))
  if (!data || fields.length === 0) return null
  return (
    <div className="totals" role="group" aria-labelledby={title}>
      <span id={title} className="totals-title">
        {t('pages.list.totals')}
      </span>
      <dl>
        {fields.map((field) => (
          <div key={field.path}>
            <dt>{word(field.label)}</dt>
            <dd>{fieldText(field, data, found)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
