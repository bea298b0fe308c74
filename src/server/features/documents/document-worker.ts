/** Process that reads or writes one document; see `document-thread.ts`. */
import {
  readDocument,
  writeDocument,
  type DocumentTexts,
} from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentErrorReason, DocumentFormat } from '#contract/document-formats.ts'
import { describeError } from '#server/platform/log.ts'

export type DocumentTask = { format: DocumentFormat; bytes: Uint8Array } & (
  | { act: 'read' }
  | { act: 'write'; translations: readonly string[]; language: string }
)
export type DocumentTaskResult =
  | DocumentTexts
  | { bytes: Uint8Array }
  | { reason: DocumentErrorReason | undefined; failure: string }

process.once('message', (task: DocumentTask) => {
  void run(task).then((result) => process.send!(result, () => process.disconnect()))
})

async function run(task: DocumentTask): Promise<DocumentTaskResult> {
  const { format, bytes } = task
  try {
    if (task.act === 'read') return await readDocument(format, bytes)
    return { bytes: await writeDocument(format, bytes, task.translations, task.language) }
  } catch (reason) {
    return {
      reason: reason instanceof DocumentError ? reason.reason : undefined,
      failure: describeError(reason),
    }
  }
}
