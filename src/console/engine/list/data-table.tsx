/**
 * Table of list rows, at least 556px high, with sticky header, first column and actions column. Its
 * columns have widths of their own; cells have one line.
 */
import { useEffect, useRef, type ReactNode, type ThHTMLAttributes } from 'react'
import { Link, useNavigate } from 'react-router'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Column } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { Cell, ToggleCell } from '#console/engine/list/cell.tsx'
import { ColumnResizer } from '#console/engine/list/column-resizer.tsx'
import { DataRow } from '#console/engine/list/data-row.tsx'
import { isNumericColumn } from '#console/engine/list/column-widths.ts'
import { showCutText } from '#console/engine/list/cut-text.ts'
import { useMarkedRow } from '#console/engine/list/marked-row.ts'
import { actionsKey, indexKey, selectKey } from '#console/engine/list/table-widths.ts'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { RowActions } from '#console/engine/list/row-actions.tsx'
import { SelectBox } from '#console/engine/list/select-box.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import { SortIcon } from '#ui/icons.tsx'

/** A rendered column: one of the page's, or the selection, index or actions column. */
type RenderedColumn = {
  readonly key: string
  readonly className?: string
  readonly head: ReactNode
  readonly ariaSort?: ThHTMLAttributes<HTMLElement>['aria-sort']
  readonly isResizable?: true
  readonly renderCell: (row: Row, index: number) => ReactNode
}

export function DataTable(props: RowsProps) {
  const { page, list, label, widths, isTall, buttonsOf, nameOf, empty } = props
  const navigate = useNavigate()
  const scrollArea = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = scrollArea.current && markMoreBelow(scrollArea.current)
    return () => stop?.()
  }, [])
  const columns = columnsOf(props)
  const isMarked = useMarkedRow(page)
  /** What a click on the row does: it opens the page about the row, or presses a button. */
  const opens = (row: Row): (() => void) | undefined => {
    const address = page.rowLink?.(row)
    if (address !== undefined) return () => void navigate(address)
    if (page.rowOpens.length === 0) return undefined
    const buttons = buttonsOf?.(row) ?? []
    return page.rowOpens
      .map((name) => buttons.find((button) => button.name === name))
      .find((button) => button !== undefined)?.onClick
  }
  const keyOf = (row: Row, index: number) => String(page.id ? row[page.id] : index)
  return (
    <div className="data-table" data-density={isTall ? 'tall' : 'dense'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container needs keyboard access. */}
      <div ref={scrollArea} className="table-scroll" tabIndex={0}>
        <table
          aria-label={label}
          aria-busy={list.busy}
          style={{ width: widths.total }}
          onPointerOver={showCutText}
        >
          <colgroup>
            {columns.map(({ key }) => (
              <col key={key} style={{ width: widths.of[key] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ key, className, head, ariaSort, isResizable }) => (
                <th key={key} scope="col" className={className} aria-sort={ariaSort}>
                  {head}
                  {isResizable && (
                    <ColumnResizer
                      columnKey={key}
                      width={widths.of[key] ?? 0}
                      sizes={widths.sizes}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.loading
              ? Array.from({ length: list.state.pageSize }, (_, index) => (
                  <SkeletonRow key={index} columns={columns} />
                ))
              : list.rows.map((row, index) => (
                  <DataRow
                    key={keyOf(row, index)}
                    row={row}
                    name={nameOf(row)}
                    details={page.rowDetails}
                    cells={columns.map(({ key, className, renderCell }) => ({
                      key,
                      className,
                      content: renderCell(row, index),
                    }))}
                    isMarked={isMarked(row)}
                    onOpen={opens(row)}
                  />
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

const cellSkeleton = <i className="waiting" />

function SkeletonRow({ columns }: { columns: readonly RenderedColumn[] }) {
  return (
    <tr className="data-row">
      {columns.map(({ key, className }) => (
        <td key={key} className={className}>
          {cellSkeleton}
        </td>
      ))}
    </tr>
  )
}

/** Tolerance for rounded scroll positions, in CSS pixels. */
const scrollTolerance = 8

/**
 * Keeps `data-more` on the table wrapper up to date: true while rows are hidden below. Returns the
 * function that stops it.
 */
function markMoreBelow(scrollArea: HTMLElement): () => void {
  const wrapper = scrollArea.closest<HTMLElement>('.data-table')
  const mark = () => {
    const hidden = scrollArea.scrollHeight - scrollArea.clientHeight - scrollArea.scrollTop
    wrapper?.setAttribute('data-more', String(hidden > scrollTolerance))
  }
  const observer = new ResizeObserver(mark)
  for (const box of [scrollArea, ...scrollArea.children]) observer.observe(box)
  scrollArea.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    scrollArea.removeEventListener('scroll', mark)
  }
}

function columnsOf({
  page,
  list,
  columns,
  getLookupData,
  selection,
  sortFieldOf,
  buttonsOf,
  shownActions,
  nameOf,
  toggleFlag,
  saveCell,
}: RowsProps): RenderedColumn[] {
  const isAllSelected = list.rows.length > 0 && list.rows.every(selection.has)
  const isSomeSelected = list.rows.some(selection.has)
  const selectColumn: RenderedColumn = {
    key: selectKey,
    className: 'select',
    head: (
      <SelectBox
        label={t('crud.list.selectAll')}
        isSelected={isAllSelected}
        isMixed={isSomeSelected}
        disabled={list.rows.length === 0}
        onSelect={(isSelected) => selection.setSelected(list.rows, isSelected)}
      />
    ),
    renderCell: (row) => (
      <SelectBox
        label={t('crud.list.select', { name: nameOf(row) })}
        isSelected={selection.has(row)}
        onSelect={(isSelected) => selection.setSelected([row], isSelected)}
      />
    ),
  }
  const indexColumn: RenderedColumn = {
    key: indexKey,
    className: 'index',
    head: t('crud.list.index'),
    renderCell: (_, index) => (list.shownPage - 1) * list.state.pageSize + index + 1,
  }
  const pageColumns = columns.map((column, position): RenderedColumn => {
    const className = [
      ...(position === 0 ? ['first'] : []),
      ...(isNumericColumn(column) ? ['numeric'] : []),
    ].join(' ')
    return {
      key: column.key,
      head: headingOf(column, list, sortFieldOf),
      ariaSort: ariaSort(column, list, sortFieldOf),
      isResizable: true,
      ...(className ? { className } : {}),
      renderCell: (row) => {
        if (column.toggle)
          return (
            <ToggleCell
              column={column}
              toggle={column.toggle}
              row={row}
              name={nameOf(row)}
              toggleFlag={toggleFlag}
            />
          )
        const cell = (
          <Cell
            column={column}
            row={row}
            getLookupData={getLookupData}
            editing={{ name: nameOf(row), saveCell }}
          />
        )
        const address = position === 0 ? page.rowLink?.(row) : undefined
        return address === undefined ? (
          cell
        ) : (
          <Link className="app-link row-link" to={address}>
            {cell}
          </Link>
        )
      },
    }
  })
  const actionsColumn: RenderedColumn | undefined = buttonsOf && {
    key: actionsKey,
    className: 'operate',
    head: t('crud.list.operate'),
    renderCell: (row) => (
      <RowActions buttons={buttonsOf(row)} maxShown={shownActions} name={nameOf(row)} />
    ),
  }
  return [
    ...(page.isSelectable ? [selectColumn] : []),
    ...(page.rowNumbers ? [indexColumn] : []),
    ...pageColumns,
    ...(actionsColumn ? [actionsColumn] : []),
  ]
}

type SortFieldOf = RowsProps['sortFieldOf']

function headingOf(column: Column, list: List, sortFieldOf: SortFieldOf) {
  if (!column.stacked)
    return <ColumnHeading column={column} list={list} sortFieldOf={sortFieldOf} />
  return (
    <span className="stack-cell lines">
      {[column, ...column.stacked].map((stackedColumn) => (
        <span key={stackedColumn.key}>
          <ColumnHeading column={stackedColumn} list={list} sortFieldOf={sortFieldOf} />
        </span>
      ))}
    </span>
  )
}

/**
 * Column head; a button if the column is sortable. Cycles through the first order, the reverse, and
 * the list's default order.
 */
function ColumnHeading({
  column,
  list: { state, change },
  sortFieldOf,
}: {
  column: Column
  list: List
  sortFieldOf: SortFieldOf
}) {
  const field = sortFieldOf(column)
  if (field === undefined) return messageOf(column.label)
  const order = state.sort?.field === field ? state.sort.order : undefined
  const first =
    isNumericColumn(column) || column.fields[0]?.fieldType.kind === 'time' ? 'desc' : 'asc'
  const second = first === 'desc' ? 'asc' : 'desc'
  const next = order === undefined ? first : order === first ? second : undefined
  return (
    <button
      type="button"
      className="sort"
      data-order={order}
      title={next ? t(`crud.list.sort.${next}`) : t('crud.list.sort.none')}
      onClick={() => change({ sort: next ? { field, order: next } : null })}
    >
      <span>{messageOf(column.label)}</span>
      <SortIcon />
    </button>
  )
}

function ariaSort(
  column: Column,
  { state: { sort } }: List,
  sortFieldOf: SortFieldOf,
): RenderedColumn['ariaSort'] {
  const isSorted =
    sort !== undefined &&
    [column, ...(column.stacked ?? [])].some(
      (stackedColumn) => sortFieldOf(stackedColumn) === sort.field,
    )
  if (!isSorted) return undefined
  return sort.order === 'asc' ? 'ascending' : 'descending'
}
