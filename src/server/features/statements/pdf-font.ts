/** The font of PDF files: Chinese, Latin and kana in one file, of which a PDF contains what it uses. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/** Beside the bundle; without a build, in the package. */
const fontFile = import.meta.url.endsWith('.ts')
  ? new URL(
      'files/noto-sans-sc-chinese-simplified-400-normal.woff',
      import.meta.resolve('@fontsource/noto-sans-sc/package.json'),
    )
  : new URL('fonts/noto-sans-sc.woff', import.meta.url)

let font: Buffer | undefined

/** As TrueType: from WOFF, the tables would be decompressed again for each glyph. */
export const readPdfFont = (): Buffer =>
  (font ??= woffToTrueType(readFileSync(fileURLToPath(fontFile))))

const woffHeader = 44
const woffEntry = 20
const trueTypeHeader = 12
const trueTypeEntry = 16

/** Decompresses the tables of a WOFF file (https://www.w3.org/TR/WOFF). */
function woffToTrueType(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory: Buffer = Buffer.alloc(trueTypeHeader + trueTypeEntry * count)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (let index = 0; index < count; index++) {
    const from = woffHeader + woffEntry * index
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ]
    const stored = woff.subarray(start, start + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const to = trueTypeHeader + trueTypeEntry * index
    woff.copy(directory, to, from, from + 4)
    woff.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(length, to + 12)
    const padding = (4 - (length % 4)) % 4
    parts.push(table, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat(parts)
}

let characters: ReadonlySet<number> | undefined

/** Code points that the font can show. */
export const readPdfCharacters = (): ReadonlySet<number> =>
  (characters ??= listCharacters(readPdfFont()))

/** Of a `cmap` table with a subtable of format 4, which has all of the Basic Multilingual Plane. */
function listCharacters(trueType: Buffer): Set<number> {
  const tables = Array.from(
    { length: trueType.readUInt16BE(4) },
    (_, index) => trueTypeHeader + trueTypeEntry * index,
  )
  const entry = tables.find((at) => trueType.toString('latin1', at, at + 4) === 'cmap')!
  const cmap = trueType.readUInt32BE(entry + 8)
  const subtables = Array.from(
    { length: trueType.readUInt16BE(cmap + 2) },
    (_, index) => cmap + trueType.readUInt32BE(cmap + 4 + 8 * index + 4),
  )
  const table = subtables.find((at) => trueType.readUInt16BE(at) === 4)!
  const size = trueType.readUInt16BE(table + 6)
  const [ends, starts] = [table + 14, table + 16 + size]
  const [deltas, offsets] = [starts + size, starts + 2 * size]
  const found = new Set<number>()
  for (let at = 0; at < size; at += 2) {
    const [start, end] = [trueType.readUInt16BE(starts + at), trueType.readUInt16BE(ends + at)]
    const [delta, offset] = [
      trueType.readUInt16BE(deltas + at),
      trueType.readUInt16BE(offsets + at),
    ]
    for (let code = start; code <= end && code < 0xff_ff; code++) {
      const stored =
        offset === 0 ? code : trueType.readUInt16BE(offsets + at + offset + 2 * (code - start))
      const isMissing = (offset !== 0 && stored === 0) || ((stored + delta) & 0xff_ff) === 0
      if (!isMissing) found.add(code)
    }
  }
  return found
}
