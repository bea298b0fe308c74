/** Reads an uploaded document: its format, its texts, and what their translation costs. */
import { businessLimits } from '#contract/business-limits.ts'
import {
  formatOfFileName,
  isMacroFileName,
  type DocumentErrorReason,
  type DocumentFormat,
} from '#contract/document-formats.ts'
import { normalizeOneLine, removeRefusedCharacters } from '#contract/one-line-text.ts'
import type { DocumentTurn } from '#server/features/documents/document-processes.ts'
import type { DocumentFile } from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { FindTerms } from '#server/features/glossaries/index.ts'
import {
  findCallChannel,
  prepareTexts,
  priceOf,
  sumOf,
  type MarkupOptions,
  type TranslationCall,
  type Translator,
} from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { nextTurn } from '#server/platform/next-turn.ts'

/** Texts of documents are XML; each is translated as a whole. */
export const documentMarkup: MarkupOptions = {
  kind: 'xml',
  splitting: [],
  nonSplitting: [],
  ignored: [],
  detectsOutline: false,
}

const limits = businessLimits.documents

export type DocumentCall = TranslationCall & Pick<SignedCall, 'documents' | 'crypto' | 'getSignal'>

/** A file that is not read yet. */
type AcceptedFile = { name: string; format: DocumentFormat; bytes: Uint8Array }

/** `price`: characters of the account, 0 if it is billed by time. */
export type ReadUpload = AcceptedFile & { chars: number; price: number }

/**
 * The file by its name and size alone; `name` is shown and stored without folders. Throws ApiError
 * `invalid` and `tooLarge`.
 */
export async function acceptFile(file: Blob, fileName: string): Promise<AcceptedFile> {
  const name = toStoredName(fileName)
  if (isMacroFileName(name)) throw refuseDocument('documentHasMacros')
  const format = formatOfFileName(name)
  if (!format) throw refuseDocument('documentFormatUnknown')
  if (file.size > limits.bytes) throw new ApiError('tooLarge')
  if (file.size === 0) throw refuseDocument('documentHasNoText')
  return { name, format, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** As the collection's rule of names has it: on one line, and short by its stem. */
function toStoredName(fileName: string): string {
  const name = normalizeOneLine(fileName.replace(/^.*[/\\]/s, ''))
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name
    .slice(0, name.length - extension.length)
    .slice(0, limits.name - extension.length)
  return normalizeOneLine(removeRefusedCharacters(stem + extension))
}

/**
 * Throws ApiError `invalid` for a document that can't be translated, and as `acceptFile` and
 * `findCallChannel` do. `channelId` null: the account's channel.
 */
export async function readUpload(
  call: DocumentCall,
  file: Blob,
  fileName: string,
  channelId: string | null,
): Promise<ReadUpload> {
  const accepted = await acceptFile(file, fileName)
  const channel = await findCallChannel(call, channelId)
  const { ownerId } = call.me
  const signal = call.getSignal()
  const texts = await call.yieldTurn(() =>
    readTexts(call, { ...accepted, ownerId, signal }).catch((reason: unknown) => {
      throw signal.aborted ? new ApiError('unavailable') : reason
    }),
  )
  const chars = sumOf((await measureTexts(texts, channel.translator, call)).weights)
  const price = channel.membership.mode === 'char' ? priceOf(channel, chars) : 0
  return { ...accepted, chars, price }
}

/** Texts of a document in reading order. Throws ApiError as `readUpload` does. */
export async function readTexts(
  { documents }: Pick<Dependencies, 'documents'>,
  { ownerId, signal, ...file }: DocumentFile & DocumentTurn,
): Promise<string[]> {
  if (!documents) throw new ApiError('notAvailable')
  const { texts, chars } = await withRefusals(() => documents.read(file, { ownerId, signal }))
  if (chars > limits.characters)
    throw new ApiError('invalid', {
      reason: reasonWith('documentTooLong', { chars, limit: limits.characters }),
    })
  return texts
}

/** Throws the ApiError of a DocumentError. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    throw reason instanceof DocumentError ? refuseDocument(reason.reason) : reason
  }
}

const refuseDocument = (key: DocumentErrorReason) =>
  new ApiError('invalid', { reason: reasonWith(key, {}) })

/** Texts measured in one turn of the event loop. */
const measuredAtOnce = 100

/**
 * `weights`: characters to charge of each text. `hash`: of the texts and of the terms in them. Lets
 * other requests run meanwhile.
 */
export async function measureTexts(
  texts: readonly string[],
  translator: Translator,
  { crypto }: Pick<Dependencies, 'crypto'>,
  findTerms?: FindTerms,
): Promise<{ weights: number[]; hash: string }> {
  const weights: number[] = []
  let hash = ''
  for (let at = 0; at < texts.length; at += measuredAtOnce) {
    const some = texts.slice(at, at + measuredAtOnce)
    const prepared = prepareTexts({ texts: some, markup: documentMarkup, findTerms }, translator)
    weights.push(...prepared.map(({ chars }) => chars))
    hash = crypto.sha256(hash + JSON.stringify(prepared.map(({ parts }) => parts)))
    await nextTurn()
  }
  return { weights, hash }
}
