/** Reads the runs of a paragraph of an Office file; equally formatted neighbours are one. */
import type { Inline } from '#server/features/documents/formats/fragment.ts'
import { attributeOf, textOf, type XmlElement } from '#server/features/documents/formats/xml.ts'

/** Names of elements have the usual prefixes; see `xml.ts`. */
export type TextDialect = {
  paragraphs: ReadonlySet<string>
  /** Local name of a run; `properties` and `text`: elements of its formatting and its text. */
  run: string
  properties: string
  text: string
  /** Children of a paragraph that stay before and after its text. */
  head: ReadonlySet<string>
  tail: ReadonlySet<string>
  /** Elements around runs. */
  wrappers: ReadonlySet<string>
  /** Elements that are left out, such as marks of the spelling checker. */
  noise: ReadonlySet<string>
  /** Elements in runs that stand for a sign. */
  signs: Readonly<Record<string, string>>
  /** Element of a text without formatting that stands in the paragraph without a run. */
  bareText?: string
  /** Whether texts keep the space around them without an attribute. */
  preservesSpace: boolean
  /** Whether a line end in a text is one on the page. */
  keepsLines: boolean
  /** Formatting without what is no formatting, such as the language. */
  normalizeProperties: (source: string) => string
  writeProperties: (normalized: string, prefix: string, language: string) => string
}

/** A part of the source, in a run of its own. */
export type RawPart = { before: string; start: number; end: number; after: string }

/** `properties`, `base`: normalized formatting, of the text and of most text inside. */
export type InlineSource =
  | { kind: 'run'; properties: string }
  | { kind: 'wrapper'; open: string; close: string; base: string }
  | { kind: 'raw'; parts: RawPart[] }

/** `field`: a mark of a field; `instruction`: its code, or a part of it. */
type RawItem = { kind: 'raw'; parts: RawPart[]; field?: string | undefined; instruction?: string }
type TextItem = { kind: 'text'; text: string; properties: string; parts: RawPart[] }
type WrapperItem = { kind: 'wrapper'; open: string; close: string; items: Item[]; parts: RawPart[] }
type Item = RawItem | TextItem | WrapperItem

/** `start`, `end`: of the content that a translation replaces. `base`: formatting of most text. */
export type Paragraph = {
  start: number
  end: number
  base: string
  content: Inline<InlineSource>[]
}

export function readParagraph(
  source: string,
  element: XmlElement,
  dialect: TextDialect,
): Paragraph {
  const elements = element.children.filter((child) => typeof child !== 'string')
  // Some programs repeat the head before each run; those are left out.
  const first = elements.findIndex(({ name }) => !dialect.head.has(name))
  const last = elements.findLastIndex(({ name }) => !dialect.tail.has(name))
  const head = first < 0 ? elements.at(-1) : elements[first - 1]
  const tail = elements[last + 1]
  const items = closeFields(readItems(source, elements, dialect))
  const base = findBase(items)
  return {
    start: head?.end ?? element.innerStart,
    end: tail?.start ?? element.innerEnd,
    base,
    content: toInlines(items, base),
  }
}

function readItems(source: string, elements: readonly XmlElement[], dialect: TextDialect): Item[] {
  return elements.flatMap((element): Item[] => {
    const { name } = element
    if (dialect.head.has(name) || dialect.tail.has(name) || dialect.noise.has(name)) return []
    if (name.slice(name.indexOf(':') + 1) === dialect.run && name[0] !== '?')
      return readRun(source, element, dialect)
    // A text of a cell without formatting.
    if (name === dialect.bareText)
      return [{ kind: 'text', text: textOf(element), properties: '', parts: [partOf(element)] }]
    if (!dialect.wrappers.has(name)) return [{ kind: 'raw', parts: [partOf(element)] }]
    return readWrapper(source, element, dialect)
  })
}

const partOf = ({ start, end }: XmlElement): RawPart => ({ before: '', start, end, after: '' })

function readWrapper(source: string, element: XmlElement, dialect: TextDialect): Item[] {
  const parts = [partOf(element)]
  const children = element.children.filter((child) => typeof child !== 'string')
  const inner =
    element.name === 'w:sdt' ? children.find(({ name }) => name === 'w:sdtContent') : element
  const code = element.name === 'w:fldSimple' ? attributeOf(source, element, 'instr') : undefined
  if (!inner || (code !== undefined && !isTextField(code))) return [{ kind: 'raw', parts }]
  const content =
    inner === element ? children : inner.children.filter((child) => typeof child !== 'string')
  const items = closeFields(readItems(source, content, dialect))
  if (element.name === 'w:smartTag') return items
  if (!items.some(({ kind }) => kind !== 'raw')) return [{ kind: 'raw', parts }]
  const [open, close] = [
    source.slice(element.start, inner.innerStart),
    source.slice(inner.innerEnd, element.end),
  ]
  return [{ kind: 'wrapper', open, close, items, parts }]
}

function readRun(source: string, run: XmlElement, dialect: TextDialect): Item[] {
  const children = run.children.filter((child) => typeof child !== 'string')
  const own = children.find(({ name }) => name === dialect.properties)
  const written = own ? source.slice(own.start, own.end) : ''
  const properties = dialect.normalizeProperties(written)
  const [before, after] = [`<${run.tag}>${written}`, `</${run.tag}>`]
  return children.flatMap((child): Item[] => {
    const { name, start, end } = child
    if (child === own || dialect.noise.has(name)) return []
    const parts = [{ before, start, end, after }]
    const text = name === dialect.text ? textOf(child) : dialect.signs[name]
    if (text !== undefined) return [{ kind: 'text', text, properties, parts }]
    const field = name === 'w:fldChar' ? attributeOf(source, child, 'fldCharType') : undefined
    return [
      { kind: 'raw', parts, field, ...(name === 'w:instrText' && { instruction: textOf(child) }) },
    ]
  })
}

/** Fields whose result is text of the document. */
const isTextField = (instruction: string) =>
  /^\s*(?:HYPERLINK|TOC|INDEX|REF|QUOTE|FORMTEXT|MACROBUTTON)\b/i.test(instruction)

/** Fields that end in this list become one raw item, unless their result is text. */
function closeFields(items: readonly Item[]): Item[] {
  const closed: Item[] = []
  for (let at = 0; at < items.length; at++) {
    const end = isMark(items[at]!, 'begin') ? findFieldEnd(items, at) : undefined
    if (end === undefined) {
      closed.push(items[at]!)
      continue
    }
    const { instruction, separator } = readInstruction(items.slice(at, end + 1))
    const isText = separator !== undefined && isTextField(instruction)
    const last = isText ? at + separator : end
    closed.push({ kind: 'raw', parts: items.slice(at, last + 1).flatMap(({ parts }) => parts) })
    at = last
  }
  return closed
}

const isMark = (item: Item, field: string) => item.kind === 'raw' && item.field === field

function findFieldEnd(items: readonly Item[], begin: number): number | undefined {
  let depth = 0
  for (let at = begin; at < items.length; at++) {
    if (isMark(items[at]!, 'begin')) depth++
    if (isMark(items[at]!, 'end') && --depth === 0) return at
  }
  return undefined
}

/** `separator`: index of the mark before the field's result. */
function readInstruction(field: readonly Item[]): { instruction: string; separator?: number } {
  let [instruction, depth] = ['', 0]
  for (const [at, item] of field.entries()) {
    if (isMark(item, 'begin')) depth++
    if (isMark(item, 'end')) depth--
    if (depth > 1 || item.kind !== 'raw') continue
    if (isMark(item, 'separate')) return { instruction, separator: at }
    instruction += item.instruction ?? ''
  }
  return { instruction }
}

/** Formatting of most of the text; ties go to the first. */
function findBase(items: readonly Item[]): string {
  const lengths = new Map<string, number>()
  for (const item of items)
    if (item.kind === 'text')
      lengths.set(item.properties, (lengths.get(item.properties) ?? 0) + item.text.length)
  let [base, most] = ['', -1]
  for (const [properties, length] of lengths) if (length > most) [base, most] = [properties, length]
  return base
}

function toInlines(items: readonly Item[], base: string): Inline<InlineSource>[] {
  const inlines: Inline<InlineSource>[] = []
  let previous: string | undefined
  for (const item of items) {
    const last = inlines.at(-1)
    if (item.kind === 'wrapper') {
      const own = findBase(item.items)
      const source = { kind: 'wrapper' as const, open: item.open, close: item.close, base: own }
      inlines.push({ source, inner: toInlines(item.items, own) })
      previous = undefined
    } else if (item.kind === 'raw') {
      if (typeof last === 'object' && last.source.kind === 'raw')
        last.source.parts.push(...item.parts)
      else inlines.push({ source: { kind: 'raw', parts: [...item.parts] }, inner: undefined })
      previous = undefined
    } else if (item.text !== '') {
      const properties: string =
        previous !== undefined && isPlainSpace(item) ? previous : item.properties
      pushText(inlines, item.text, properties, base, properties === previous)
      previous = properties
    }
  }
  return inlines
}

/** Space takes the formatting before it, unless it is underlined, as blanks of forms are. */
const isPlainSpace = ({ text, properties }: TextItem) =>
  text.trim() === '' && !/<(?:\w+:)?u[\s/>]|\su="/.test(properties)

function pushText(
  inlines: Inline<InlineSource>[],
  text: string,
  properties: string,
  base: string,
  continues: boolean,
): void {
  const last = inlines.at(-1)
  if (!continues)
    inlines.push(
      properties === base ? text : { source: { kind: 'run', properties }, inner: [text] },
    )
  else if (typeof last === 'string') inlines[inlines.length - 1] = last + text
  else last!.inner = [`${last!.inner![0] as string}${text}`]
}
