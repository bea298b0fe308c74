/** Presentations: slides, their notes, charts and diagrams. */
import {
  chartDialect,
  drawingDialect,
  listGraphicKinds,
} from '#server/features/documents/formats/drawing-text.ts'
import {
  openOfficePackage,
  parseParts,
  type PartKind,
} from '#server/features/documents/formats/office-package.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'

/** Layouts and masters stay: their texts are prompts that no slide shows. */
const kinds: readonly PartKind[] = [
  { type: /presentationml\.slide\+xml$/, dialect: drawingDialect },
  { type: /presentationml\.notesSlide\+xml$/, dialect: drawingDialect },
  ...listGraphicKinds(chartDialect),
]

export const parsePptx = async (bytes: Uint8Array): Promise<ParsedDocument> =>
  parseParts(
    await openOfficePackage(bytes, /presentationml\.(?:presentation|slideshow)\.main\+xml$/),
    kinds,
  )
