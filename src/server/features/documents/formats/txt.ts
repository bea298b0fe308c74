/** Plain text: each line is a text, or each paragraph where lines are wrapped. */
import {
  escapeText,
  isTranslatable,
  textOfFragment,
} from '#server/features/documents/formats/fragment.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'
import { spliceText } from '#server/features/documents/formats/splice.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'
import { findParagraphs } from '#server/features/documents/formats/wrapped-lines.ts'

export async function parseTxt(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text: source, encode } = decodeText(bytes)
  const found = findParagraphs(source).filter(({ text }) => isTranslatable(text))
  return {
    texts: found.map(({ text }) => escapeText(text)),
    write: async (translations) =>
      encode(
        spliceText(
          source,
          found.map(({ start, end, write }, index) => ({
            start,
            end,
            text: write(textOfFragment(translations[index]!)),
          })),
        ),
      ),
  }
}
