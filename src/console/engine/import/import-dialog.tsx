/** Import dialog: choose a file, map its columns, check its rows, then import all or none. */
import { useRef } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { FileSteps } from '#console/engine/import/file-steps.tsx'
import { failureNote, type Note } from '#console/engine/import/import-notes.ts'
import { ImportNote, ImportProgress } from '#console/engine/import/import-steps.tsx'
import {
  useFileImport,
  useFocusAtStep,
  type ReadFile,
} from '#console/engine/import/use-file-import.ts'
import type { Import, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
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

type Rows = ReadFile & { readonly rows: readonly Row[] }
type SendState = ({ step: 'ready'; note?: Note } & Rows) | ({ step: 'sending' } & Rows)

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
  const wasSent = useRef(false)
  const { items } = importConfig
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
  const flow = useFileImport<SendState>({
    items,
    getLookupData,
    async checkOnServer(read, rows, signal) {
      try {
        const { errors, unchecked = 0 } = await send({ rows, validateOnly: true }, signal)
        return errors.length > 0
          ? { step: 'errors', ...read, errors, unchecked }
          : { step: 'ready', ...read, rows }
      } catch (error) {
        signal.throwIfAborted()
        // The rows are valid here; the import itself checks them again.
        return { step: 'ready', ...read, rows, note: failureNote(error) }
      }
    },
  })
  const { state, setState } = flow
  const content = useFocusAtStep(state.step)
  const close = () => {
    if (wasSent.current) void refresh()
    onClose()
  }

  async function importRows({ file, mapping, rows }: Rows) {
    const signal = flow.startRequest()
    setState({ step: 'sending', file, mapping, rows })
    wasSent.current = true
    try {
      const { errors, imported, unchecked = 0 } = await send({ rows, validateOnly: false }, signal)
      if (errors.length > 0) return setState({ step: 'errors', file, mapping, errors, unchecked })
      notifyDone(t('crud.import.done', { count: imported, shown: exactCount(imported) }))
      close()
    } catch (error) {
      const note: Note = signal.aborted
        ? { text: t('crud.import.cancelled'), role: 'status' }
        : failureNote(error)
      setState({ step: 'ready', file, mapping, rows, note })
    }
  }

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
        <FileSteps
          flow={flow}
          items={items}
          title={messageOf(page.title)}
          getLookupData={getLookupData}
        />
        {state.step === 'ready' && (
          <>
            <p className="form-note" data-tone="success">
              {t('crud.import.ready', {
                count: state.rows.length,
                shown: exactCount(state.rows.length),
                name: state.file.name,
              })}
            </p>
            {state.note && <ImportNote note={state.note} />}
            <div className="dialog-actions">
              <button type="button" className="button" onClick={() => flow.toColumns(state)}>
                {t('crud.import.back')}
              </button>
              <button
                type="button"
                className="button primary"
                data-initial-focus
                onClick={() => void importRows(state)}
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
            onStop={flow.cancel}
          />
        )}
      </div>
    </FormDialog>
  )
}
