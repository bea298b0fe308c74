/** Archives and Office files for tests. */
import {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type ZipWriterConstructorOptions,
} from '@zip.js/zip.js'
import { readDocument, writeDocument } from '#server/features/documents/formats/documents.ts'
import type { DocumentFormat } from '#contract/document-formats.ts'

export type Parts = Readonly<Record<string, string | Uint8Array>>

export async function zip(
  parts: Parts,
  options: ZipWriterConstructorOptions = {},
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options })
  for (const [name, content] of Object.entries(parts))
    await writer.add(name, new Uint8ArrayReader(Buffer.from(content)))
  return writer.close()
}

/** Contents of the parts by name, in the order of the archive. */
export async function unzip(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const parts: Record<string, Buffer> = {}
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
  for (const entry of await reader.getEntries())
    if (!entry.directory)
      parts[entry.filename] = Buffer.from(await entry.getData(new Uint8ArrayWriter()))
  return parts
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

/** `types`: content types by the names of the parts, in which `<…>` is the body of the part. */
export function contentTypes(types: Readonly<Record<string, string>>): string {
  const overrides = Object.entries(types).map(
    ([name, type]) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`
}

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

/** A document with this body. */
export const wordFile = (body: string): Promise<Uint8Array> =>
  zip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': 'wordprocessingml.document.main',
    }),
    'word/document.xml': `${xml}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
  })

/** A presentation with these paragraphs on its slides, and one note. */
export const slideFile = (slides: readonly string[], note = ''): Promise<Uint8Array> => {
  const part = (root: string, paragraphs: string) =>
    `${xml}<p:${root} ${namespaces}><p:cSld><p:spTree><p:sp><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp></p:spTree></p:cSld></p:${root}>`
  const names = slides.map((_, index) => `ppt/slides/slide${index + 1}.xml`)
  return zip({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(names.map((name) => [name, 'presentationml.slide'])),
      'ppt/notesSlides/notesSlide1.xml': 'presentationml.notesSlide',
    }),
    'ppt/presentation.xml': `${xml}<p:presentation ${namespaces}/>`,
    ...Object.fromEntries(names.map((name, index) => [name, part('sld', slides[index]!)])),
    'ppt/notesSlides/notesSlide1.xml': part('notes', note),
  })
}

const sheetNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** `strings`: items of the shared strings. `parts`: further parts, with their types. */
export const sheetFile = (
  strings: string,
  rows: string,
  parts: Readonly<Record<string, { type: string; content: string }>> = {},
): Promise<Uint8Array> =>
  zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
      ...Object.fromEntries(Object.entries(parts).map(([name, { type }]) => [name, type])),
    }),
    'xl/workbook.xml': `${xml}<workbook ${sheetNamespace}><sheets><sheet name="Prices" sheetId="1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${sheetNamespace}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${xml}<sst ${sheetNamespace}>${strings}</sst>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, { content }]) => [
        name,
        `${xml}${content.replace(/^<\w+/, (tag) => `${tag} ${sheetNamespace}`)}`,
      ]),
    ),
  })

export const textsOf = async (format: DocumentFormat, bytes: Uint8Array): Promise<string[]> =>
  (await readDocument({ format, bytes })).texts

/** The file with each text changed; by default none. */
export async function translate(
  format: DocumentFormat,
  bytes: Uint8Array,
  change: (text: string) => string = (text) => text,
  language = 'de',
): Promise<Uint8Array> {
  const translations = (await textsOf(format, bytes)).map(change)
  return writeDocument({ format, bytes, translations, language })
}

/** In capitals, with the tags and entities as they are. */
export const shout = (fragment: string): string =>
  fragment.replace(/<[^>]*>|&\w+;|[^<&]+/g, (part) =>
    /^[<&]/.test(part) ? part : part.toUpperCase(),
  )
