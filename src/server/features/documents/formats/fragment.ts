/**
 * Fragments: texts as XML in which inline formatting is `<g id="1">…</g>` and what is no text, such
 * as a line break or a picture, `<x id="2"/>`. The ids count from 1 in each fragment.
 */

/** `inner`: content of formatting; undefined for what is no text. `source`: what it stands for. */
export type Inline<S> = string | InlineElement<S>
export type InlineElement<S> = { source: S; inner: Inline<S>[] | undefined }

/** `elements`: what the ids stand for. */
export type Fragment<S> = { text: string; elements: readonly InlineElement<S>[] }

export function toFragment<S>(content: readonly Inline<S>[]): Fragment<S> {
  const elements: InlineElement<S>[] = []
  const write = (nodes: readonly Inline<S>[]): string =>
    nodes
      .map((node) => {
        if (typeof node === 'string') return escapeText(node)
        const id = elements.push(node)
        return node.inner ? `<g id="${id}">${write(node.inner)}</g>` : `<x id="${id}"/>`
      })
      .join('')
  return { text: write(content), elements }
}

/**
 * The content of a translated fragment. Tags with unknown ids are left out, with their content kept;
 * an unclosed tag ends with the fragment; what is no text and missing follows at the end.
 */
export function fromFragment<S>(
  translated: string,
  elements: readonly InlineElement<S>[],
): Inline<S>[] {
  const root: Inline<S>[] = []
  const missing = new Set(elements.filter(({ inner }) => !inner))
  const open: (Inline<S>[] | undefined)[] = []
  const current = () => open.findLast((inner) => inner !== undefined) ?? root
  let start = 0
  const pushText = (end: number) => {
    if (end > start) current().push(unescapeText(translated.slice(start, end)))
  }
  for (const tag of translated.matchAll(/<(\/?)[gx](?:\s+id="(\d+)")?\s*(\/?)>/g)) {
    pushText(tag.index)
    start = tag.index + tag[0].length
    if (tag[1]) {
      open.pop()
      continue
    }
    const element = elements[Number(tag[2]) - 1]
    const inner = element?.inner && !tag[3] ? [] : undefined
    if (element) current().push({ source: element.source, inner })
    if (element) missing.delete(element)
    if (!tag[3]) open.push(inner)
  }
  pushText(translated.length)
  return [...root, ...missing]
}

/** The text of a translated fragment without its tags. */
export const textOfFragment = (translated: string): string =>
  unescapeText(translated.replace(/<\/?[gx](?:\s[^<>]*)?>/g, ''))

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

export const unescapeText = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,4}));/g, (raw, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[name as string] ?? raw
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code & ~0x7ff) !== 0xd800
      ? String.fromCodePoint(code)
      : raw
  })

/** Numbers, signs and space are not translated, nor is an address alone. */
export const isTranslatable = (text: string): boolean =>
  /\p{L}/u.test(text) && !addressAlone.test(text)

const addressAlone =
  /^\s*(?:(?:https?|ftp):\/\/\S+|mailto:\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.-]+)\s*$/i
