/** Import dialog: choose a file, map its columns, check its rows, then take all or none. */
import { useEffect, useRef, useState } from 'react'
import { errorMessage, failureRole, type ErrorMessage } from '#client/api/error-message.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { byteOrderMark, csvLine, saveFile } from '#console/engine/export/export-file.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import {
  checkRows,
  matchColumns,
  type Mapping,
  type RowError,
} from '#console/engine/import/check-rows.ts'
import { exampleOf, type FindInBoth } from '#console/engine/import/parse-value.ts'
import {
  FileError,
  readCsv,
  type CsvFile,
  type FileProblem,
} from '#console/engine/import/read-file.ts'
import {
  ChooseFile,
  Errors,
  MapColumns,
  Steps,
  Working,
} from '#console/engine/import/import-steps.tsx'
import type { Import, Item, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { loadBothLanguages, messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { RequestId } from '#console/ui/overlays.tsx'
import type { ImportResult } from '#contract/collection-calls.ts'
import './import-dialog.css'

type Props = {
  page: Pick<ListPage, 'title'>
  what: Import
  /** Filters of the list, of which the import takes the choice in the aside. */
  query: Row
  found: Found
  refresh: () => Promise<void>
  onClose: () => void
}

type Stage =
  | { at: 'file'; problem?: FileProblem | 'unreadable' }
  | { at: 'columns'; file: CsvFile; mapping: Mapping }
  | { at: 'checking'; file: CsvFile; mapping: Mapping; done: number }
  | {
      at: 'errors'
      file: CsvFile
      mapping: Mapping
      rows: readonly Row[]
      errors: readonly RowError[]
    }
  | { at: 'ready'; file: CsvFile; mapping: Mapping; rows: readonly Row[]; note?: Note }
  | { at: 'sending'; file: CsvFile; mapping: Mapping; rows: readonly Row[] }
type Note = ErrorMessage & { readonly role: 'alert' | 'status' }

/** Milliseconds that the server may take for all rows. */
const timeout = 180_000

export default function ImportDialog({ page, what, query, found, refresh, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ at: 'file' })
  const running = useRef<AbortController>(undefined)
  const wasSent = useRef(false)
  useEffect(() => () => running.current?.abort(), [])
  const inBoth = useBothLanguages()
  const { items } = what
  const content = useRef<HTMLDivElement>(null)
  // The step before took the focused control with it.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('[data-first]:not(:disabled)')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once per step.
  }, [stage.at])

  const close = () => {
    if (wasSent.current) void refresh()
    onClose()
  }
  const choose = async (file: File | undefined) => {
    if (!file || !inBoth) return
    try {
      const read = await readCsv(file)
      const mapping = matchColumns(read.headings, items, inBoth)
      setStage({ at: 'columns', file: read, mapping })
    } catch (error) {
      setStage({ at: 'file', problem: error instanceof FileError ? error.problem : 'unreadable' })
    }
  }

  const send = (rows: readonly Row[], validateOnly: boolean, signal: AbortSignal) => {
    const chosen = Object.fromEntries(what.fromList.map((key) => [key, query[key]]))
    const input = { ...chosen, rows, validateOnly }
    return idempotentCall(what.call, input as never, {
      signal,
      timeout,
      quiet: true,
    }) as Promise<ImportResult>
  }
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  async function examine(file: CsvFile, mapping: Mapping) {
    if (!inBoth) return
    const signal = begin()
    const onProgress = (done: number) => setStage({ at: 'checking', file, mapping, done })
    let rows: readonly Row[] = []
    try {
      onProgress(0)
      const checked = await checkRows(file, mapping, items, { found, inBoth, signal, onProgress })
      rows = checked.rows
      const errors =
        checked.errors.length > 0 ? checked.errors : (await send(rows, true, signal)).errors
      setStage(
        errors.length > 0
          ? { at: 'errors', file, mapping, rows, errors }
          : { at: 'ready', file, mapping, rows },
      )
    } catch (error) {
      if (signal.aborted) return setStage({ at: 'columns', file, mapping })
      // The rows are valid here; the import itself checks them again.
      setStage({ at: 'ready', file, mapping, rows, note: noteOf(error) })
    }
  }

  async function importRows(file: CsvFile, mapping: Mapping, rows: readonly Row[]) {
    const signal = begin()
    setStage({ at: 'sending', file, mapping, rows })
    wasSent.current = true
    try {
      const { errors, imported } = await send(rows, false, signal)
      if (errors.length > 0) return setStage({ at: 'errors', file, mapping, rows, errors })
      notifyDone(t('crud.import.done', { count: imported, shown: exactCount(imported) }))
      close()
    } catch (error) {
      const note: Note = signal.aborted
        ? { text: t('crud.import.cancelled'), role: 'status' }
        : noteOf(error)
      setStage({ at: 'ready', file, mapping, rows, note })
    }
  }

  const stop = () => running.current?.abort()
  const again = () => setStage({ at: 'file' })
  return (
    <FormDialog
      shape="modal"
      title={t('crud.import.title', { title: messageOf(page.title) })}
      busy={stage.at === 'sending'}
      dirty={stage.at !== 'file'}
      onClose={close}
    >
      <div ref={content} className="import">
        <Steps current={stage.at === 'file' || stage.at === 'columns' ? stage.at : 'check'} />
        {stage.at === 'file' && (
          <ChooseFile
            problem={stage.problem}
            ready={inBoth !== undefined}
            onChoose={(file) => void choose(file)}
            onSample={() => saveSample(page, items, found)}
          />
        )}
        {stage.at === 'columns' && (
          <MapColumns
            file={stage.file}
            mapping={stage.mapping}
            items={items}
            onChange={(mapping) => setStage({ ...stage, mapping })}
            onBack={again}
            onCheck={() => void examine(stage.file, stage.mapping)}
          />
        )}
        {stage.at === 'checking' && (
          <Working
            text={
              stage.done < stage.file.rows.length
                ? t('crud.import.checking', {
                    done: exactCount(stage.done),
                    total: exactCount(stage.file.rows.length),
                  })
                : t('crud.import.checkingServer')
            }
            value={stage.done}
            max={stage.file.rows.length}
            onStop={stop}
          />
        )}
        {stage.at === 'errors' && (
          <Errors
            {...stage}
            items={items}
            onBack={() => setStage({ ...stage, at: 'columns' })}
            onAgain={again}
          />
        )}
        {stage.at === 'ready' && (
          <>
            <p className="form-note" data-tone="success">
              {t('crud.import.ready', {
                count: stage.rows.length,
                shown: exactCount(stage.rows.length),
                name: stage.file.name,
              })}
            </p>
            {stage.note && (
              <div
                className="form-note"
                data-tone={stage.note.role === 'alert' ? 'danger' : 'warning'}
                role={stage.note.role}
              >
                <span>{stage.note.text}</span>
                {stage.note.requestId && <RequestId id={stage.note.requestId} />}
              </div>
            )}
            <div className="dialog-actions">
              <button
                type="button"
                className="button"
                onClick={() =>
                  setStage({ at: 'columns', file: stage.file, mapping: stage.mapping })
                }
              >
                {t('crud.import.back')}
              </button>
              <button
                type="button"
                className="button primary"
                data-first
                onClick={() => void importRows(stage.file, stage.mapping, stage.rows)}
              >
                {t('crud.import.start', {
                  count: stage.rows.length,
                  shown: exactCount(stage.rows.length),
                })}
              </button>
            </div>
          </>
        )}
        {stage.at === 'sending' && (
          <Working
            text={t('crud.import.sending', {
              count: stage.rows.length,
              shown: exactCount(stage.rows.length),
            })}
            onStop={stop}
          />
        )}
      </div>
    </FormDialog>
  )
}

/** Finds messages in both languages; undefined until loaded. */
function useBothLanguages(): FindInBoth | undefined {
  const [find, setFind] = useState<{ in: FindInBoth }>()
  useEffect(() => {
    let left = false
    void loadBothLanguages().then((inBoth) => left || setFind({ in: inBoth }))
    return () => void (left = true)
  }, [])
  return find?.in
}

/** The same file may be sent again: the rows are added once. */
function noteOf(error: unknown): Note {
  const message = errorMessage(error, messageOf)
  return {
    ...message,
    text: t('crud.import.failed', { reason: message.text }),
    role: failureRole(error) ?? 'alert',
  }
}

function saveSample(page: Pick<ListPage, 'title'>, items: readonly Item[], found: Found) {
  saveFile(
    [
      byteOrderMark,
      csvLine(items.map(({ label }) => messageOf(label))),
      csvLine(items.map((item) => exampleOf(item, found))),
    ],
    `${messageOf(page.title)}-${t('crud.import.sampleName')}.csv`,
    'text/csv;charset=utf-8',
  )
}
