/** Reads the texts of a document and writes their translations into it. */
import { businessLimits } from '#contract/business-limits.ts'
import { textOfFragment } from '#server/features/documents/formats/fragment.ts'
import {
  DocumentError,
  type ParseDocument,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import type { DocumentFormat } from '#contract/document-formats.ts'

/** A library is loaded with the first document that needs it. */
const parsers: Readonly<Record<DocumentFormat, () => Promise<ParseDocument>>> = {
  docx: async () => (await import('#server/features/documents/formats/docx.ts')).parseDocx,
  pptx: async () => (await import('#server/features/documents/formats/pptx.ts')).parsePptx,
  xlsx: async () => (await import('#server/features/documents/formats/xlsx.ts')).parseXlsx,
  html: async () => (await import('#server/features/documents/formats/html.ts')).parseHtml,
  md: async () => (await import('#server/features/documents/formats/markdown.ts')).parseMarkdown,
  txt: async () => (await import('#server/features/documents/formats/txt.ts')).parseTxt,
  srt: async () => (await import('#server/features/documents/formats/srt.ts')).parseSrt,
  json: async () => (await import('#server/features/documents/formats/json.ts')).parseJson,
  pdf: async () => (await import('#server/features/documents/formats/pdf.ts')).parsePdf,
  po: async () => (await import('#server/features/documents/formats/po.ts')).parsePo,
}

/** Bytes of a text, whose trees take up to a hundred times as much memory; others are packed. */
const maxTextBytes = 10_000_000
const maxBytes: Partial<Record<DocumentFormat, number>> = {
  docx: Infinity,
  pptx: Infinity,
  xlsx: Infinity,
  pdf: Infinity,
  md: 1_000_000,
}

/** Code points of the texts of a document; with tags, so many times as many characters. */
const maxChars = businessLimits.documents.characters
const maxMarkup = 10

/** `trialLanguage`: set to try whether the file can be written, with its own texts in it. */
export type DocumentFile = {
  format: DocumentFormat
  bytes: Uint8Array
  trialLanguage?: string | undefined
}
/** `translations`: one for each of the texts of `readDocument`, in the same order. */
export type TranslatedFile = Omit<DocumentFile, 'trialLanguage'> & {
  translations: readonly string[]
  language: string
}
export type DocumentTexts = { texts: string[]; chars: number }

/**
 * `texts`: fragments in reading order; see `fragment.ts`. `chars`: their code points without tags;
 * above the limit, there are no texts. Throws DocumentError, which also says that there is no text.
 */
export async function readDocument(file: DocumentFile): Promise<DocumentTexts> {
  const { texts, write } = await parse(file)
  if (texts.length === 0) throw new DocumentError('documentHasNoText')
  const chars = texts.reduce((sum, text) => sum + countCodePoints(textOfFragment(text)), 0)
  if (chars > maxChars) return { texts: [], chars }
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxMarkup * maxChars)
    throw new DocumentError('documentTooComplex')
  if (file.trialLanguage !== undefined)
    await withDocumentErrors(() => write(texts, file.trialLanguage!))
  return { texts: [...texts], chars }
}

function countCodePoints(text: string): number {
  let count = text.length
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count--
  return count
}

/**
 * The translated file, of the format `result` of `documentFormats`. Throws DocumentError, and
 * RangeError for another number of translations.
 */
export async function writeDocument(file: TranslatedFile): Promise<Uint8Array> {
  const { texts, write } = await parse(file)
  const { translations, language } = file
  if (texts.length !== translations.length)
    throw new RangeError(`${translations.length} translations for ${texts.length} texts`)
  return withDocumentErrors(() => write(translations, language))
}

async function parse({ format, bytes }: DocumentFile): Promise<ParsedDocument> {
  if (bytes.length > (maxBytes[format] ?? maxTextBytes))
    throw new DocumentError('documentTooComplex')
  checkContent(format, bytes)
  const parseFormat = await parsers[format]()
  return withDocumentErrors(() => parseFormat(bytes))
}

/** Libraries throw errors of their own, and RangeError for what nests too deeply. */
async function withDocumentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (reason instanceof DocumentError) throw reason
    throw new DocumentError('documentDamaged', { cause: reason })
  }
}

const zipFormats: readonly DocumentFormat[] = ['docx', 'pptx', 'xlsx']

/** Refuses a file whose first bytes are those of another format. */
function checkContent(format: DocumentFormat, bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  if (zipFormats.includes(format)) {
    if (head.startsWith('PK')) return
    if (!head.startsWith(compoundFile)) throw new DocumentError('documentOfOtherFormat')
    throw new DocumentError(
      isEncryptedPackage(bytes) ? 'documentEncrypted' : 'documentOfOtherFormat',
    )
  }
  const isPdf = head.includes('%PDF-')
  if (format === 'pdf' ? !isPdf : head.startsWith('%PDF-') || binaryStart.test(head))
    throw new DocumentError('documentOfOtherFormat')
}

/** First bytes of the container of Office's encrypted files and of its formats before 2007. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const binaryStart =
  /^(?:PK\x03\x04|\xd0\xcf\x11\xe0|\x89PNG|\xff\xd8\xff|GIF8|7z\xbc\xaf|Rar!|\x1f\x8b)/

/** The container of an encrypted file has a stream of this name. */
const isEncryptedPackage = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
