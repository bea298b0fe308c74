/** Above the documents: translation of all that are ready, and download of all that are done. */
import { useState } from 'react'
import type { HeaderProps } from '#console/engine/resource.ts'
import type { Document } from '#console/features/documents/document.ts'
import { loadDocuments } from '#console/features/documents/load-documents.ts'
import { saveDocuments } from '#console/features/documents/save-documents.ts'
import { StartDialog } from '#console/features/documents/start-dialog.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import type { DocumentState } from '#contract/documents.ts'
import { showToast } from '#ui/toasts.tsx'

export default function ListActions({ rows, query }: HeaderProps<Document>) {
  const [isLoading, setLoading] = useState(false)
  const [starting, setStarting] = useState<readonly Document[]>()
  /** The one that is downloaded, as which of how many. */
  const [progress, setProgress] = useState<{ at: number; count: number }>()
  const close = () => setStarting(undefined)

  /** Those on all pages of the list as it is filtered. */
  async function loadAll(state: DocumentState, isWanted: (row: Document) => boolean) {
    if (query['state'] !== undefined && query['state'] !== state) return []
    setLoading(true)
    const found = await loadDocuments({ ...query, state }, isWanted).finally(() =>
      setLoading(false),
    )
    if (found.hasMore)
      showToast({
        key: 'documents',
        tone: 'info',
        text: t('documents.more', { count: found.rows.length }),
      })
    return found.rows
  }
  async function startAll() {
    const ready = await loadAll('ready', ({ canStart }) => canStart === 1)
    if (ready.length > 0) return setStarting(ready)
    showToast({ key: 'documents', tone: 'info', text: t('documents.noneReady') })
  }
  async function downloadAll() {
    const done = await loadAll('done', () => true)
    await saveDocuments(done, setProgress).finally(() => setProgress(undefined))
  }

  if (rows.length === 0) return null
  const isBusy = isLoading || progress !== undefined
  const press = (work: () => Promise<void>) => () => {
    if (!isBusy) void work().catch(notifyFailure)
  }
  return (
    <div className="document-actions">
      <button type="button" className="button" aria-disabled={isBusy} onClick={press(startAll)}>
        {t('documents.startAll')}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={isBusy}
        aria-busy={progress !== undefined}
        onClick={press(downloadAll)}
      >
        {progress ? t('documents.downloading', progress) : t('documents.downloadAll')}
      </button>
      {starting && <StartDialog rows={starting} close={close} onStarted={close} />}
    </div>
  )
}
