/** The rows of a list as a table: at least 556 high, its head and its actions staying in sight. */
import { Table, type TableProps } from 'antd'
import { useEffect, useRef, type ComponentRef } from 'react'
import { t, word } from '#console/refine/i18n.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import type { Column } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { Cell } from '#console/engine/list/cell.tsx'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { RowActions } from '#console/engine/list/row-actions.tsx'
import { ToggleCell } from '#console/engine/list/toggle-cell.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import { SortIcon } from '#console/ui/icons.tsx'

type TableRef = ComponentRef<typeof Table>
/** A row that has not come yet. */
type Waiting = { readonly waiting: number }

export function DataTable(props: RowsProps) {
  const { page, list, label, empty } = props
  const waiting = Array.from({ length: list.state.pageSize }, (_, at): Waiting => ({ waiting: at }))
  const table = useRef<TableRef>(null)
  // What scrolls is reached by keyboard; antd has no word for it.
  useEffect(() => {
    const scrolled = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-content')
    scrolled?.setAttribute('tabindex', '0')
    if (!scrolled) return undefined
    const stop = markMoreBelow(scrolled)
    return () => stop()
  }, [])
  return (
    <Table<Row | Waiting>
      ref={table}
      className="data-table"
      aria-label={label}
      aria-busy={list.busy}
      columns={columnsOf(props)}
      dataSource={list.loading ? waiting : [...list.rows]}
      rowKey={(row) =>
        'waiting' in row
          ? `waiting-${row.waiting}`
          : String(page.id ? row[page.id] : list.rows.indexOf(row))
      }
      pagination={false}
      locale={{ emptyText: empty }}
    />
  )
}

/**
 * Keeps `data-more` of the table true while rows lie below the lower edge of what scrolls. Answers
 * how to stop.
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
  flip,
}: RowsProps): NonNullable<TableProps<Row | Waiting>['columns']> {
  const { pageNum, pageSize } = list.state
  const drawn =
    (draw: (row: Row, at: number) => React.ReactNode) =>
    (_: unknown, row: Row | Waiting, at: number) =>
      'waiting' in row ? <i className="waiting" /> : draw(row, at)
  const all = list.rows.length > 0 && list.rows.every(selection.has)
  const some = list.rows.some(selection.has)
  return [
    ...(page.selects
      ? [
          {
            key: '#select',
            width: 44,
            title: (
              <input
                type="checkbox"
                className="tick"
                aria-label={t('pages.list.selectAll')}
                checked={all}
                disabled={list.rows.length === 0}
                ref={(box) => {
                  if (box) box.indeterminate = some && !all
                }}
                onChange={({ target }) => selection.pick(list.rows, target.checked)}
              />
            ),
            render: drawn((row) => (
              <input
                type="checkbox"
                className="tick"
                aria-label={t('pages.list.select', { name: nameOf(row) })}
                checked={selection.has(row)}
                onChange={({ target }) => selection.pick([row], target.checked)}
              />
            )),
          },
        ]
      : []),
    {
      key: '#index',
      title: t('pages.list.index'),
      width: 56,
      className: 'index',
      render: drawn((_, at) => (pageNum - 1) * pageSize + at + 1),
    },
    ...columns.map((column) => ({
      key: column.key,
      title: headOf(column, list, sortField),
      onHeaderCell: () => ariaSort(column, list, sortField),
      ...(isNumeric(column) ? { align: 'right' as const, className: 'numeric' } : {}),
      render: drawn((row) =>
        column.toggle ? (
          <ToggleCell
            column={column}
            toggle={column.toggle}
            row={row}
            name={nameOf(row)}
            flip={flip}
          />
        ) : (
          <Cell of={column} row={row} found={found} />
        ),
      ),
    })),
    ...(buttonsOf
      ? [
          {
            key: '#operate',
            title: t('pages.list.operate'),
            className: 'operate',
            render: drawn((row) => <RowActions buttons={buttonsOf(row)} name={nameOf(row)} />),
          },
        ]
      : []),
  ]
}

type SortField = RowsProps['sortField']

function headOf(column: Column, list: List, sortField: SortField) {
  if (!column.below) return <Head column={column} list={list} sortField={sortField} />
  return (
    <span className="stack-cell">
      {[column, ...column.below].map((one) => (
        <span key={one.key}>
          <Head column={one} list={list} sortField={sortField} />
        </span>
      ))}
    </span>
  )
}

/**
 * The name of a column; where the list can be sorted by it, a button: once, the other way round,
 * and back to the list's own order.
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
  if (field === undefined) return word(column.label)
  const order = state.sort?.by === field ? state.sort.order : undefined
  const first = isNumeric(column) || column.fields[0]?.means.kind === 'time' ? 'desc' : 'asc'
  const second = first === 'desc' ? 'asc' : 'desc'
  const next = order === undefined ? first : order === first ? second : undefined
  return (
    <button
      type="button"
      className="sort"
      data-order={order}
      title={next ? t(`pages.list.sort.${next}`) : t('pages.list.sort.none')}
      onClick={() => change({ sort: next ? { by: field, order: next } : null })}
    >
      {word(column.label)}
      <SortIcon />
    </button>
  )
}

function ariaSort(column: Column, { state: { sort } }: List, sortField: SortField) {
  const isSorted =
    sort !== undefined &&
    [column, ...(column.below ?? [])].some((one) => sortField(one) === sort.by)
  return isSorted
    ? { 'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const) }
    : {}
}

const isNumeric = ({ fields, layout, by }: Column) =>
  (layout === 'plain' || by !== undefined) &&
  fields.length > 0 &&
  fields.every(({ means }) => kindOf(means).numeric)
