/** Worker thread that reads or writes one document; see `document-thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { readDocument, writeDocument } from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentErrorReason, DocumentFormat } from '#contract/document-formats.ts'
import { describeError } from '#server/platform/log.ts'

export type DocumentTask = { format: DocumentFormat; bytes: Uint8Array } & (
  | { act: 'read' }
  | { act: 'write'; translations: readonly string[]; language: string }
)
export type DocumentTaskResult =
  | { texts: string[] }
  | { bytes: Uint8Array }
  | { reason: DocumentErrorReason | undefined; failure: string }

const task = workerData as DocumentTask
const { result, transferred } = await run().catch((reason: unknown) => ({
  result: {
    reason: reason instanceof DocumentError ? reason.reason : undefined,
    failure: describeError(reason),
  },
  transferred: [],
}))
parentPort!.postMessage(result satisfies DocumentTaskResult, transferred)

async function run(): Promise<{ result: DocumentTaskResult; transferred: ArrayBuffer[] }> {
  const { format, bytes } = task
  if (task.act === 'read') return { result: await readDocument(format, bytes), transferred: [] }
  const written = await writeDocument(format, bytes, task.translations, task.language)
  // A copy, since buffers of Node may share memory with others.
  const copy = new Uint8Array(written)
  return { result: { bytes: copy }, transferred: [copy.buffer] }
}
