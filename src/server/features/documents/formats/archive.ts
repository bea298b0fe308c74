/** Zip archives, within limits: only the parts that are read are unpacked. */
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'

/**
 * `bytes`: of all parts together; `readBytes`: of those that are read. `ratio`: of unpacked to packed bytes,
 * beyond `ratioBytes`; documents compress to a twentieth, bombs to a thousandth.
 */
const unpacked = { parts: 10_000, bytes: 1_000_000_000, readBytes: 100_000_000 }
const compression = { ratio: 200, fromBytes: 10_000_000 }

export type Archive = {
  names: readonly string[]
  /** Throws DocumentError for a part that is missing, damaged or larger than declared. */
  read: (name: string) => Promise<Uint8Array>
  /** The archive with other contents of some parts; the others are copied as they are stored. */
  write: (changed: ReadonlyMap<string, Uint8Array>) => Promise<Uint8Array>
}

configure({ useWebWorkers: false })

/** Throws DocumentError. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes))
  const entries = await reader.getEntries()
  checkEntries(entries)
  const files = new Map<string, FileEntry>()
  let readBytes = 0
  for (const entry of entries) if (!entry.directory) files.set(entry.filename, entry)
  return {
    names: [...files.keys()],
    async read(name) {
      const entry = files.get(name)
      if (!entry) throw new DocumentError('documentDamaged')
      readBytes += entry.uncompressedSize
      if (readBytes > unpacked.readBytes) throw new DocumentError('documentUnpacksTooLarge')
      return unpack(entry)
    },
    async write(changed) {
      const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false })
      for (const entry of entries) {
        const { filename } = entry
        const content = changed.get(filename)
        if (entry.directory) await writer.add(filename, undefined, { directory: true })
        else if (content) await writer.add(filename, new Uint8ArrayReader(content), datesOf(entry))
        else await copyEntry(writer, entry)
      }
      return writer.close()
    },
  }
}

function checkEntries(entries: readonly Entry[]): void {
  const [size, packedSize] = [
    sum(entries.map(({ uncompressedSize }) => uncompressedSize)),
    sum(entries.map(({ compressedSize }) => compressedSize)),
  ]
  const isBomb = size > compression.fromBytes && size > packedSize * compression.ratio
  if (entries.length > unpacked.parts || size > unpacked.bytes || isBomb)
    throw new DocumentError('documentUnpacksTooLarge')
  if (entries.some(({ encrypted }) => encrypted)) throw new DocumentError('documentEncrypted')
  const names = new Set(entries.map(({ filename }) => filename))
  if (names.size < entries.length) throw new DocumentError('documentDamaged')
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Throws where the part exceeds its declared size. */
async function unpack(entry: FileEntry): Promise<Uint8Array> {
  const content = new Uint8Array(entry.uncompressedSize)
  let length = 0
  const writable = new WritableStream<Uint8Array>({
    write(chunk) {
      content.set(chunk, length)
      length += chunk.length
    },
  })
  await entry.getData(writable, { checkSignature: true, checkOverlappingEntry: true })
  if (length < content.length) throw new DocumentError('documentDamaged')
  return content
}

const datesOf = ({ lastModDate }: Entry) => ({ lastModDate })

async function copyEntry(writer: ZipWriter<Uint8Array>, entry: FileEntry): Promise<void> {
  const stored = await entry.getData(new Uint8ArrayWriter(), { passThrough: true })
  const { uncompressedSize, signature, compressionMethod } = entry
  await writer.add(entry.filename, new Uint8ArrayReader(stored), {
    ...datesOf(entry),
    passThrough: true,
    uncompressedSize,
    compressionMethod,
    ...(signature !== undefined && { signature }),
  })
}
