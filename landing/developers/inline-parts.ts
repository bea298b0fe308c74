/** Splits a text with `code` and [links](path) into its parts. */

export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

const marks = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g

export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let end = 0
  for (const { 0: whole, 1: code, 2: label, 3: href, index } of text.matchAll(marks)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    parts.push(
      code === undefined
        ? { kind: 'link', text: label!, href: href! }
        : { kind: 'code', text: code },
    )
    end = index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
