/** Parts of the page of one record: figures, and sections with the latest rows of a table. */
import { useId, useState, type ReactNode } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import './record-page.css'

export type Figure = {
  name: string
  value: ReactNode
  note?: ReactNode
  isWarning?: boolean
}

export const RecordFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="record-figures">
    {figures.map(({ name, value, note, isWarning = false }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-tone={isWarning ? 'warning' : undefined}>
          <b>{value}</b> {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

export type SectionColumn<R> = {
  label: string
  cell: (row: R) => ReactNode
  /** Right-aligned. */
  isNumber?: true
  /** Takes the remaining width and wraps. */
  isWide?: true
  /** May wrap, unlike other columns. */
  canWrap?: true
}

type Props<R> = {
  title: string
  /** Shown without rows. */
  empty: string
  rows: readonly R[]
  total?: number
  columns: readonly SectionColumn<R>[]
  /** Beside the title. */
  actions?: ReactNode
  /** Link to related rows elsewhere, below the table. */
  link?: ReactNode
}

/** Rows shown before the section is expanded. */
const collapsedRows = 8

export function RecordSection<R>({
  title,
  empty,
  rows,
  total = rows.length,
  columns,
  actions,
  link,
}: Props<R>) {
  const titleId = useId()
  const [isExpanded, setExpanded] = useState(false)
  const visibleRows = isExpanded ? rows : rows.slice(0, collapsedRows)
  return (
    <section className="card record-section" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {total > rows.length && (
          <small>
            {t('crud.record.latest', { shown: exactCount(rows.length), total: exactCount(total) })}
          </small>
        )}
        {actions}
      </header>
      {rows.length === 0 ? (
        <p className="no-value">{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard where it is too narrow.
        <div className="record-table" tabIndex={0} role="group" aria-labelledby={titleId}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.label} scope="col" data-number={column.isNumber}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {visibleRows.map((row, index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <td
                      key={column.label}
                      data-label={column.label}
                      data-number={column.isNumber}
                      data-wide={column.isWide}
                      data-wraps={column.canWrap}
                    >
                      {column.cell(row) || <span className="no-value">–</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > collapsedRows && (
        <button
          type="button"
          className="text-button record-more"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('crud.record.fewer') : t('crud.record.more', { count: rows.length })}
        </button>
      )}
      {link && <p>{link}</p>}
    </section>
  )
}
