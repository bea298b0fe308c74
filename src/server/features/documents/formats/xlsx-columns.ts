/** Column names of a workbook's tables, which Excel requires to equal the cells of their heads. */
import {
  escapeText,
  textOfFragment,
  unescapeText,
} from '#server/features/documents/formats/fragment.ts'
import type {
  OfficePackage,
  Translated,
} from '#server/features/documents/formats/office-package.ts'
import { spliceText } from '#server/features/documents/formats/splice.ts'
import {
  attributeSpan,
  descendantsOf,
  parseXml,
  toXmlText,
} from '#server/features/documents/formats/xml.ts'

/** `isKept`: whether formulas or pivot tables name a column by this text. */
export type ColumnNames = {
  isKept: (text: string) => boolean
  /** Makes the names of each table different, and writes them. */
  rename: (translated: Translated) => Translated
}

type Column = { name: string; start: number; end: number }
type Table = {
  part: string
  source: string
  columns: Column[]
  encode: (text: string) => Uint8Array
}

export async function readColumnNames(office: OfficePackage): Promise<ColumnNames> {
  const tables: Table[] = []
  for (const part of office.list(/spreadsheetml\.table\+xml$/)) {
    const { text: source, encode } = await office.read(part)
    tables.push({ part, source, columns: readNames(source, 'x:tableColumn'), encode })
  }
  const kept = new Set<string>()
  for (const part of office.list(/spreadsheetml\.pivotCacheDefinition\+xml$/))
    for (const { name } of readNames((await office.read(part)).text, 'x:cacheField')) kept.add(name)
  if (tables.length > 0 && (await hasStructuredReferences(office)))
    for (const { columns } of tables) for (const { name } of columns) kept.add(name)
  return {
    isKept: (text) => kept.has(textOfFragment(text)),
    rename: (translated) => renameColumns(tables, kept, translated),
  }
}

function readNames(source: string, element: string): Column[] {
  return [...descendantsOf(parseXml(source))]
    .filter(({ name }) => name === element)
    .flatMap((found) => {
      const span = attributeSpan(source, found, 'name')
      if (!span) return []
      const written = source.slice(span.start, span.end)
      return [{ ...span, name: unescapeText(written).replace(/_x000a_/gi, '\n') }]
    })
}

/** Whether a formula names a column, as in `Sales[Amount]` or `[@Amount]`. */
async function hasStructuredReferences(office: OfficePackage): Promise<boolean> {
  const formula =
    /<(?:\w+:)?(?:f|definedName|calculatedColumnFormula)\b[^>]*>[^<]*(?:[\p{L}\p{N}_.]\[|\[@)/u
  for (const part of office.list(/spreadsheetml\.(?:worksheet|table|sheet\.main)\+xml$/))
    if (formula.test((await office.read(part)).text)) return true
  return false
}

function renameColumns(
  tables: readonly Table[],
  kept: ReadonlySet<string>,
  { texts, translations, changed }: Translated,
): Translated {
  if (tables.length === 0) return { texts, translations, changed }
  const indexes = Map.groupBy(texts.keys(), (index) => textOfFragment(texts[index]!))
  const named = [...translations]
  const used = tables.map(() => new Set<string>())
  const names = new Map<string, string>()
  for (const [at, { columns }] of tables.entries())
    for (const { name } of columns) {
      const places = kept.has(name) ? [] : (indexes.get(name) ?? [])
      if (!names.has(name)) names.set(name, nameColumn(name, places, named, used))
      used[at]!.add(names.get(name)!.toLowerCase())
    }
  const written = new Map(changed)
  for (const { part, source, columns, encode } of tables) {
    const splices = columns.map(({ name, start, end }) => ({
      start,
      end,
      text: toAttribute(names.get(name)!),
    }))
    written.set(part, encode(spliceText(source, splices)))
  }
  return { texts, translations: named, changed: written }
}

/** The translation of a name, with a number if another column has it; changes `translations`. */
function nameColumn(
  name: string,
  places: readonly number[],
  translations: string[],
  used: readonly ReadonlySet<string>[],
): string {
  const [first] = places
  const translated = first === undefined ? name : textOfFragment(translations[first]!).trim()
  const base = translated || name
  let unique = base
  for (let number = 2; used.some((taken) => taken.has(unique.toLowerCase())); number++)
    unique = `${base} ${number}`
  const isWritten = places.every((index) => textOfFragment(translations[index]!) === unique)
  if (!isWritten) for (const index of places) translations[index] = escapeText(unique)
  return unique
}

const toAttribute = (name: string) =>
  toXmlText(name).replaceAll('"', '&quot;').replaceAll('\n', '_x000a_')
