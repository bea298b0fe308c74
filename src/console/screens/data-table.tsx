/** The rows of a list as a table: 556 high, its head and its actions staying in sight. */
import { Table, type TableProps } from 'antd'
import { useEffect, useRef, type ComponentRef } from 'react'
import { t, word } from '#console/providers/i18n.ts'
import { kindOf } from '#console/kinds/kinds.ts'
import type { Column } from '#console/resolved.ts'
import type { Row } from '#console/resource.ts'
import { Cell } from '#console/screens/cell.tsx'
import type { RowsProps } from '#console/screens/rows.ts'
import { RowActions } from '#console/screens/row-actions.tsx'
import { ToggleCell } from '#console/screens/toggle-cell.tsx'

type TableRef = ComponentRef<typeof Table>
/** A row that has not come yet. */
type Waiting = { readonly waiting: number }

export function DataTable(props: RowsProps) {
  const { page, list, label, empty } = props
  const waiting = Array.from({ length: list.state.pageSize }, (_, at): Waiting => ({ waiting: at }))
  const table = useRef<TableRef>(null)
  // What scrolls is reached by keyboard; antd has no word for it.
  useEffect(() => {
    table.current?.nativeElement.querySelector('.ant-table-content')?.setAttribute('tabindex', '0')
  }, [])
  return (
    <Table<Row | Waiting>
      ref={table}
      className="data-table"
      aria-label={label}
      aria-busy={list.busy}
      columns={columnsOf(props)}
      dataSource={list.loading ? waiting : [...list.rows]}
      rowKey={(row) => ('waiting' in row ? `waiting-${row.waiting}` : String(page.id ? row[page.id] : list.rows.indexOf(row)))}
      pagination={false}
      locale={{ emptyText: empty }}
    />
  )
}

function columnsOf({ page, list, columns, found, selection, buttonsOf, nameOf, flip }: RowsProps): NonNullable<TableProps<Row | Waiting>['columns']> {
  const { pageNum, pageSize } = list.state
  const drawn = (draw: (row: Row, at: number) => React.ReactNode) => (_: unknown, row: Row | Waiting, at: number) =>
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
    { key: '#index', title: t('pages.list.index'), width: 56, className: 'index', render: drawn((_, at) => (pageNum - 1) * pageSize + at + 1) },
    ...columns.map((column) => ({
      key: column.key,
      title: headOf(column),
      ...(isNumeric(column) ? { align: 'right' as const, className: 'numeric' } : {}),
      render: drawn((row) =>
        column.toggle ? (
          <ToggleCell column={column} toggle={column.toggle} row={row} name={nameOf(row)} flip={flip} />
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

function headOf({ label, below }: Column) {
  if (!below) return word(label)
  return (
    <span className="stack-cell">
      {[{ label }, ...below].map((one) => (
        <span key={one.label[0]}>{word(one.label)}</span>
      ))}
    </span>
  )
}

const isNumeric = ({ fields, layout, by }: Column) =>
  (layout === 'plain' || by !== undefined) && fields.length > 0 && fields.every(({ means }) => kindOf(means).numeric)
