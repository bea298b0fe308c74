/** Above the documents: translation of all that are ready, and download of all that are done. */
import { useState } from 'react'
import type { HeaderProps } from '#console/engine/resource.ts'
import { loadDocuments, type Document } from '#console/features/documents/document.ts'
import { saveDocuments } from '#console/features/documents/save-documents.ts'
import { StartDialog } from '#console/features/documents/start-dialog.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { showToast } from '#ui/toasts.tsx'

type Kind = 'start' | 'download'

export default function ListActions({ rows, query }: HeaderProps<Document>) {
  const [busy, setBusy] = useState<Kind>()
  const [starting, setStarting] = useState<readonly Document[]>()
  const run = async (kind: Kind, work: () => Promise<void>) => {
    setBusy(kind)
    await work().catch(notifyFailure)
    setBusy(undefined)
  }
  const startAll = async () => {
    const ready = await loadDocuments(query, 'ready', businessLimits.batch.max)
    const startable = ready.filter(({ canStart }) => canStart === 1)
    if (startable.length > 0) setStarting(startable)
    else showToast({ key: 'documents', tone: 'info', text: t('documents.noneReady') })
  }
  const downloadAll = async () =>
    saveDocuments(await loadDocuments(query, 'done', businessLimits.documents.perUser))
  const close = () => setStarting(undefined)
  if (rows.length === 0) return null
  return (
    <div className="document-actions">
      <button
        type="button"
        className="button"
        aria-busy={busy === 'start'}
        disabled={busy === 'start'}
        onClick={() => void run('start', startAll)}
      >
        {t('documents.startAll')}
      </button>
      <button
        type="button"
        className="button"
        aria-busy={busy === 'download'}
        disabled={busy === 'download'}
        onClick={() => void run('download', downloadAll)}
      >
        {t('documents.downloadAll')}
      </button>
      {starting && <StartDialog rows={starting} close={close} onStarted={close} />}
    </div>
  )
}
