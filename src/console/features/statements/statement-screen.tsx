/** Page of one statement: its tables with links to the logs, and actions to print and save it. */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import type { ScreenPage } from '#console/engine/page-model.ts'
import { rowAddress } from '#console/features/statements/row-address.ts'
import { statementCsv } from '#console/features/statements/statement-csv.ts'
import { StatementSheet } from '#console/features/statements/statement-sheet.tsx'
import { texts } from '#console/features/statements/statement-texts.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { usePrintTitle } from '#console/ui/use-print-title.ts'
import { Notice } from '#console/ui/notice.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { nameOfMonth, personName, statementFileName } from '#contract/statement-tables.ts'
import { statements, type Statement } from '#contract/statements.ts'
import '../../ui/printed.css'
import '../../ui/record-page.css'

export default function StatementScreen({ page: { parentList } }: { page: ScreenPage }) {
  const [params] = useSearchParams()
  const month = params.get('month') ?? ''
  const userId = params.get('userId')
  const input = userId === null ? { month } : { month, userId }
  const { data, error, retry, isPreviousData, isOffered, isWaiting } = useSectionQuery(
    statements.get,
    input,
  )
  if (!parentList) throw new Error('The page of a statement needs the list of statements.')
  const back = (
    <Link className="app-link record-back" to={`/${parentList.route}`}>
      {t('statements.back')}
    </Link>
  )
  if ((!isOffered && !isWaiting) || ['refused', 'invalid'].includes(failureOf(error)?.kind ?? ''))
    return (
      <Notice title={t('statements.unknown.title')} actions={back}>
        {t('statements.unknown.help')}
      </Notice>
    )
  if (!data || isPreviousData)
    return error !== undefined ? (
      <div className="record-page">
        {back}
        <ListFailure title={t('statements.failed')} error={error} retry={retry} />
      </div>
    ) : (
      <PageSkeleton view="screen" />
    )
  return (
    <div className="record-page">
      {back}
      <StatementPage key={`${month} ${userId}`} statement={data} />
    </div>
  )
}

function StatementPage({ statement }: { statement: Statement }) {
  const me = useCurrentUser()
  const fileName = statementFileName(statement, texts)
  usePrintTitle(fileName)
  return (
    <>
      <PageHeader
        title={t('statements.title', { month: nameOfMonth(statement.month, texts) })}
        help={statement.person ? personName(statement.person, texts) : t('statements.whole')}
        actions={<Actions statement={statement} fileName={fileName} />}
      />
      <StatementSheet
        statement={statement}
        addressOf={(subject) => rowAddress(subject, statement, me)}
      />
      <PrintedSheet statement={statement} />
    </>
  )
}

/** Rendered outside the console's root while printing, so that only the sheet is printed. */
function PrintedSheet({ statement }: { statement: Statement }) {
  return createPortal(
    <div className="printed" aria-hidden="true">
      <StatementSheet statement={statement} />
    </div>,
    document.body,
  )
}

function Actions({ statement, fileName }: { statement: Statement; fileName: string }) {
  const canUse = useCanUse()
  const [isSaving, setSaving] = useState(false)
  const savePdf = async () => {
    setSaving(true)
    const { month, person } = statement
    try {
      const file = await call(
        statements.pdf,
        person ? { month, userId: person.userId } : { month },
        { quiet: true },
      )
      saveFile([file], `${fileName}.pdf`, 'application/pdf')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() =>
          saveFile([statementCsv(statement)], `${fileName}.csv`, 'text/csv;charset=utf-8')
        }
      >
        {t('statements.actions.csv')}
      </button>
      {canUse(statements.pdf) && (
        <button
          type="button"
          className="button"
          disabled={isSaving}
          aria-busy={isSaving}
          onClick={() => void savePdf()}
        >
          {t('statements.actions.pdf')}
        </button>
      )}
      <button type="button" className="button primary" onClick={() => print()}>
        {t('statements.actions.print')}
      </button>
    </>
  )
}
