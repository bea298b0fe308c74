/** Starts the document of a row. */
import type { Document } from '#console/features/documents/document.ts'
import { StartDialog } from '#console/features/documents/start-dialog.tsx'

export default function StartOne({ row, close }: { row: Document; close: () => void }) {
  return <StartDialog rows={[row]} close={close} onStarted={close} />
}
