/** Values as people write them in a spreadsheet, converted to those of the API. */
import { languages, localeTag } from '#client/i18n/language.ts'
import { codeKeyOf, plainText } from '#console/engine/fields/field-type.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { IdsByTitle } from '#console/engine/import/references.ts'
import type { Item } from '#console/engine/page-model.ts'
import { messageOf } from '#console/refine/i18n.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { countryCodes } from '#contract/countries.ts'
import type { Channel } from '#contract/packages.ts'
import type { Language } from '#contract/translation.ts'

/** Finds a message in both languages. */
export type FindInBoth = (keys: readonly string[]) => readonly string[]

/**
 * Converts a non-empty cell. Returns text that is not a value of the type unchanged, so that the
 * schema rejects it.
 */
type Convert = (cell: string) => unknown

/** Symbols for no (index 0) and yes (index 1), besides the words in the messages. */
const yesNoSigns = [
  ['0', '×', '✗', '✘'],
  ['1', '√', '✓', '✔'],
] as const

/** Returns the conversion for an item; labels are looked up once, not per cell. */
export function converterOf(
  { fieldType }: Pick<Item, 'fieldType'>,
  getLookupData: GetLookupData,
  findInBoth: FindInBoth,
  references: IdsByTitle | undefined,
): Convert {
  const { kind } = fieldType
  if (kind === 'count') return toInteger
  if (kind === 'cents') return toCents
  if (kind === 'date') return (cell) => toDay(cell) ?? cell
  if (kind === 'time') return (cell) => toTimestamp(cell) ?? cell
  if (kind === 'tags') return splitList
  // No schema accepts an object for an id.
  if (kind === 'reference') return (cell) => references?.get(normalize(cell)) ?? {}
  const byLabel = valuesByLabel(fieldType, getLookupData, findInBoth)
  if (!byLabel) return (cell) => cell
  if (kind === 'codes')
    return (cell) => splitList(cell).map((one) => byLabel.get(normalize(one)) ?? one)
  return (cell) => {
    const value = byLabel.get(normalize(cell))
    return value ?? (kind === 'flag' ? cell : cell.trim())
  }
}

const splitList = (cell: string): string[] =>
  cell
    .split(/[,，、;；\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Values by their labels in both languages, in lower case; undefined for types without labels. */
function valuesByLabel(
  fieldType: Item['fieldType'],
  getLookupData: GetLookupData,
  findInBoth: FindInBoth,
): ReadonlyMap<string, unknown> | undefined {
  const labels = new Map<string, unknown>()
  const add = (label: string | null | undefined, value: unknown) => {
    if (label && !labels.has(normalize(label))) labels.set(normalize(label), value)
  }
  if (fieldType.kind === 'flag') {
    for (const value of [0, 1] as const) {
      const ownKeys = (fieldType.labelKeys ?? []).map((key) => `${key}.${value}`)
      for (const keys of [ownKeys, [`codes.flag.${value}`]])
        for (const label of findInBoth(keys)) add(label, value)
    }
    for (const value of [0, 1] as const) {
      const words = findInBoth([value === 1 ? 'crud.import.words.yes' : 'crud.import.words.no'])
      for (const word of [...yesNoSigns[value], ...words.flatMap((all) => all.split(' '))])
        add(word, value)
    }
    return labels
  }
  if (fieldType.kind === 'code' || fieldType.kind === 'codes') {
    for (const value of fieldType.values) {
      add(value, value)
      findInBoth([codeKeyOf(fieldType, value)]).forEach((label) => add(label, value))
    }
    return labels
  }
  if (fieldType.kind === 'country') {
    for (const code of countryCodes) {
      add(code, code)
      for (const tag of localeTags) add(displayNameOf('region', tag, code), code)
      findInBoth([`crud.country.names.${code}`]).forEach((label) => add(label, code))
    }
    return labels
  }
  if (fieldType.kind === 'channel') {
    for (const { id, name, enName } of (getLookupData(fieldType) ?? []) as Channel[])
      for (const label of [String(id), name, enName]) add(label, String(id))
    return labels
  }
  if (fieldType.kind === 'language') {
    const { sourceList = [], targetList = [] } = (getLookupData(fieldType) ?? {}) as {
      sourceList?: Language[]
      targetList?: Language[]
    }
    for (const { langCode, chineseName, englishName } of [...targetList, ...sourceList]) {
      for (const label of [langCode, chineseName, englishName]) add(label, langCode)
      for (const tag of localeTags)
        for (const style of ['dialect', 'standard'] as const)
          for (const code of [langCode, withScript(langCode)])
            add(displayNameOf('language', tag, code, style), langCode)
    }
    return labels
  }
  const choices = getFieldTypeUi(fieldType).choices?.(fieldType)
  for (const { value, text } of choices ?? []) {
    add(value, value)
    add(text, value)
  }
  return choices && labels
}

const localeTags = languages.map(localeTag)
const displayNames = new Map<string, Intl.DisplayNames>()

/** `languageDisplay`: “Simplified Chinese” is dialect, “Chinese (Simplified)” is standard. */
function displayNameOf(
  type: 'region' | 'language',
  tag: string,
  code: string,
  languageDisplay: 'dialect' | 'standard' = 'dialect',
): string | undefined {
  const key = `${type} ${tag} ${languageDisplay}`
  const formatter = displayNames.get(key) ?? new Intl.DisplayNames(tag, { type, languageDisplay })
  displayNames.set(key, formatter)
  try {
    return formatter.of(code)
  } catch {
    return undefined
  }
}

/** `zh-Hans` for `zh-CN`: people name such languages by the script. */
function withScript(code: string): string {
  try {
    const { language, script } = new Intl.Locale(code).maximize()
    return `${language}-${script}`
  } catch {
    return code
  }
}

/** Ignores case, surrounding spaces, the width of letters and digits, and which sign is a minus. */
export const normalize = (text: string): string =>
  text.normalize('NFKC').replace('\u2212', '-').trim().toLowerCase()

const toInteger: Convert = (cell) => {
  const normalized = normalize(cell).replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  return /^[+-]?\d{1,15}(\.0+)?$/.test(normalized) ? Number(normalized) : cell
}

/** Yuan with up to two decimals, in fen; accepts a currency sign before or “yuan” in Chinese. */
const toCents: Convert = (cell) => {
  const normalized = normalize(cell)
    .replace(/^[¥$￥]\s*|\s*\u5143$/g, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  const [, sign, yuan, cents = ''] = /^([+-]?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(normalized) ?? []
  if (yuan === undefined) return cell
  const amount = Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' ? 0 - amount : amount
}

/**
 * Separators after the year, the month and the day; the Chinese ones are the characters for these.
 */
const yearFirst = /^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/

/** Year first in any common notation; year last only if day and month are unambiguous. */
function toDay(cell: string): string | undefined {
  const normalized = normalize(cell)
  const [, year, month = '', date = ''] = yearFirst.exec(normalized) ?? []
  if (year !== undefined) return dayOf(year, month, date)
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(normalized)
  if (!yearLast) return undefined
  const [, first = '', second = '', lastYear = ''] = yearLast
  if (Number(first) > 12) return dayOf(lastYear, second, first)
  if (Number(second) > 12 || first === second) return dayOf(lastYear, first, second)
  return undefined
}

function dayOf(year: string, month: string, date: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text
    ? undefined
    : text
}

function toTimestamp(cell: string): string | undefined {
  const [date = '', clock = '0:00', ...more] = normalize(cell).replace('t', ' ').split(/\s+/)
  const dayText = toDay(date)
  const time = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(clock)
  if (dayText === undefined || !time || more.length > 0) return undefined
  const [, hours = '', minutes, seconds = '00'] = time
  return `${dayText} ${hours.padStart(2, '0')}:${minutes}:${seconds}`
}

/** Example of a value for the sample file. */
export function exampleOf(item: Item, getLookupData: GetLookupData): string {
  const { fieldType } = item
  const label = messageOf(item.label)
  switch (fieldType.kind) {
    case 'flag':
      return getFieldTypeUi(fieldType).text(1, { fieldType, row: {}, lookupData: undefined })
    case 'count':
      return '1'
    case 'cents':
      return '99.00'
    case 'date':
      return '2026-01-31'
    case 'time':
      return '2026-01-31 09:30:00'
    case 'email':
      return 'name@example.com'
    case 'country':
      return getFieldTypeUi(fieldType).text('CN', { fieldType, row: {}, lookupData: undefined })
    case 'language': {
      const { targetList = [] } = (getLookupData(fieldType) ?? {}) as { targetList?: Language[] }
      const example = targetList.find(({ langCode }) => langCode === 'en') ?? targetList[0]
      return example
        ? getFieldTypeUi(fieldType).text(example.langCode, {
            fieldType,
            row: {},
            lookupData: getLookupData(fieldType),
          })
        : ''
    }
    case 'channel':
    case 'code':
    case 'person': {
      const [first] = getFieldTypeUi(fieldType).choices?.(fieldType) ?? []
      return plainText(first?.text)
    }
    default:
      return label
  }
}
