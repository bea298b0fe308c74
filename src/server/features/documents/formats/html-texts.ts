/** Finds the texts of HTML: those of its blocks, and of attributes that a person reads. */
import { parse, parseFragment, type DefaultTreeAdapterMap } from 'parse5'
import { escapeText, type Inline } from '#server/features/documents/formats/fragment.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import type { SourceText, SourceWriter } from '#server/features/documents/formats/text-format.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']
type Span = { start: number; end: number }
/** Positions of a pair of tags, or of what stays as it is. */
export type HtmlTag = { open: Span; close?: Span }

const ignored = new Set(
  'script style code pre kbd samp var template svg math iframe object canvas textarea noembed noframes plaintext xmp'.split(
    ' ',
  ),
)
const blocks = new Set(
  (
    'html head body title address article aside blockquote button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav noscript ol optgroup option p search section ' +
    'select summary table tbody td tfoot th thead tr ul video audio meta link base'
  ).split(' '),
)

/** `offset`: position of the fragment in the source of its texts. */
export function findHtmlTexts(html: string, offset = 0): SourceText<HtmlTag>[] {
  const options = { sourceCodeLocationInfo: true, scriptingEnabled: false }
  const isWhole = /<(?:!doctype|html|head|body)[\s>]/i.test(html)
  const root = isWhole ? parse(html, options) : parseFragment(html, options)
  const finder = new Finder(html, offset)
  finder.walk(root)
  return finder.found
}

/** Elements within each other. */
const maxDepth = 512

class Finder {
  readonly found: SourceText<HtmlTag>[] = []
  readonly #html: string
  readonly #offset: number
  #run: Node[] = []

  constructor(html: string, offset: number) {
    this.#html = html
    this.#offset = offset
  }

  walk(parent: Node, depth = 0): void {
    if (depth > maxDepth) throw new DocumentError('documentTooComplex')
    if (!('childNodes' in parent)) return
    for (const node of parent.childNodes) {
      if ('tagName' in node) this.#addAttributes(node)
      if (this.#isInline(node, depth)) this.#run.push(node)
      else {
        this.#flush()
        if ('tagName' in node && !isIgnored(node)) this.walk(node, depth + 1)
        this.#flush()
      }
    }
    if (depth === 0) this.#flush()
  }

  /** Whether the node is part of a line of text; adds the attributes inside. */
  #isInline(node: Node, depth: number): boolean {
    if (!('tagName' in node)) return node.nodeName === '#text' || node.nodeName === '#comment'
    if (node.tagName === 'pre' || blocks.has(node.tagName) || !isComplete(node)) return false
    if (isIgnored(node)) return true
    if (hasBlock(node, depth)) return false
    this.#addInnerAttributes(node)
    return true
  }

  #addInnerAttributes(parent: Element): void {
    for (const node of parent.childNodes)
      if ('tagName' in node && !isIgnored(node)) {
        this.#addAttributes(node)
        this.#addInnerAttributes(node)
      }
  }

  #flush(): void {
    const nodes = this.#run
    this.#run = []
    while (nodes.length > 0 && isSpace(nodes[0]!)) nodes.shift()
    while (nodes.length > 0 && isSpace(nodes.at(-1)!)) nodes.pop()
    if (nodes.length === 0) return
    const spans = nodes.map(spanOf)
    const isContiguous = spans.every(
      (span, at) => span && (at === 0 || span.start === spans[at - 1]!.end),
    )
    if (!isContiguous) {
      // Markup that the parser had to repair: texts one by one.
      for (const node of nodes) this.#addPlain(node)
      return
    }
    const content = this.#toInlines(nodes)
    const [first, last] = [content[0], content.at(-1)]
    const whole = { start: spans[0]!.start, end: spans.at(-1)!.end }
    const raw = this.#html.slice(whole.start, whole.end)
    const lead = typeof first === 'string' ? /^\s*/.exec(raw)![0].length : 0
    const tail = typeof last === 'string' ? raw.length - raw.trimEnd().length : 0
    if (typeof first === 'string') content[0] = first.trimStart()
    const end = content.at(-1)
    if (typeof end === 'string') content[content.length - 1] = end.trimEnd()
    this.#add({ start: whole.start + lead, end: whole.end - tail }, content, writeHtml)
  }

  #toInlines(nodes: readonly Node[]): Inline<HtmlTag>[] {
    return nodes.map((node) => {
      const span = this.#shift(spanOf(node)!)
      if (node.nodeName === '#text' && 'value' in node) {
        const { start, end } = spanOf(node)!
        // A text around tags that the parser ignored or moved.
        if (/<[A-Za-z/!?]/.test(this.#html.slice(start, end)))
          return { source: { open: span }, inner: undefined }
        return node.value.replace(/[ \t\r\n\f]+/g, ' ')
      }
      if (!('tagName' in node) || isIgnored(node) || node.childNodes.length === 0)
        return { source: { open: span }, inner: undefined }
      const { startTag, endTag } = node.sourceCodeLocation!
      return {
        source: {
          open: this.#shift({ start: startTag!.startOffset, end: startTag!.endOffset }),
          close: this.#shift({ start: endTag!.startOffset, end: endTag!.endOffset }),
        },
        inner: this.#toInlines(node.childNodes),
      }
    })
  }

  #addPlain(node: Node): void {
    const span = spanOf(node)
    if (node.nodeName !== '#text' || !('value' in node) || !span) {
      if ('tagName' in node && !isIgnored(node))
        for (const child of node.childNodes) this.#addPlain(child)
      return
    }
    if (/<[A-Za-z/!?]/.test(this.#html.slice(span.start, span.end))) return
    const [lead, tail] = [/^\s*/.exec(node.value)![0], /\s*$/.exec(node.value)![0]]
    const write = (content: readonly Inline<HtmlTag>[], source: SourceWriter) =>
      lead + writeHtml(content, source) + tail
    this.#add(span, [node.value.trim()], write)
  }

  #addAttributes(node: Element): void {
    const spans = node.sourceCodeLocation?.attrs
    if (!spans || isIgnored(node)) return
    for (const { name, value } of node.attrs) {
      const span = spans[name]
      if (!span || !isReadAttribute(node, name)) continue
      const written = this.#html.slice(span.startOffset, span.endOffset)
      const key = written.slice(0, written.indexOf('=') + 1)
      if (!key) continue
      this.#add({ start: span.startOffset, end: span.endOffset }, [value], (content) => {
        const text = content.filter((part) => typeof part === 'string').join('')
        return `${key}"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
      })
    }
  }

  #add(span: Span, content: readonly Inline<HtmlTag>[], write: SourceText<HtmlTag>['write']): void {
    this.found.push({ ...this.#shift(span), content, write })
  }

  #shift({ start, end }: Span): Span {
    return { start: start + this.#offset, end: end + this.#offset }
  }
}

function writeHtml(content: readonly Inline<HtmlTag>[], source: SourceWriter): string {
  return content
    .map((node) => {
      if (typeof node === 'string') return escapeText(node).replaceAll('\u00a0', '&nbsp;')
      const { open, close } = node.source
      const inner = writeHtml(node.inner ?? [], source)
      return source(open.start, open.end) + inner + (close ? source(close.start, close.end) : '')
    })
    .join('')
}

function spanOf(node: Node): Span | undefined {
  const location = node.sourceCodeLocation
  return location ? { start: location.startOffset, end: location.endOffset } : undefined
}

const isSpace = (node: Node) =>
  node.nodeName === '#comment' || ('value' in node && node.value.trim() === '')

const isIgnored = ({ tagName, attrs }: Element): boolean =>
  ignored.has(tagName) ||
  attrs.some(
    ({ name, value }) =>
      (name === 'translate' && /^no$/i.test(value)) ||
      (name === 'class' && /(?:^|\s)notranslate(?:\s|$)/.test(value)),
  )

/** Whether the element and those inside have their tags in the source, in this order. */
function isComplete(node: Element): boolean {
  const location = node.sourceCodeLocation
  if (!location?.startTag) return false
  if (node.childNodes.length === 0) return true
  if (!location.endTag) return false
  let at = location.startTag.endOffset
  for (const child of node.childNodes) {
    const span = spanOf(child)
    if (!span || span.start !== at || ('tagName' in child && !isComplete(child))) return false
    at = span.end
  }
  return at === location.endTag.startOffset
}

function hasBlock(parent: Element, depth: number): boolean {
  if (depth > maxDepth) throw new DocumentError('documentTooComplex')
  return parent.childNodes.some(
    (node) =>
      'tagName' in node &&
      !isIgnored(node) &&
      (blocks.has(node.tagName) || hasBlock(node, depth + 1)),
  )
}

const readAttributes = new Set(['title', 'alt', 'placeholder', 'aria-label', 'aria-description'])
const readMeta =
  /^(?:description|keywords|(?:og|twitter):(?:title|description|site_name|image:alt))$/i

function isReadAttribute({ tagName, attrs }: Element, name: string): boolean {
  const valueOf = (key: string) => attrs.find((attr) => attr.name === key)?.value ?? ''
  if (tagName === 'meta')
    return name === 'content' && readMeta.test(valueOf('name') || valueOf('property'))
  if (tagName === 'input' && name === 'value')
    return /^(?:submit|button|reset)$/i.test(valueOf('type'))
  if (name === 'label') return tagName === 'optgroup' || tagName === 'option' || tagName === 'track'
  return readAttributes.has(name)
}
