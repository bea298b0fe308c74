/** Pagination: row count, page size and page buttons. */
import { exactCount } from '#client/i18n/format.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#console/refine/i18n.ts'
import type { List } from '#console/engine/list/use-list.ts'
import '#console/engine/list/pager.css'

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
export function pagesAround(current: number, last: number): (number | undefined)[] {
  const max = 7
  if (last <= max) return range(1, last)
  if (current <= 4) return [...range(1, 5), undefined, last]
  if (current >= last - 3) return [1, undefined, ...range(last - 4, last)]
  return [1, undefined, ...range(current - 1, current + 1), undefined, last]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
