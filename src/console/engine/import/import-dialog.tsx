/** Import dialog: choose a file, map its columns, check its rows, then import all or none. */
import { useEffect, useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import {
  checkRows,
  matchColumns,
  type Mapping,
  type RowError,
} from '#console/engine/import/check-rows.ts'
import { failureNote, saveSample, type Note } from '#console/engine/import/import-notes.ts'
import {
  FileError,
  readCsv,
  type CsvFile,
  type FileProblem,
} from '#console/engine/import/read-file.ts'
import {
  ChooseFile,
  RowErrors,
  MapColumns,
  Steps,
  ImportProgress,
} from '#console/engine/import/import-steps.tsx'
import { useMessagesInBothLanguages } from '#console/engine/import/use-both-languages.ts'
import type { Import, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import type { ImportResult } from '#contract/collection-calls.ts'
import './import-dialog.css'

type Props = {
  page: Pick<ListPage, 'name' | 'title'>
  importConfig: Import
  /** Filters of the list; the import sends the choice in the aside along. */
  query: Row
  getLookupData: GetLookupData
  refresh: () => Promise<void>
  onClose: () => void
}

type State =
  | { step: 'file'; problem?: FileProblem | 'unreadable' }
  | { step: 'columns'; file: CsvFile; mapping: Mapping }
  | { step: 'checking'; file: CsvFile; mapping: Mapping; done: number }
  | {
      step: 'errors'
      file: CsvFile
      mapping: Mapping
      rows: readonly Row[]
      errors: readonly RowError[]
      /** Rows that the server has not looked at. */
      unchecked: number
    }
  | { step: 'ready'; file: CsvFile; mapping: Mapping; rows: readonly Row[]; note?: Note }
  | { step: 'sending'; file: CsvFile; mapping: Mapping; rows: readonly Row[] }

/** Timeout of the request with all rows, in milliseconds. */
const timeout = 180_000

export default function ImportDialog({
  page,
  importConfig,
  query,
  getLookupData,
  refresh,
  onClose,
}: Props) {
  const [state, setState] = useState<State>({ step: 'file' })
  const runningRequest = useRef<AbortController>(undefined)
  const wasSent = useRef(false)
  useEffect(() => () => runningRequest.current?.abort(), [])
  const findInBoth = useMessagesInBothLanguages()
  const { items } = importConfig
  const content = useRef<HTMLDivElement>(null)
  // The control that had the focus is gone with the previous step.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('[data-initial-focus]:not(:disabled)')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once per step.
  }, [state.step])

  const close = () => {
    if (wasSent.current) void refresh()
    onClose()
  }
  const readFile = async (selected: File | undefined) => {
    if (!selected || !findInBoth) return
    try {
      const file = await readCsv(selected)
      const mapping = matchColumns(file.headings, items, findInBoth)
      setState({ step: 'columns', file, mapping })
    } catch (error) {
      setState({ step: 'file', problem: error instanceof FileError ? error.problem : 'unreadable' })
    }
  }

  const send = (
    { rows, validateOnly }: { rows: readonly Row[]; validateOnly: boolean },
    signal: AbortSignal,
  ) => {
    const chosen = Object.fromEntries(importConfig.fromAside.map((key) => [key, query[key]]))
    const input = { ...chosen, rows, validateOnly }
    return idempotentCall(importConfig.call, input as never, {
      signal,
      timeout,
      quiet: true,
    }) as Promise<ImportResult>
  }
  const startRequest = () => {
    runningRequest.current?.abort()
    runningRequest.current = new AbortController()
    return runningRequest.current.signal
  }

  async function checkFile(file: CsvFile, mapping: Mapping) {
    if (!findInBoth) return
    const signal = startRequest()
    const onProgress = (done: number) => setState({ step: 'checking', file, mapping, done })
    let rows: readonly Row[] = []
    try {
      onProgress(0)
      const checked = await checkRows(file, mapping, items, {
        getLookupData,
        findInBoth,
        signal,
        onProgress,
      })
      rows = checked.rows
      const { errors, unchecked = 0 } =
        checked.errors.length > 0
          ? { errors: checked.errors }
          : await send({ rows, validateOnly: true }, signal)
      setState(
        errors.length > 0
          ? { step: 'errors', file, mapping, rows, errors, unchecked }
          : { step: 'ready', file, mapping, rows },
      )
    } catch (error) {
      if (signal.aborted) return setState({ step: 'columns', file, mapping })
      // The rows are valid here; the import itself checks them again.
      setState({ step: 'ready', file, mapping, rows, note: failureNote(error) })
    }
  }

  async function importRows(file: CsvFile, mapping: Mapping, rows: readonly Row[]) {
    const signal = startRequest()
    setState({ step: 'sending', file, mapping, rows })
    wasSent.current = true
    try {
      const { errors, imported, unchecked = 0 } = await send({ rows, validateOnly: false }, signal)
      if (errors.length > 0)
        return setState({ step: 'errors', file, mapping, rows, errors, unchecked })
      notifyDone(t('crud.import.done', { count: imported, shown: exactCount(imported) }))
      close()
    } catch (error) {
      const note: Note = signal.aborted
        ? { text: t('crud.import.cancelled'), role: 'status' }
        : failureNote(error)
      setState({ step: 'ready', file, mapping, rows, note })
    }
  }

  const cancel = () => runningRequest.current?.abort()
  const restart = () => setState({ step: 'file' })
  return (
    <FormDialog
      shape="modal"
      title={messageOf([`resources.${page.name}.import`, 'crud.import.title'], {
        title: messageOf(page.title),
      })}
      form={{ isSaving: state.step === 'sending', isDirty: () => state.step !== 'file' }}
      onClose={close}
    >
      <div ref={content} className="import">
        <Steps current={state.step === 'file' || state.step === 'columns' ? state.step : 'check'} />
        {state.step === 'file' && (
          <ChooseFile
            problem={state.problem}
            ready={findInBoth !== undefined}
            onChoose={(file) => void readFile(file)}
            onSample={() => saveSample(messageOf(page.title), items, getLookupData)}
          />
        )}
        {state.step === 'columns' && (
          <MapColumns
            file={state.file}
            mapping={state.mapping}
            items={items}
            onChange={(mapping) => setState({ ...state, mapping })}
            onBack={restart}
            onCheck={() => void checkFile(state.file, state.mapping)}
          />
        )}
        {state.step === 'checking' && (
          <ImportProgress
            text={
              state.done < state.file.rows.length
                ? t('crud.import.checking', {
                    done: exactCount(state.done),
                    total: exactCount(state.file.rows.length),
                  })
                : t('crud.import.checkingServer')
            }
            value={state.done}
            max={state.file.rows.length}
            onStop={cancel}
          />
        )}
        {state.step === 'errors' && (
          <RowErrors
            {...state}
            items={items}
            onBack={() => setState({ ...state, step: 'columns' })}
            onRestart={restart}
          />
        )}
        {state.step === 'ready' && (
          <>
            <p className="form-note" data-tone="success">
              {t('crud.import.ready', {
                count: state.rows.length,
                shown: exactCount(state.rows.length),
                name: state.file.name,
              })}
            </p>
            {state.note && (
              <div
                className="form-note"
                data-tone={state.note.role === 'alert' ? 'danger' : 'warning'}
                role={state.note.role}
              >
                <span>{state.note.text}</span>
                <FailureHelp requestId={state.note.requestId} />
              </div>
            )}
            <div className="dialog-actions">
              <button
                type="button"
                className="button"
                onClick={() =>
                  setState({ step: 'columns', file: state.file, mapping: state.mapping })
                }
              >
                {t('crud.import.back')}
              </button>
              <button
                type="button"
                className="button primary"
                data-initial-focus
                onClick={() => void importRows(state.file, state.mapping, state.rows)}
              >
                {t('crud.import.start', {
                  count: state.rows.length,
                  shown: exactCount(state.rows.length),
                })}
              </button>
            </div>
          </>
        )}
        {state.step === 'sending' && (
          <ImportProgress
            text={t('crud.import.sending', {
              count: state.rows.length,
              shown: exactCount(state.rows.length),
            })}
            onStop={cancel}
          />
        )}
      </div>
    </FormDialog>
  )
}
