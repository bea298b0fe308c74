/** JSON: values that are texts; keys, numbers, codes and placeholders stay. */
import { visit } from 'jsonc-parser'
import {
  fromInlineTokens,
  placeholders,
  toInlineTokens,
  type InlineToken,
} from '#server/features/documents/formats/inline-tokens.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'
import { parseTexts, type SourceText } from '#server/features/documents/formats/text-format.ts'

export async function parseJson(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text: source, encode } = decodeText(bytes)
  const found: SourceText<InlineToken>[] = []
  const options = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
  const fail = () => {
    throw new DocumentError('documentDamaged')
  }
  const add = (value: unknown, start: number, length: number) => {
    if (typeof value !== 'string' || isCode(value) || isMessageFormat(value)) return
    found.push({
      start,
      end: start + length,
      content: toInlineTokens(value, placeholders),
      write: (content) => JSON.stringify(fromInlineTokens(content)),
    })
  }
  visit(source, { onLiteralValue: add, onError: fail }, options)
  const { texts, write } = parseTexts(source, found)
  return { texts, write: async (translations) => encode(write(translations)) }
}

/** A word with digits or signs is a date, colour, path or identifier, such as `en_US` or `a/b.png`. */
const isCode = (value: string): boolean =>
  /^(?=.*[\d_/:#@$]|.*\.[A-Za-z])[\w$./:#@+-]+$/.test(value)

/** Messages with branches, such as `{count, plural, one {…}}`, whose words depend on their keys. */
const isMessageFormat = (value: string): boolean =>
  /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.test(value)
