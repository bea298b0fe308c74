/** Paragraphs of Office files: runs of text become fragments, and translations runs again. */
import {
  fromFragment,
  isTranslatable,
  textOfFragment,
  toFragment,
  type Inline,
  type InlineElement,
} from '#server/features/documents/formats/fragment.ts'
import {
  readParagraph,
  type InlineSource,
  type TextDialect,
} from '#server/features/documents/formats/office-runs.ts'
import { spliceText } from '#server/features/documents/formats/splice.ts'
import { parseXml, toXmlText, type XmlElement } from '#server/features/documents/formats/xml.ts'

/** `index`: of the text. `nested`: paragraphs inside, as in text boxes. */
type Segment = {
  start: number
  end: number
  index: number
  prefix: string
  base: string
  /** Whether its text stands without a run. */
  isBare: boolean
  elements: readonly InlineElement<InlineSource>[]
  nested: Segment[]
}

/** `repeats`: whether it shows texts again, of other parts or of its own. `isKept`: which texts stay as they are. */
export type PartOptions = {
  dialect: TextDialect
  repeats?: boolean
  isKept?: (text: string) => boolean
}

/** A part with texts, which writes itself with the translations of the whole package. */
export type TextPart = {
  isChanged: boolean
  write: (translations: readonly string[], language: string) => string
}

/** Adds the texts of the part to those of the package. */
export function parseTextPart(source: string, options: PartOptions, texts: string[]): TextPart {
  const segments: Segment[] = []
  const collector = new Collector(source, options, texts)
  parseXml(
    source,
    (name) => name === alternatives || options.dialect.paragraphs.has(name),
    (element) => segments.push(...collector.collect(element)),
  )
  return {
    isChanged: segments.length > 0,
    write: (translations, language) =>
      new PartWriter(source, options.dialect, translations, language).write(
        0,
        source.length,
        segments,
      ),
  }
}

/** Holds the same content in several forms. */
const alternatives = 'mc:AlternateContent'

class Collector {
  readonly #source: string
  readonly #options: PartOptions
  readonly #texts: string[]
  readonly #indexes = new Map<string, number>()

  constructor(source: string, options: PartOptions, texts: string[]) {
    this.#source = source
    this.#options = options
    this.#texts = texts
    if (options.repeats) for (const [index, text] of texts.entries()) this.#indexes.set(text, index)
  }

  /** `known`: segments of the same content in another form, whose texts are not read again. */
  collect(element: XmlElement, known?: Segment[]): Segment[] {
    if (element.name === alternatives) return this.#collectAlternatives(element)
    if (this.#options.dialect.paragraphs.has(element.name))
      return this.#collectParagraph(element, known)
    return this.#collectChildren(element, known)
  }

  #collectChildren({ children }: XmlElement, known: Segment[] | undefined): Segment[] {
    return children.flatMap((child) =>
      typeof child === 'string' ? [] : this.collect(child, known),
    )
  }

  #collectAlternatives(element: XmlElement): Segment[] {
    const found: Segment[] = []
    for (const child of element.children)
      if (typeof child !== 'string')
        found.push(...this.collect(child, child.name === 'mc:Fallback' ? [...found] : undefined))
    return found
  }

  #collectParagraph(element: XmlElement, known: Segment[] | undefined): Segment[] {
    const paragraph = readParagraph(this.#source, element, this.#options.dialect)
    const { text, elements } = toFragment(paragraph.content)
    const isRead = isTranslatable(textOfFragment(text)) && !this.#options.isKept?.(text)
    const index = isRead ? this.#indexOf(text, known) : -1
    const nested = this.#collectChildren(element, known)
    if (!isRead) return nested
    const { start, end, base } = paragraph
    const prefix = element.tag.slice(0, element.tag.indexOf(':') + 1)
    const { bareText } = this.#options.dialect
    const isBare =
      base === '' &&
      element.children.some((child) => typeof child !== 'string' && child.name === bareText)
    return [{ start, end, index, prefix, base, isBare, elements, nested }]
  }

  #indexOf(text: string, known: Segment[] | undefined): number {
    const same = known?.findIndex(({ index }) => this.#texts[index] === text) ?? -1
    if (same >= 0) return known!.splice(same, 1)[0]!.index
    const read = this.#indexes.get(text) ?? this.#texts.push(text) - 1
    if (this.#options.repeats) this.#indexes.set(text, read)
    return read
  }
}

class PartWriter {
  readonly #source: string
  readonly #dialect: TextDialect
  readonly #translations: readonly string[]
  readonly #language: string

  constructor(
    source: string,
    dialect: TextDialect,
    translations: readonly string[],
    language: string,
  ) {
    this.#source = source
    this.#dialect = dialect
    this.#translations = translations
    this.#language = language
  }

  /** The source from `start` to `end` with the translations of these segments. */
  write(start: number, end: number, segments: readonly Segment[]): string {
    return spliceText(
      this.#source,
      segments
        .filter((segment) => segment.start >= start && segment.end <= end)
        .map((segment) => ({ ...segment, text: this.#writeSegment(segment) })),
      { start, end },
    )
  }

  #writeSegment(segment: Segment): string {
    const content = fromFragment(this.#translations[segment.index]!, segment.elements)
    const { bareText } = this.#dialect
    if (
      segment.isBare &&
      bareText !== undefined &&
      content.every((part) => typeof part === 'string')
    )
      return this.#writeText(content.join(''), segment, bareText)
    return this.#writeInline(content, segment.base, segment)
  }

  #writeInline(content: readonly Inline<InlineSource>[], base: string, segment: Segment): string {
    return content
      .map((node) => {
        if (typeof node === 'string') return this.#writeRun(node, base, segment)
        const { source, inner = [] } = node
        if (source.kind === 'run') return this.#writeInline(inner, source.properties, segment)
        if (source.kind === 'wrapper') {
          const written = this.#writeInline(inner, source.base, segment)
          return `${source.open}${written}${source.close}`
        }
        return source.parts
          .map(
            (part) => part.before + this.write(part.start, part.end, segment.nested) + part.after,
          )
          .join('')
      })
      .join('')
  }

  #writeRun(text: string, properties: string, segment: Segment): string {
    const { run, writeProperties } = this.#dialect
    const { prefix } = segment
    const head = writeProperties(properties, prefix, this.#language)
    const written = this.#writeText(text, segment, this.#dialect.text)
    return `<${prefix}${run}>${head}${written}</${prefix}${run}>`
  }

  /** `element`: its name with the usual prefix. */
  #writeText(text: string, { prefix }: Segment, element: string): string {
    const { keepsLines, preservesSpace } = this.#dialect
    const written = toXmlText(keepsLines ? text : text.replace(/\s*[\r\n]+\s*/g, ' '))
    const space = preservesSpace ? '' : ' xml:space="preserve"'
    const tag = `${prefix}${element.slice(element.indexOf(':') + 1)}`
    return `<${tag}${space}>${written}</${tag}>`
  }
}
