/** Markdown: paragraphs, headings and cells of tables; code, addresses and front matter stay. */
import type { Nodes, Paragraph, Parents, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import type { Inline } from '#server/features/documents/formats/fragment.ts'
import { findHtmlTexts, type HtmlTag } from '#server/features/documents/formats/html-texts.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'
import {
  parseTexts,
  type SourceText,
  type SourceWriter,
} from '#server/features/documents/formats/text-format.ts'

/** `element`: HTML for formatting whose marks don't work where a translation has them. */
type MarkdownTag = HtmlTag & { reference?: string; element?: string | undefined }

export async function parseMarkdown(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text: source, encode } = decodeText(bytes)
  refuseManyMarks(source)
  const tree = fromMarkdown(source, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  })
  const found: SourceText<MarkdownTag>[] = []
  findTexts(tree, source, found)
  const { texts, write } = parseTexts(source, found)
  return { texts, write: async (translations) => encode(write(translations)) }
}

/** Of one paragraph: marks that may begin a link, an emphasis or a cell, and line ends. */
const maxMarks = 20_000

/**
 * The parser takes time by the square of the marks of a paragraph. Throws DocumentError
 * `documentTooComplex`.
 */
function refuseManyMarks(source: string): void {
  let marks = 0
  let fence: string | undefined
  for (const line of source.split('\n')) {
    const opened = /^[\s>]*(```|~~~)/.exec(line)?.[1]
    if (opened !== undefined && (fence ?? opened) === opened) fence = fence ? undefined : opened
    if (fence !== undefined) continue
    if (blockStart.test(line)) marks = 0
    marks += 1 + (line.match(/[[\](){}<>*_~`|!&\\]/g)?.length ?? 0)
    if (marks > maxMarks) throw new DocumentError('documentTooComplex')
  }
}

/** A blank line, or the first of an item, a row, a heading, a definition or HTML. */
const blockStart = /^[\s>]*(?:$|[-*+|#<]|\d+[.)]\s|\[[^\]]*\]:)/

function findTexts(node: Nodes, source: string, found: SourceText<MarkdownTag>[]): void {
  if (node.type === 'html') {
    const { start, end } = spanOf(node)
    const html = source.slice(start, end)
    for (const text of findHtmlTexts(html, start))
      found.push(text.start === start && lonelyTag.test(html) ? keepLineEnd(text) : text)
  } else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const [first, last] = [node.children[0], node.children.at(-1)]
    if (!first || !last) return
    findAlternatives(node, source, found)
    const isCell = node.type === 'tableCell'
    found.push({
      start: spanOf(first).start,
      end: spanOf(last).end,
      content: toInlines(node.children, source),
      write: (content, writer) => writeParagraph(content, writer, isCell),
    })
  } else if ('children' in node) for (const child of node.children) findTexts(child, source, found)
}

/** A tag alone on the first line, which begins a block of HTML (CommonMark, “HTML blocks”, 7). */
const lonelyTag = /^<[^>\n]*>[ \t]*\r?\n/

/** Without the line end after its tag, the block would become a paragraph. */
const keepLineEnd = (text: SourceText<MarkdownTag>): SourceText<MarkdownTag> => ({
  ...text,
  write: (content, writer) => text.write(content, writer).replace(/^(<[^>\n]*>) /, '$1\n'),
})

/** Descriptions of pictures, and titles in tags of HTML. */
function findAlternatives(parent: Parents, source: string, found: SourceText<MarkdownTag>[]): void {
  for (const node of parent.children) {
    if (node.type === 'image' && node.alt) {
      const { start } = spanOf(node)
      // One with escaped marks stays as it is.
      const isPlain = writeParagraph([node.alt], () => '', false) === node.alt
      if (isPlain && source.startsWith(`![${node.alt}]`, start))
        found.push({
          start: start + 2,
          end: start + 2 + node.alt.length,
          content: [node.alt],
          write: (content, writer) => writeParagraph(content, writer, false),
        })
    }
    if (node.type === 'html') findTexts(node, source, found)
    if ('children' in node) findAlternatives(node, source, found)
  }
}

const elements: Readonly<Record<string, string>> = {
  strong: 'strong',
  emphasis: 'em',
  delete: 'del',
}

function toInlines(nodes: readonly PhrasingContent[], source: string): Inline<MarkdownTag>[] {
  return nodes.map((node, index) => {
    const { start, end } = spanOf(node)
    if (node.type === 'text') return node.value.replace(/\s*\n\s*/g, ' ')
    const next = nodes[index + 1]
    // Marks of a quotation stand between a break and the next line.
    if (node.type === 'break')
      return { source: { open: { start, end: next ? spanOf(next).start : end } }, inner: undefined }
    const children = 'children' in node ? node.children : []
    const isAddress = node.type === 'link' && !source.startsWith('[', start)
    if (children.length === 0 || isAddress)
      return { source: { open: { start, end } }, inner: undefined }
    const open = { start, end: spanOf(children[0]!).start }
    const close = { start: spanOf(children.at(-1)!).end, end }
    return {
      source: {
        open,
        close,
        element: elements[node.type],
        // The text of such a link is its label too.
        ...(node.type === 'linkReference' &&
          node.referenceType !== 'full' && { reference: source.slice(open.end, close.start) }),
      },
      inner: toInlines(children, source),
    }
  })
}

function writeParagraph(
  content: readonly Inline<MarkdownTag>[],
  writer: SourceWriter,
  isCell: boolean,
): string {
  const paragraph: Paragraph = { type: 'paragraph', children: toNodes(content, writer) }
  const written = toMarkdown(paragraph, { extensions: [gfmToMarkdown()] }).replace(/\n$/, '')
  return isCell ? written.replace(/(?<!\\)\|/g, '\\|') : written
}

function toNodes(content: readonly Inline<MarkdownTag>[], writer: SourceWriter): PhrasingContent[] {
  return content.flatMap((node, index): PhrasingContent[] => {
    if (typeof node === 'string') {
      const value = node.replace(/\s*[\r\n]+\s*/g, ' ')
      return value === '' ? [] : [{ type: 'text', value }]
    }
    const { open, close, reference, element } = node.source
    if (!close) return [raw(writer(open.start, open.end))]
    const inner = toNodes(node.inner ?? [], writer)
    const isBroken =
      element !== undefined &&
      !canHoldMarks(node.inner ?? [], content[index - 1], content[index + 1])
    const end = reference === undefined ? writer(close.start, close.end) : `][${reference}]`
    return isBroken
      ? [raw(`<${element}>`), ...inner, raw(`</${element}>`)]
      : [raw(writer(open.start, open.end)), ...inner, raw(end)]
  })
}

const raw = (value: string): PhrasingContent => ({ type: 'html', value })

/**
 * Whether marks such as `**` work here: not beside space inside of them, nor between punctuation
 * inside and a letter outside, as in `**重要：**请` (CommonMark, “delimiter run”).
 */
function canHoldMarks(
  inner: readonly Inline<MarkdownTag>[],
  before: Inline<MarkdownTag> | undefined,
  after: Inline<MarkdownTag> | undefined,
): boolean {
  const [first, last] = [inner[0], inner.at(-1)]
  const head = typeof first === 'string' ? first : 'a'
  const tail = typeof last === 'string' ? last : 'a'
  const isOpened = !/^(?:\s|$)/.test(head) && (!/^[\p{P}\p{S}]/u.test(head) || endsWord(before))
  const isClosed = !/(?:\s|^)$/.test(tail) && (!/[\p{P}\p{S}]$/u.test(tail) || startsWord(after))
  return isOpened && isClosed
}

const endsWord = (before: Inline<MarkdownTag> | undefined) =>
  before === undefined || (typeof before === 'string' && /(?:[\s\p{P}\p{S}]|^)$/u.test(before))
const startsWord = (after: Inline<MarkdownTag> | undefined) =>
  after === undefined || (typeof after === 'string' && /^(?:[\s\p{P}\p{S}]|$)/u.test(after))

const spanOf = (node: Nodes) => ({
  start: node.position!.start.offset!,
  end: node.position!.end.offset!,
})
