/** Starts the selected documents that can be started. */
import { useEffect } from 'react'
import type { Document } from '#console/features/documents/document.ts'
import { StartDialog } from '#console/features/documents/start-dialog.tsx'
import { t } from '#console/refine/i18n.ts'
import { showToast } from '#ui/toasts.tsx'

type Props = { rows: readonly Document[]; close: () => void; done: () => void }

export default function StartMany({ rows, close, done }: Props) {
  const startable = rows.filter(({ canStart }) => canStart === 1)
  const isEmpty = startable.length === 0
  useEffect(() => {
    if (!isEmpty) return
    showToast({ key: 'documents', tone: 'info', text: t('documents.noneReady') })
    close()
  }, [isEmpty, close])
  return isEmpty ? null : <StartDialog rows={startable} close={close} onStarted={done} />
}
