/** Downloads the selected documents that are translated. */
import { useEffect, useRef } from 'react'
import type { Document } from '#console/features/documents/document.ts'
import { saveDocuments } from '#console/features/documents/save-documents.ts'

type Props = { rows: readonly Document[]; close: () => void }

export default function DownloadMany({ rows, close }: Props) {
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void saveDocuments(rows)
    close()
  }, [rows, close])
  return null
}
