/** Paragraphs of DrawingML: slides, notes, diagrams, and titles of charts. */
import { toRegionalCode } from '#server/features/documents/formats/office-language.ts'
import type { PartKind } from '#server/features/documents/formats/office-package.ts'
import type { TextDialect } from '#server/features/documents/formats/office-runs.ts'

export const drawingDialect: TextDialect = {
  paragraphs: new Set(['a:p']),
  run: 'r',
  properties: 'a:rPr',
  text: 'a:t',
  head: new Set(['a:pPr']),
  tail: new Set(['a:endParaRPr']),
  wrappers: new Set(),
  noise: new Set(),
  signs: {},
  preservesSpace: true,
  keepsLines: false,
  normalizeProperties,
  writeProperties: (normalized, prefix, language) =>
    (normalized || `<${prefix}rPr/>`).replace(
      /^<[^\s/>]+/,
      (tag) => `${tag} lang="${toRegionalCode(language)}"`,
    ),
}

function normalizeProperties(source: string): string {
  const normalized = source.replace(/^<[^>]*>/, (tag) =>
    tag.replace(/\s(?:lang|altLang|dirty|err|smtClean|noProof|bmk|kumimoji)="[^"]*"/g, ''),
  )
  return /^<[^\s>]*\/>$|^<[^\s>]*>\s*<\/[^>]*>$/.test(normalized) ? '' : normalized
}

/**
 * Titles of charts, and their labels as they are shown. The workbook inside stays: a program that
 * edits the chart's data shows its labels.
 */
export const chartDialect: TextDialect = {
  ...drawingDialect,
  paragraphs: new Set(['a:p', 'c:pt']),
  bareText: 'c:v',
}

/** Charts; diagrams, whose drawing shows the texts of its data. */
export const listGraphicKinds = (charts: TextDialect): PartKind[] => [
  { type: /drawingml\.chart\+xml$/, dialect: charts, repeats: true },
  { type: /drawingml\.diagramData\+xml$/, dialect: drawingDialect },
  { type: /drawingml\.diagramDrawing\+xml$/, dialect: drawingDialect, repeats: true },
]
