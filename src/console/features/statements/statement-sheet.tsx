/** The sheet of a statement: facts, then its tables; on paper without links. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { wireNow } from '#client/i18n/time.ts'
import { texts } from '#console/features/statements/statement-texts.ts'
import { t } from '#console/refine/i18n.ts'
import {
  nameOfMonth,
  statementFacts,
  statementTables,
  type RowSubject,
  type StatementTable,
} from '#contract/statement-tables.ts'
import type { Statement } from '#contract/statements.ts'
import '#console/ui/sheet.css'
import './statement.css'

/** Address of the page about a row; undefined without one. */
type AddressOf = (subject: RowSubject) => string | undefined

export function StatementSheet({
  statement,
  addressOf,
}: {
  statement: Statement
  /** Without it, as on paper, there are no links. */
  addressOf?: AddressOf
}) {
  return (
    <article className="sheet statement" data-paper={addressOf ? undefined : true}>
      {!addressOf && (
        <header>
          <div>
            <b>{t('product.name')}</b>
            <span>{t('product.slogan')}</span>
          </div>
          <h1>{t('statements.title', { month: nameOfMonth(statement.month, texts) })}</h1>
        </header>
      )}
      <dl className="sheet-facts">
        {statementFacts(statement, texts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {statementTables(statement, texts).map((table) => (
        <SheetTable key={table.title} table={table} addressOf={addressOf} />
      ))}
      <footer>
        <p>{t('statements.notInvoice')}</p>
        {!addressOf && <p>{t('statements.printed', { at: wireNow() })}</p>}
      </footer>
    </article>
  )
}

function SheetTable({
  table: { title, columns, rows, empty, notes },
  addressOf,
}: {
  table: StatementTable
  addressOf: AddressOf | undefined
}) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="statement-note">{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard where it is too narrow.
        <div className="statement-table" role="group" aria-label={title} tabIndex={addressOf && 0}>
          <table>
            <thead>
              <tr>
                {columns.map(({ label, isNumber, isWide }) => (
                  <th key={label} scope="col" data-number={isNumber} data-wide={isWide}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, isTotal, subject }, index) => (
                <tr key={index} data-total={isTotal}>
                  {cells.map((cell, at) => (
                    <Cell key={at} isFirst={at === 0} isNumber={columns[at]!.isNumber}>
                      {linkedCell(cell, at, subject && addressOf?.(subject))}
                    </Cell>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="statement-note">
          {note}
        </p>
      ))}
    </section>
  )
}

const Cell = ({
  isFirst,
  isNumber,
  children,
}: {
  isFirst: boolean
  isNumber: true | undefined
  children: ReactNode
}) =>
  isFirst ? (
    <th scope="row" data-number={isNumber}>
      {children}
    </th>
  ) : (
    <td data-number={isNumber}>{children}</td>
  )

const linkedCell = (cell: string, at: number, address: string | undefined): ReactNode =>
  at === 0 && address ? (
    <Link className="app-link" to={address}>
      {cell}
    </Link>
  ) : (
    cell
  )
