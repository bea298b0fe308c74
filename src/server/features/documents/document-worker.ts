/** Process that reads or writes one document; see `document-processes.ts`. */
import {
  readDocument,
  writeDocument,
  type DocumentFile,
  type DocumentTexts,
  type TranslatedFile,
} from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentErrorReason } from '#contract/document-formats.ts'
import { describeError } from '#server/platform/log.ts'

export type DocumentTask = ({ act: 'read' } & DocumentFile) | ({ act: 'write' } & TranslatedFile)
export type DocumentTaskResult =
  | DocumentTexts
  | { bytes: Uint8Array }
  | { reason: DocumentErrorReason | undefined; failure: string }

process.once('message', (task: DocumentTask) => {
  void run(task).then((result) => process.send!(result, () => process.disconnect()))
})

async function run(task: DocumentTask): Promise<DocumentTaskResult> {
  try {
    return task.act === 'read' ? await readDocument(task) : { bytes: await writeDocument(task) }
  } catch (reason) {
    return {
      reason: reason instanceof DocumentError ? reason.reason : undefined,
      failure: describeError(reason),
    }
  }
}
