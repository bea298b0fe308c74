/** List rows as cards for narrow containers, with the first column as the card's heading. */
import { useId } from 'react'
import type { Column } from '#console/engine/page-model.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { Cell, ToggleCell } from '#console/engine/list/cell.tsx'
import { useMarkedRow, useScrollTo } from '#console/engine/list/marked-row.ts'
import { RowActions } from '#console/engine/list/row-actions.tsx'
import type { RowsProps } from '#console/engine/list/rows.ts'
import type { Row } from '#console/engine/resource.ts'
import { SelectBox } from '#console/engine/list/select-box.tsx'
import { useUnfold } from '#console/engine/list/unfold.tsx'
import { WaitingCards } from '#console/engine/list/waiting-cards.tsx'

export default function CardList(props: RowsProps) {
  const { page, list, label, columns, sortFieldOf, empty } = props
  const isMarked = useMarkedRow(page)
  if (list.loading) return <WaitingCards label={label} />
  if (list.rows.length === 0) return empty
  return (
    <>
      <CardSort columns={columns} list={list} sortFieldOf={sortFieldOf} />
      <ul className="card-list" aria-label={label} aria-busy={list.busy}>
        {list.rows.map((row, index) => (
          <RowCard
            key={String(page.id ? row[page.id] : index)}
            row={row}
            isMarked={isMarked(row)}
            {...props}
          />
        ))}
      </ul>
    </>
  )
}

function RowCard({
  row,
  isMarked,
  page,
  columns: [first, ...rest],
  getLookupData,
  selection,
  buttonsOf,
  shownActions,
  nameOf,
  toggleFlag,
  saveCell,
}: RowsProps & { row: Row; isMarked: boolean }) {
  const name = nameOf(row)
  const unfold = useUnfold(row, name, page.rowDetails)
  const element = useScrollTo<HTMLLIElement>(isMarked)
  const cellOf = (column: Column) => (
    <Cell column={column} row={row} getLookupData={getLookupData} editing={{ name, saveCell }} />
  )
  return (
    <li ref={element} className="row-card" aria-current={isMarked || undefined}>
      <header>
        {page.isSelectable && (
          <SelectBox
            label={t('crud.list.select', { name })}
            isSelected={selection.has(row)}
            onSelect={(isSelected) => selection.setSelected([row], isSelected)}
          />
        )}
        <strong>{first && cellOf(first)}</strong>
        {unfold.toggle}
      </header>
      <dl>
        {rest.map((column) => (
          <div key={column.key}>
            <dt>{messageOf(column.label)}</dt>
            <dd>
              {column.toggle ? (
                <ToggleCell
                  column={column}
                  toggle={column.toggle}
                  row={row}
                  name={name}
                  toggleFlag={toggleFlag}
                />
              ) : (
                cellOf(column)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {unfold.details && (
        <div id={unfold.id} className="card-details">
          {unfold.details}
        </div>
      )}
      {buttonsOf && <RowActions buttons={buttonsOf(row)} maxShown={shownActions} name={name} />}
    </li>
  )
}

/** Sort select; cards have no column heads to click. */
function CardSort({
  columns,
  list: { state, change },
  sortFieldOf,
}: Pick<RowsProps, 'list' | 'sortFieldOf' | 'columns'>) {
  const id = useId()
  const options = columns
    .flatMap((column) => [column, ...(column.stacked ?? [])])
    .flatMap((column) => {
      const field = sortFieldOf(column)
      return field === undefined
        ? []
        : (['asc', 'desc'] as const).map((order) => ({
            field,
            order,
            label: messageOf(column.label),
          }))
    })
  if (options.length === 0) return null
  const chosen = options.findIndex(
    ({ field, order }) => field === state.sort?.field && order === state.sort.order,
  )
  const choose = (index: number) => {
    const option = options[index]
    change({ sort: option ? { field: option.field, order: option.order } : null })
  }
  return (
    <div className="card-sort">
      <label htmlFor={id}>{t('crud.list.sort.label')}</label>
      <select
        id={id}
        className="control"
        value={chosen}
        onChange={({ target }) => choose(Number(target.value))}
      >
        <option value={-1}>{t('crud.list.sort.default')}</option>
        {options.map(({ field, order, label }, index) => (
          <option key={`${field} ${order}`} value={index}>
            {t(`crud.list.sort.by.${order}`, { field: label })}
          </option>
        ))}
      </select>
    </div>
  )
}
