/** Reads text files in the encodings that they are saved in. */
import { analyse } from 'chardet'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'

/** `encode`: in the same Unicode encoding; texts of other encodings are written in UTF-8. */
export type DecodedText = {
  text: string
  encode: (text: string) => Uint8Array
  isUnicode: boolean
}

/** Bytes that the encoding is guessed from. */
const sampleBytes = 64_000

/** `label`: encoding that the file itself declares. Throws DocumentError for what is no text. */
export function decodeText(bytes: Uint8Array, label?: string): DecodedText {
  const decoded = decodeUnicode(bytes) ?? {
    text: decodeOther(bytes, label),
    encode: encodeUtf8,
    isUnicode: false,
  }
  if (decoded.text.includes('\0')) throw new DocumentError('documentOfOtherFormat')
  return decoded
}

const byteOrderMark = '\ufeff'
const encodeUtf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')

function decodeUnicode(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes.subarray(2), 'utf-16le', true)
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), 'utf-16be', true)
  const order = guessUtf16(bytes)
  if (order) return decodeUtf16(bytes, order, false)
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  const text = tryDecode(bytes, 'utf-8')
  if (text === undefined) return undefined
  const encode = (changed: string) => encodeUtf8(hasMark ? byteOrderMark + changed : changed)
  return { text, encode, isUnicode: true }
}

type ByteOrder = 'utf-16le' | 'utf-16be'

/**
 * UTF-16 without a mark has zero bytes on one side of its signs, such as spaces and line ends, and
 * few on the other, such as in the Chinese one.
 */
function guessUtf16(bytes: Uint8Array): ByteOrder | undefined {
  if (bytes.length % 2 === 1) return undefined
  const zeros: [number, number] = [0, 0]
  const sample = bytes.subarray(0, sampleBytes)
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  if (odd > 2 * even) return 'utf-16le'
  return even > 2 * odd ? 'utf-16be' : undefined
}

function decodeUtf16(bytes: Uint8Array, order: ByteOrder, hasMark: boolean): DecodedText {
  const text = tryDecode(bytes, order)
  if (text === undefined) throw new DocumentError('documentDamaged')
  return {
    text,
    isUnicode: true,
    encode: (changed) => {
      const written = Buffer.from(hasMark ? byteOrderMark + changed : changed, 'utf16le')
      return order === 'utf-16le' ? written : written.swap16()
    },
  }
}

function decodeOther(bytes: Uint8Array, label: string | undefined): string {
  const guessed = analyse(bytes.subarray(0, sampleBytes))
    .map(({ name }) => name)
    .filter((name) => !/^(?:UTF|ASCII)/.test(name))
  for (const name of [...(label ? [label] : []), ...guessed, 'gb18030']) {
    const text = tryDecode(bytes, name)
    if (text !== undefined) return text
  }
  throw new DocumentError('documentDamaged')
}

/** Undefined if the bytes are not valid in this encoding, or it is unknown. */
function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
