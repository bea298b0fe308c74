/** Word documents: body, tables, text boxes, headers, footers, notes and comments. */
import { chartDialect, listGraphicKinds } from '#server/features/documents/formats/drawing-text.ts'
import {
  openOfficePackage,
  parseParts,
  type PartKind,
} from '#server/features/documents/formats/office-package.ts'
import { scriptOf, toRegionalCode } from '#server/features/documents/formats/office-language.ts'
import type { TextDialect } from '#server/features/documents/formats/office-runs.ts'
import type { ParsedDocument } from '#server/features/documents/formats/parsed-document.ts'

const wordDialect: TextDialect = {
  paragraphs: new Set(['w:p']),
  run: 'r',
  properties: 'w:rPr',
  text: 'w:t',
  head: new Set(['w:pPr']),
  tail: new Set(),
  wrappers: new Set(
    ['hyperlink', 'ins', 'moveTo', 'sdt', 'customXml', 'dir', 'bdo', 'fldSimple', 'smartTag'].map(
      (name) => `w:${name}`,
    ),
  ),
  noise: new Set(['w:proofErr', 'w:lastRenderedPageBreak']),
  signs: { 'w:noBreakHyphen': '\u2011', 'w:softHyphen': '' },
  preservesSpace: false,
  keepsLines: false,
  normalizeProperties,
  writeProperties,
}

function normalizeProperties(source: string): string {
  const normalized = source
    .replace(/<(\w+:)?rPrChange\b.*?<\/\1rPrChange>/gs, '')
    .replace(/<(?:\w+:)?(?:lang|noProof)\b[^>]*\/>/g, '')
    .replace(/(<(?:\w+:)?rFonts\b[^>]*?)\s(?:\w+:)?hint="[^"]*"/g, '$1')
    .replace(/<(?:\w+:)?rFonts\s*\/>/g, '')
  return /^<[^>]*\/>$|^<[^>]*>\s*<\/[^>]*>$/.test(normalized) ? '' : normalized
}

const languageAttributes = { eastAsian: 'eastAsia', complex: 'bidi', other: 'val' }

/** The language is among the last of a run's properties. */
function writeProperties(normalized: string, prefix: string, language: string): string {
  const attribute = languageAttributes[scriptOf(language)]
  const lang = `<${prefix}lang ${prefix}${attribute}="${toRegionalCode(language)}"/>`
  if (normalized === '') return `<${prefix}rPr>${lang}</${prefix}rPr>`
  const end = /<(?:\w+:)?(?:eastAsianLayout|specVanish|oMath)\b|<\/(?:\w+:)?rPr>$/.exec(normalized)
  return `${normalized.slice(0, end!.index)}${lang}${normalized.slice(end!.index)}`
}

const wordPart = (name: string): PartKind => ({
  type: new RegExp(`wordprocessingml\\.${name}\\+xml$`),
  dialect: wordDialect,
})

const [main, ...others] = [
  'document\\.main',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'comments',
].map(wordPart)

export const parseDocx = async (bytes: Uint8Array): Promise<ParsedDocument> =>
  parseParts(await openOfficePackage(bytes, main!.type), [
    main!,
    ...others,
    ...listGraphicKinds(chartDialect),
  ])
