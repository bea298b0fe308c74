/** Handlers of documents in DeepL's shape. */
import { documentFormats, type DocumentFormat } from '#contract/document-formats.ts'
import type { deeplDocuments as calls } from '#contract/programs/deepl-documents.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import {
  acceptFile,
  addProgramDocument,
  findEarlierUpload,
  findProgramDocument,
  readResult,
  requireQuota,
} from '#server/features/documents/index.ts'
import { findCallChannel } from '#server/features/translation/index.ts'
import { readTranslationParameters } from '#server/features/programs/translation-parameters.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { externalHandler, type HandlerFor, type SignedCall } from '#server/http/handler.ts'
import { formatError } from '#server/platform/messages.ts'

type Calls = typeof calls
type Handler<C extends keyof Calls> = HandlerFor<Calls[C], ProgramUser>
type Handle = { document_id: string | number; document_key: string }

const toHandle = ({ documentId, documentKey }: { documentId: string; documentKey: string }) => ({
  document_id: documentId,
  document_key: documentKey,
})

/** The document is read by its job. */
const unread = { chars: 0, price: 0 }

/** Answers at once: clients wait for some seconds only, and then send the file again. */
export const uploadProgramDocument = externalHandler<Calls['upload'], ProgramUser>(
  async (input, call) => {
    const { events, me, outerDb } = call
    const earlier = await findEarlierUpload(call)
    if (earlier) return toHandle(earlier)
    const { file, filename, output_format: outputFormat, glossary_id: glossaryId } = input
    const name = filename ?? (file instanceof File ? file.name : '')
    const accepted = await acceptFile(file, name)
    refuseOtherFormat(accepted.format, outputFormat)
    const channel = await findCallChannel(call, me.channelId)
    const { source, target, hints } = await readTranslationParameters(
      input,
      call,
      channel.translator,
    )
    await requireQuota({ ...call, db: outerDb }, channel, 1)
    const start = {
      source,
      target,
      hints,
      glossaryId: glossaryId === undefined ? null : String(glossaryId),
    }
    const handle = await addProgramDocument(call, { ...accepted, ...unread, start }, (tx, added) =>
      call.storeResponse(tx, toHandle(added)),
    )
    events.publish({ ownerId: me.ownerId, about: ['document'] })
    return toHandle(handle)
  },
  { reservesKeyInWork: true },
)

function refuseOtherFormat(format: DocumentFormat, requested: string | undefined): void {
  const { result } = documentFormats[format]
  const { extensions } = documentFormats[result]
  if (requested === undefined || extensions.includes(requested.toLowerCase())) return
  throw new ApiError('invalid', {
    reason: reasonWith('documentOutputFormat', { format, result, requested }),
  })
}

const find = ({ document_id: id, document_key: key }: Handle, call: SignedCall<ProgramUser>) =>
  findProgramDocument(
    call.db,
    call.me,
    { documentId: String(id), secretHash: call.crypto.sha256(key) },
    call.clock(),
  )

export const getProgramDocument: Handler<'status'> = async (input, call) => {
  const found = await find(input, call)
  const { documentId, state, price, problem } = found
  const status = { document_id: documentId }
  switch (state) {
    case 'done':
      return { ...status, status: 'done', billed_characters: price }
    case 'failed': {
      const sentence = problem && formatError(call.lang, new ApiError(problem.code, problem))
      return { ...status, status: 'error', error_message: sentence ?? '' }
    }
    default:
      return {
        ...status,
        status: state === 'translating' ? 'translating' : 'queued',
        seconds_remaining: secondsLeft(found, call.clock()),
      }
  }
}

/** Seconds assumed for a document of which nothing is translated yet. */
const usualSeconds = 10

type Progress = Pick<
  Awaited<ReturnType<typeof findProgramDocument>>,
  'state' | 'progress' | 'queuedAt' | 'leasedUntil'
>

/** At the speed of what is translated; of one that waits, from its next attempt on. */
function secondsLeft({ state, progress, queuedAt, leasedUntil }: Progress, now: Date): number {
  const until = (date: Date | null) => ((date ?? now).getTime() - now.getTime()) / 1_000
  if (state === 'queued') return usualSeconds + Math.max(0, Math.ceil(until(leasedUntil)))
  if (progress === 0) return usualSeconds
  return Math.max(1, Math.ceil(-until(queuedAt) * ((100 - progress) / progress)))
}

export const downloadProgramDocument: Handler<'result'> = async (input, call) => {
  const found = await find(input, call)
  if (found.state !== 'done')
    throw new ApiError('notAllowed', { status: 503, reason: reasonWith('documentNotDone', {}) })
  const { documentId, name, target } = found
  return readResult(call.db, { ownerId: call.me.ownerId, documentId }, { name, target })
}
