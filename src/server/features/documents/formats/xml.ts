/** XML as elements with positions in the source, so that all else stays byte for byte. */
import { SaxesParser } from 'saxes'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'

/**
 * `name`: local name after the usual prefix of its namespace, such as `w:p`. `tag`: as written.
 * `start`, `end`: the element with its tags; `innerStart`, `innerEnd`: its content.
 */
export type XmlElement = {
  name: string
  tag: string
  start: number
  innerStart: number
  innerEnd: number
  end: number
  children: XmlNode[]
}
export type XmlNode = XmlElement | string

/** Usual prefixes by namespace, of the transitional and the strict form of Office Open XML. */
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 'x',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 'x',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'ct',
}

/** Elements within each other. */
const maxDepth = 256

/**
 * Elements of the root that are wanted are passed to `onElement` when they end, and are not kept: a
 * tree of a large document is some twenty times its size. Those within another one are its content.
 * Throws DocumentError for a document type definition, and an error of the parser for bad XML.
 */
export function parseXml(
  source: string,
  isWanted: (name: string) => boolean = () => false,
  onElement: (element: XmlElement) => void = () => {},
): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const root: XmlElement = {
    name: '',
    tag: '',
    start: 0,
    innerStart: 0,
    innerEnd: source.length,
    end: source.length,
    children: [],
  }
  const open = [root]
  let wanted: XmlElement | undefined
  const tagStart = () => source.lastIndexOf('<', parser.position - 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new DocumentError('documentHasDoctype')
  })
  parser.on('opentag', ({ uri, local, name }) => {
    const element: XmlElement = {
      name: `${prefixes[uri] ?? '?'}:${local}`,
      tag: name,
      start: tagStart(),
      innerStart: parser.position,
      innerEnd: parser.position,
      end: parser.position,
      children: [],
    }
    if (!wanted && isWanted(element.name)) wanted = element
    else open.at(-1)!.children.push(element)
    open.push(element)
    if (open.length > maxDepth) throw new DocumentError('documentTooComplex')
  })
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop()!
    if (!isSelfClosing) {
      element.innerEnd = tagStart()
      element.end = parser.position
    }
    if (element !== wanted) return
    wanted = undefined
    onElement(element)
  })
  const addText = (text: string) => void open.at(-1)!.children.push(text)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(source).close()
  return root
}

/** All elements inside, in the order of the source. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    yield child
    yield* descendantsOf(child)
  }
}

export const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** Value of an attribute by its local name, as written. */
export function attributeOf(source: string, element: XmlElement, name: string): string | undefined {
  const span = attributeSpan(source, element, name)
  return span && source.slice(span.start, span.end)
}

/** Position of the value of an attribute. */
export function attributeSpan(
  source: string,
  element: XmlElement,
  name: string,
): { start: number; end: number } | undefined {
  const tag = source.slice(element.start, element.innerStart)
  const found = new RegExp(`(\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(["']))(.*?)\\2`, 's').exec(tag)
  if (!found) return undefined
  const start = element.start + found.index + found[1]!.length
  return { start, end: start + found[3]!.length }
}

/** Without the signs that XML does not allow. */
export const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '')

/** Text as content of an element. */
export const toXmlText = (text: string): string =>
  withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
