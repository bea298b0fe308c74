/** PDF: its text, without its layout, as a Word document. */
import { fileURLToPath } from 'node:url'
import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { getDocumentProxy } from 'unpdf'
import {
  escapeText,
  isTranslatable,
  textOfFragment,
} from '#server/features/documents/formats/fragment.ts'
import { scriptOf, toRegionalCode } from '#server/features/documents/formats/office-language.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import {
  joinLines,
  type PdfLine,
  type PdfPage,
  type PdfParagraph,
} from '#server/features/documents/formats/pdf-paragraphs.ts'
import { withoutControls } from '#server/features/documents/formats/xml.ts'

const maxPages = 2_000

/** Encodings of fonts that are not in the file: beside the bundle, or without a build, the package. */
const encodings = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json'))
    : new URL('cmaps/', import.meta.url),
)

export async function parsePdf(bytes: Uint8Array): Promise<ParsedDocument> {
  const { pages, size } = await readPages(bytes)
  const paragraphs = joinLines(pages)
  const translatable = paragraphs.filter(({ text }) => isTranslatable(text))
  return {
    texts: translatable.map(({ text }) => escapeText(text)),
    async write(translations, language) {
      const translated = new Map(
        translatable.map((paragraph, index) => [paragraph, textOfFragment(translations[index]!)]),
      )
      return writeDocx(
        paragraphs.map((paragraph) => ({
          ...paragraph,
          text: translated.get(paragraph) ?? paragraph.text,
        })),
        size,
        language,
      )
    },
  }
}

type PageSize = { width: number; height: number }

async function readPages(bytes: Uint8Array): Promise<{ pages: PdfPage[]; size: PageSize }> {
  // The library takes the bytes over.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), {
    verbosity: 0,
    cMapUrl: encodings,
    cMapPacked: true,
  }).catch((reason: unknown) => {
    const isLocked = reason instanceof Error && reason.name === 'PasswordException'
    throw new DocumentError(isLocked ? 'documentEncrypted' : 'documentDamaged', { cause: reason })
  })
  if (pdf.numPages > maxPages) throw new DocumentError('documentTooComplex')
  const pages: PdfPage[] = []
  let size: PageSize | undefined
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    size ??= { width, height }
    const { items } = await page.getTextContent()
    pages.push({ lines: toLines(items.filter((item) => 'str' in item)), height })
    page.cleanup()
  }
  return { pages, size: size! }
}

type Item = { str: string; transform: number[]; width: number; hasEOL: boolean }

/** Ends a line where a gap is wider than a space, as between cells of a table. */
function toLines(items: readonly Item[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | undefined
  for (const { str, transform, width, hasEOL } of items) {
    const [x, y, size] = [transform[4]!, transform[5]!, Math.hypot(transform[2]!, transform[3]!)]
    const isGap = str.trim() === '' && width > 2.5 * size
    const isSame =
      line && Math.abs(y - line.y) < 0.5 * line.size && Math.abs(x - line.right) < 2.5 * line.size
    if (str !== '' && !isGap) {
      if (line && isSame) {
        const needsSpace = x - line.right > 0.25 * line.size && !/\s$/.test(line.text)
        line.text += (needsSpace ? ' ' : '') + str
        line.right = x + width
      } else {
        line = { text: str, x, right: x + width, y, size: size || 1 }
        lines.push(line)
      }
    }
    if (hasEOL || isGap) line = undefined
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 }
const languageKeys = { eastAsian: 'eastAsia', complex: 'bidirectional', other: 'value' } as const

/** `size`: of the pages, in points. */
async function writeDocx(
  paragraphs: readonly PdfParagraph[],
  { width, height }: PageSize,
  language: string,
): Promise<Uint8Array> {
  const document = new Document({
    styles: {
      default: {
        document: {
          run: {
            size: 22,
            language: { [languageKeys[scriptOf(language)]]: toRegionalCode(language) },
          },
          paragraph: { spacing: { after: 120 } },
        },
      },
    },
    sections: [
      {
        properties: {
          page: { size: { width: Math.round(width * 20), height: Math.round(height * 20) } },
        },
        children: paragraphs.map(
          ({ text, level }) =>
            new Paragraph({
              text: withoutControls(text),
              ...(level && { heading: headings[level] }),
            }),
        ),
      },
    ],
  })
  return Packer.toBuffer(document)
}
