/** Files of fapiao: their format by content, and where they are kept. */
import { and, eq } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { FapiaoFile } from '#contract/fapiaos.ts'
import { fapiaoFiles, type FapiaoFormat } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

export type FapiaoKey = { ownerId: string; id: string }
export type StoredFile = { format: FapiaoFormat; bytes: Uint8Array<ArrayBuffer> }

const mediaTypes: Readonly<Record<FapiaoFormat, string>> = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml',
}

/** Throws ApiError `tooLarge`, and `invalid` for a file of another format. */
export async function readFapiaoFile(file: Blob): Promise<StoredFile> {
  if (file.size > businessLimits.fapiaos.fileBytes) throw new ApiError('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = formatOf(bytes)
  if (!format) throw new ApiError('invalid', { reason: reasonWith('fapiaoFileFormat', {}) })
  return { format, bytes }
}

const latin1 = new TextDecoder('latin1')

/** By the first and the last bytes, so that a file that was cut is refused. */
function formatOf(bytes: Uint8Array): FapiaoFormat | undefined {
  const start = latin1.decode(bytes.subarray(0, 64))
  const end = latin1.decode(bytes.subarray(-64 * 1024))
  if (start.startsWith('%PDF-')) return end.slice(-1_024).includes('%%EOF') ? 'pdf' : undefined
  // A zip archive with the entry OFD.xml, which its directory at the end names.
  if (start.startsWith('PK\u0003\u0004'))
    return end.includes('OFD.xml') && end.includes('PK\u0005\u0006') ? 'ofd' : undefined
  const isXml = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s/.test(start) && /(?:<\/[^<>]+|\/)>\s*$/.test(end)
  return isXml ? 'xml' : undefined
}

/** Requires a transaction. */
export const storeFapiaoFile = async (
  tx: Db,
  { ownerId, id }: FapiaoKey,
  kind: FapiaoFile,
  file: StoredFile,
): Promise<void> => {
  await tx.insert(fapiaoFiles).values({ ownerId, fapiaoId: id, kind, ...file })
}

/** Throws ApiError `notFound`. */
export async function findStoredFile(
  db: Db,
  key: FapiaoKey,
  kind: FapiaoFile,
): Promise<StoredFile> {
  const [stored] = await db
    .select({ format: fapiaoFiles.format, bytes: fapiaoFiles.bytes })
    .from(fapiaoFiles)
    .where(isFileOf(key, kind))
  if (!stored) throw new ApiError('notFound')
  return { format: stored.format, bytes: new Uint8Array(stored.bytes) }
}

/** The file, named after the number of the fapiao. Throws ApiError `notFound`. */
export const readStoredFile = async (
  db: Db,
  key: FapiaoKey,
  kind: FapiaoFile,
  number: string | null | undefined,
): Promise<File> => toFile(number, await findStoredFile(db, key, kind))

export const isFileOf = ({ ownerId, id }: FapiaoKey, kind: FapiaoFile) =>
  and(eq(fapiaoFiles.ownerId, ownerId), eq(fapiaoFiles.fapiaoId, id), eq(fapiaoFiles.kind, kind))

export const toFile = (
  number: string | null | undefined,
  { format, bytes }: { format: FapiaoFormat; bytes: Uint8Array },
): File =>
  new File([new Uint8Array(bytes)], fileNameOf(number, format), { type: mediaTypes[format] })

const fileNameOf = (number: string | null | undefined, format: FapiaoFormat) =>
  `fapiao-${number ?? ''}.${format}`

/** A file as it is sent with a mail. */
export const toAttachment = (number: string, { format, bytes }: StoredFile) => ({
  name: fileNameOf(number, format),
  type: mediaTypes[format],
  content: toBase64(bytes),
})

/** Without Buffer, which the demo in a browser lacks. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x80_00)
    text += String.fromCodePoint(...bytes.subarray(at, at + 0x80_00))
  return btoa(text)
}
