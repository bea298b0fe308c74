/** Plain text: each line is a text. */
import {
  escapeText,
  isTranslatable,
  textOfFragment,
} from '#server/features/documents/formats/fragment.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'
import { spliceText, type Span } from '#server/features/documents/formats/splice.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'

export async function parseTxt(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text, encode } = decodeText(bytes)
  const spans: Span[] = []
  const texts: string[] = []
  for (const { 0: line, index } of text.matchAll(/\S(?:[^\r\n]*\S)?/g)) {
    if (!isTranslatable(line)) continue
    spans.push({ start: index, end: index + line.length })
    texts.push(escapeText(line))
  }
  return {
    texts,
    write: async (translations) =>
      encode(
        spliceText(
          text,
          spans.map((span, index) => ({ ...span, text: textOfFragment(translations[index]!) })),
        ),
      ),
  }
}
