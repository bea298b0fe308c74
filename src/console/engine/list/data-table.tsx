/** Table of list rows, at least 556px high, with sticky header and actions column. */
import { useEffect, useRef, type ReactNode, type ThHTMLAttributes } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import type { Column } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { Cell, ToggleCell } from '#console/engine/list/cell.tsx'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { RowActions } from '#console/engine/list/row-actions.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import { SortIcon } from '#ui/icons.tsx'

/** A rendered column: one of the page's, or the selection, index or actions column. */
type Drawn = {
  readonly key: string
  readonly className?: string
  readonly head: ReactNode
  readonly ariaSort?: ThHTMLAttributes<HTMLElement>['aria-sort']
  readonly draw: (row: Row, at: number) => ReactNode
}

export function DataTable(props: RowsProps) {
  const { page, list, label, empty } = props
  const scrolled = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = scrolled.current && markMoreBelow(scrolled.current)
    return () => stop?.()
  }, [])
  const columns = columnsOf(props)
  const keyOf = (row: Row, at: number) => String(page.id ? row[page.id] : at)
  return (
    <div className="data-table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container needs keyboard access. */}
      <div ref={scrolled} className="table-scroll" tabIndex={0}>
        <table aria-label={label} aria-busy={list.busy}>
          <thead>
            <tr>
              {columns.map(({ key, className, head, ariaSort }) => (
                <th key={key} scope="col" className={className} aria-sort={ariaSort}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.loading
              ? Array.from({ length: list.state.pageSize }, (_, at) => (
                  <WaitingRow key={at} columns={columns} />
                ))
              : list.rows.map((row, at) => (
                  <tr key={keyOf(row, at)} className="data-row">
                    {columns.map(({ key, className, draw }) => (
                      <td key={key} className={className}>
                        {draw(row, at)}
                      </td>
                    ))}
                  </tr>
                ))}
            {!list.loading && list.rows.length === 0 && (
              <tr className="no-rows">
                <td colSpan={columns.length}>{empty}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const pending = <i className="waiting" />

/** Skeleton row. */
function WaitingRow({ columns }: { columns: readonly Drawn[] }) {
  return (
    <tr className="data-row">
      {columns.map(({ key, className }) => (
        <td key={key} className={className}>
          {pending}
        </td>
      ))}
    </tr>
  )
}

/**
 * Updates `data-more` on the table wrapper: true while rows are hidden below. Returns a function
 * that stops it.
 */
function markMoreBelow(scrolled: HTMLElement): () => void {
  const wrapper = scrolled.closest<HTMLElement>('.data-table')
  const mark = () => {
    const hidden = scrolled.scrollHeight - scrolled.clientHeight - scrolled.scrollTop
    wrapper?.setAttribute('data-more', String(hidden > 8))
  }
  const watch = new ResizeObserver(mark)
  for (const box of [scrolled, ...scrolled.children]) watch.observe(box)
  scrolled.addEventListener('scroll', mark, { passive: true })
  return () => {
    watch.disconnect()
    scrolled.removeEventListener('scroll', mark)
  }
}

function columnsOf({
  page,
  list,
  columns,
  found,
  selection,
  sortField,
  buttonsOf,
  nameOf,
  toggleFlag,
}: RowsProps): Drawn[] {
  const { pageNum, pageSize } = list.state
  const all = list.rows.length > 0 && list.rows.every(selection.has)
  const some = list.rows.some(selection.has)
  const select: Drawn = {
    key: '#select',
    className: 'select',
    head: (
      <input
        type="checkbox"
        className="tick"
        aria-label={t('crud.list.selectAll')}
        checked={all}
        disabled={list.rows.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = some && !all
        }}
        onChange={({ target }) => selection.pick(list.rows, target.checked)}
      />
    ),
    draw: (row) => (
      <input
        type="checkbox"
        className="tick"
        aria-label={t('crud.list.select', { name: nameOf(row) })}
        checked={selection.has(row)}
        onChange={({ target }) => selection.pick([row], target.checked)}
      />
    ),
  }
  const index: Drawn = {
    key: '#index',
    className: 'index',
    head: t('crud.list.index'),
    draw: (_, at) => (pageNum - 1) * pageSize + at + 1,
  }
  const own = columns.map((column): Drawn => ({
    key: column.key,
    head: headOf(column, list, sortField),
    ariaSort: ariaSort(column, list, sortField),
    ...(isNumeric(column) ? { className: 'numeric' } : {}),
    draw: (row) =>
      column.toggle ? (
        <ToggleCell
          column={column}
          toggle={column.toggle}
          row={row}
          name={nameOf(row)}
          toggleFlag={toggleFlag}
        />
      ) : (
        <Cell of={column} row={row} found={found} />
      ),
  }))
  const operate: Drawn | undefined = buttonsOf && {
    key: '#operate',
    className: 'operate',
    head: t('crud.list.operate'),
    draw: (row) => <RowActions buttons={buttonsOf(row)} name={nameOf(row)} />,
  }
  return [...(page.selects ? [select] : []), index, ...own, ...(operate ? [operate] : [])]
}

type SortField = RowsProps['sortField']

function headOf(column: Column, list: List, sortField: SortField) {
  if (!column.stacked) return <Head column={column} list={list} sortField={sortField} />
  return (
    <span className="stack-cell">
      {[column, ...column.stacked].map((one) => (
        <span key={one.key}>
          <Head column={one} list={list} sortField={sortField} />
        </span>
      ))}
    </span>
  )
}

/**
 * Column head; a button if the column is sortable. Cycles through the first order, the reverse, and
 * the list's default order.
 */
function Head({
  column,
  list: { state, change },
  sortField,
}: {
  column: Column
  list: List
  sortField: SortField
}) {
  const field = sortField(column)
  if (field === undefined) return messageOf(column.label)
  const order = state.sort?.by === field ? state.sort.order : undefined
  const first = isNumeric(column) || column.fields[0]?.fieldType.kind === 'time' ? 'desc' : 'asc'
  const second = first === 'desc' ? 'asc' : 'desc'
  const next = order === undefined ? first : order === first ? second : undefined
  return (
    <button
      type="button"
      className="sort"
      data-order={order}
      title={next ? t(`crud.list.sort.${next}`) : t('crud.list.sort.none')}
      onClick={() => change({ sort: next ? { by: field, order: next } : null })}
    >
      {messageOf(column.label)}
      <SortIcon />
    </button>
  )
}

function ariaSort(
  column: Column,
  { state: { sort } }: List,
  sortField: SortField,
): Drawn['ariaSort'] {
  const isSorted =
    sort !== undefined &&
    [column, ...(column.stacked ?? [])].some((one) => sortField(one) === sort.by)
  if (!isSorted) return undefined
  return sort.order === 'asc' ? 'ascending' : 'descending'
}

const isNumeric = ({ fields, layout, by }: Column) =>
  (layout === 'plain' || by !== undefined) &&
  fields.length > 0 &&
  fields.every(({ fieldType }) => kindOf(fieldType).numeric)
