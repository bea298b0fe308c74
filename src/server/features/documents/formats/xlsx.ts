/** Workbooks: texts of cells, comments, shapes and charts; formulas, numbers and names stay. */
import {
  drawingDialect,
  listGraphicKinds,
} from '#server/features/documents/formats/drawing-text.ts'
import {
  openOfficePackage,
  parseParts,
  type PartKind,
} from '#server/features/documents/formats/office-package.ts'
import type { TextDialect } from '#server/features/documents/formats/office-runs.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'
import { readColumnNames } from '#server/features/documents/formats/xlsx-columns.ts'

const sheetDialect: TextDialect = {
  paragraphs: new Set(['x:si', 'x:is', 'x:text']),
  run: 'r',
  properties: 'x:rPr',
  text: 'x:t',
  head: new Set(),
  tail: new Set(['x:phoneticPr']),
  wrappers: new Set(),
  // Readings of single signs of the source language.
  noise: new Set(['x:rPh']),
  signs: {},
  bareText: 'x:t',
  preservesSpace: false,
  keepsLines: true,
  normalizeProperties: (source) => source,
  writeProperties: (properties) => properties,
}

export async function parseXlsx(bytes: Uint8Array): Promise<ParsedDocument> {
  const office = await openOfficePackage(bytes, /spreadsheetml\.(?:sheet|template)\.main\+xml$/)
  const columns = await readColumnNames(office)
  const kinds: PartKind[] = [
    ...['sharedStrings', 'worksheet'].map((name) => ({
      type: new RegExp(`spreadsheetml\\.${name}\\+xml$`),
      dialect: sheetDialect,
      isKept: columns.isKept,
    })),
    { type: /spreadsheetml\.comments\+xml$/, dialect: sheetDialect },
    { type: /officedocument\.drawing\+xml$/, dialect: drawingDialect },
    // Excel draws the labels of charts from the cells.
    ...listGraphicKinds(drawingDialect),
  ]
  return parseParts(office, kinds, columns.rename)
}
