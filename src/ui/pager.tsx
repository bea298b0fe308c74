/** Pagination: row count, page size and page buttons. */
import type { ReactNode } from 'react'
import './pager.css'

type PagerTexts = {
  readonly label: string
  /** Number of rows; empty while it loads. */
  readonly total: string
  /** Accessible name of the choice of a page size, and its options. */
  readonly size: string
  readonly sizeOf: (size: number) => string
  readonly previous: string
  readonly next: string
  readonly page: (page: number) => string
}

type Props = {
  pageNum: number
  pageSize: number
  total: number
  /** Page sizes to choose from. */
  sizes: readonly number[]
  texts: PagerTexts
  /** Stands beside the number of rows. */
  beside?: ReactNode
  onChange: (change: { pageNum: number } | { pageSize: number }) => void
}

export function Pager({ pageNum, pageSize, total, sizes, texts, beside, onChange }: Props) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const goTo = (page: number) => onChange({ pageNum: page })
  return (
    <nav className="pager" aria-label={texts.label} data-waiting={texts.total === ''}>
      <span className="total">{texts.total}</span>
      <div className="beside">{beside}</div>
      <select
        className="control"
        aria-label={texts.size}
        value={pageSize}
        onChange={({ target }) => onChange({ pageSize: Number(target.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {texts.sizeOf(size)}
          </option>
        ))}
      </select>
      <ul>
        <li>
          <button
            type="button"
            aria-label={texts.previous}
            disabled={pageNum <= 1}
            onClick={() => goTo(pageNum - 1)}
          >
            ‹
          </button>
        </li>
        {pagesAround(pageNum, lastPage).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <button
                type="button"
                aria-label={texts.page(page)}
                aria-current={page === pageNum ? 'page' : undefined}
                onClick={() => goTo(page)}
              >
                {page}
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-label={texts.next}
            disabled={pageNum >= lastPage}
            onClick={() => goTo(pageNum + 1)}
          >
            ›
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** Includes the gaps. */
const maxItems = 7

/**
 * First page, last page and the pages around the current one; undefined is a gap. Returns
 * `maxItems` items whenever there are more pages, so that buttons don't move.
 */
function pagesAround(current: number, last: number): (number | undefined)[] {
  if (last <= maxItems) return range(1, last)
  if (current <= 4) return [...range(1, 5), undefined, last]
  if (current >= last - 3) return [1, undefined, ...range(last - 4, last)]
  return [1, undefined, ...range(current - 1, current + 1), undefined, last]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
