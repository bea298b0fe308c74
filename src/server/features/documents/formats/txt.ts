/** Plain text: each line is a text. */
import {
  escapeText,
  isTranslatable,
  textOfFragment,
} from '#server/features/documents/formats/fragment.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'
import { spliceText } from '#server/features/documents/formats/splice.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'

export async function parseTxt(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text, encode } = decodeText(bytes)
  const lines = [...text.matchAll(/\S(?:[^\r\n]*\S)?/g)]
    .map(({ 0: line, index }) => ({ line, start: index, end: index + line.length }))
    .filter(({ line }) => isTranslatable(line))
  return {
    texts: lines.map(({ line }) => escapeText(line)),
    write: async (translations) =>
      encode(
        spliceText(
          text,
          lines.map(({ start, end }, index) => ({
            start,
            end,
            text: textOfFragment(translations[index]!),
          })),
        ),
      ),
  }
}
