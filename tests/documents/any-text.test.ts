/** Whatever stands in a text file, it is read, or refused by a reason; written, it reads the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument, writeDocument } from '#server/features/documents/formats/documents.ts'
import { documentErrorReasons, type DocumentFormat } from '#contract/document-formats.ts'

const tags =
  '<b> </b> <p> </p> <table> <tr> <td> <li> </a> <!-- --> <code> </code> <pre> <svg> </svg>'.split(
    ' ',
  )
const marks = [
  ...'** * _ ` [ ](u) ![ # > - 1. | ~~ \\ &amp; & < {name} %s {"a": " }'.split(' '),
  '<a href="x" title="y">',
  '<img alt="z">',
  '\n|---|\n',
  '\n00:00:01,000 --> 00:00:02,000\n',
  '\nmsgid "',
  '"\nmsgstr ""\n',
]
/** Pieces that mean something in one of the formats, between any signs. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...tags, ...marks, ...'\n,\n\n,\r\n,  \n, ,word,词'.split(',')),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  ),
  { maxLength: 24 },
)
const formats: DocumentFormat[] = ['html', 'md', 'txt', 'srt', 'json', 'po']

const textsOrReason = async (format: DocumentFormat, bytes: Uint8Array) => {
  try {
    return (await readDocument({ format, bytes })).texts
  } catch (error) {
    expect(documentErrorReasons).toContain((error as { reason?: string }).reason)
    return undefined
  }
}

test.each(formats)(
  '%s: a file of any pieces is refused, or written as it was read',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(pieces, async (words) => {
        const file = Buffer.from(words.join(''))
        const texts = await textsOrReason(format, file)
        if (!texts) return
        const letters = (list: readonly string[]) =>
          list
            .flatMap((text) => text.replace(/<[^>]*>/g, '').match(/\p{L}/gu) ?? [])
            .toSorted()
            .join('')
        const written = await writeDocument({
          format,
          bytes: file,
          translations: texts,
          language: 'de',
        })
        if (format !== 'po')
          expect(letters((await textsOrReason(format, written)) ?? [])).toBe(letters(texts))
      }),
      { numRuns: 300 },
    )
  },
)

test.each(formats)('%s: any bytes are read or refused', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      await textsOrReason(format, bytes)
    }),
    { numRuns: 300 },
  )
})
