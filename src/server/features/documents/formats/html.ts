/** HTML pages and fragments: code, scripts and what is marked as not to translate stay. */
import { findHtmlTexts } from '#server/features/documents/formats/html-texts.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'
import { parseTexts } from '#server/features/documents/formats/text-format.ts'

/** Where a page declares its encoding and language. */
const headLength = 2_048
const declaredCharset = /(<meta\s[^>]*charset\s*=\s*["']?\s*)([\w-]+)/i

export async function parseHtml(bytes: Uint8Array): Promise<ParsedDocument> {
  const head = Buffer.from(bytes.subarray(0, headLength)).toString('latin1')
  const { text: source, encode, isUnicode } = decodeText(bytes, declaredCharset.exec(head)?.[2])
  const { texts, write } = parseTexts(source, findHtmlTexts(source))
  return {
    texts,
    write: async (translations, language) => {
      const written = write(translations)
      const declared = written
        .slice(0, headLength)
        .replace(
          /(<html\b[^>]*?\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>"']+)/i,
          (_, before: string) => `${before}"${language}"`,
        )
      const start = isUnicode ? declared : declared.replace(declaredCharset, '$1utf-8')
      return encode(start + written.slice(headLength))
    },
  }
}
