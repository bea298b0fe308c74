/** Reads an uploaded document: its format, its texts, and what their translation costs. */
import { businessLimits } from '#contract/business-limits.ts'
import {
  formatOfFileName,
  isMacroFileName,
  type DocumentErrorReason,
  type DocumentFormat,
} from '#contract/document-formats.ts'
import { normalizeOneLine, removeRefusedCharacters } from '#contract/one-line-text.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { FindTerms } from '#server/features/glossaries/index.ts'
import {
  findCallChannel,
  prepareTexts,
  priceOf,
  type CallChannel,
  type MarkupOptions,
  type TranslationCall,
  type Translator,
} from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
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

export type DocumentCall = TranslationCall & Pick<Dependencies, 'documents'>

/** A file that is not read yet. */
type AcceptedFile = { name: string; format: DocumentFormat; bytes: Uint8Array }

/** `cost`: characters to reserve; `price`: those of the account, 0 if it is billed by time. */
export type ReadUpload = AcceptedFile & {
  chars: number
  cost: number
  price: number
  channel: CallChannel
}

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
  const texts = await call.yieldTurn(() =>
    readTexts(call, { ...accepted, ownerId: call.me.ownerId }),
  )
  const chars = (await countChars(texts, channel.translator)).reduce((sum, one) => sum + one, 0)
  const cost = priceOf(channel, chars)
  const price = channel.membership.mode === 'char' ? cost : 0
  return { ...accepted, chars, cost, price, channel }
}

/** Texts of a document in reading order. Throws ApiError as `readUpload` does. */
export async function readTexts(
  { documents }: Pick<Dependencies, 'documents'>,
  { format, bytes, ownerId }: Pick<AcceptedFile, 'format' | 'bytes'> & { ownerId: string },
): Promise<string[]> {
  if (!documents) throw new ApiError('notAvailable')
  const { texts, chars } = await withRefusals(() => documents.read(format, bytes, ownerId))
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

/** Texts counted in one turn of the event loop. */
const countedAtOnce = 100

/** Characters to charge of each text. Lets other requests run meanwhile. */
export async function countChars(
  texts: readonly string[],
  translator: Translator,
  findTerms?: FindTerms,
): Promise<number[]> {
  const counts: number[] = []
  for (let at = 0; at < texts.length; at += countedAtOnce) {
    const some = texts.slice(at, at + countedAtOnce)
    const prepared = prepareTexts({ texts: some, markup: documentMarkup, findTerms }, translator)
    counts.push(...prepared.map(({ chars }) => chars))
    await nextTurn()
  }
  return counts
}
