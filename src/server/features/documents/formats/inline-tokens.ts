/** Texts in which tags and placeholders are written inline: `<b>Hi</b> {name}`. */
import type { Inline, InlineElement } from '#server/features/documents/formats/fragment.ts'

/** `open`, `close`: as written; a placeholder has no `close`. */
export type InlineToken = { open: string; close?: string }

/** Tags of HTML, and placeholders of the usual libraries. */
export const placeholders =
  /<\/?[A-Za-z][^<>]*>|\{\{[^{}]*\}\}|\$\{[^{}]*\}|#\{[^{}]*\}|%\{[^{}]*\}|\{[^{}]*\}|\$t\([^()]*\)|%\([\w.]+\)[a-zA-Z]|%(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?(?:hh|ll|[hlLqjzt])?[sdiufFeEgGxXoc@]/g

/** `pattern`: global. Tags that are closed become pairs; all else that matches stands alone. */
export function toInlineTokens(text: string, pattern: RegExp): Inline<InlineToken>[] {
  const root: Inline<InlineToken>[] = []
  const open: {
    name: string
    element: InlineElement<InlineToken>
    parent: Inline<InlineToken>[]
  }[] = []
  let current = root
  let at = 0
  for (const { 0: raw, index } of text.matchAll(pattern)) {
    if (index > at) current.push(text.slice(at, index))
    at = index + raw.length
    const name = /^<\/?([A-Za-z][\w:-]*)/.exec(raw)?.[1]?.toLowerCase()
    const opened = raw.startsWith('</')
      ? open.findLastIndex((candidate) => candidate.name === name)
      : -1
    if (opened >= 0) {
      const { element, parent } = open[opened]!
      // What was opened inside and not closed stands alone.
      for (const inner of open.splice(opened).slice(1).toReversed()) unwrap(inner)
      element.source.close = raw
      current = parent
      continue
    }
    const element: InlineElement<InlineToken> = { source: { open: raw }, inner: undefined }
    current.push(element)
    if (name === undefined || raw.startsWith('</') || raw.endsWith('/>')) continue
    element.inner = []
    open.push({ name, element, parent: current })
    current = element.inner
  }
  if (at < text.length) current.push(text.slice(at))
  for (const inner of open.toReversed()) unwrap(inner)
  return root
}

function unwrap({
  element,
  parent,
}: {
  element: InlineElement<InlineToken>
  parent: Inline<InlineToken>[]
}): void {
  parent.splice(parent.indexOf(element) + 1, 0, ...element.inner!)
  element.inner = undefined
}

export const fromInlineTokens = (content: readonly Inline<InlineToken>[]): string =>
  content
    .map((node) =>
      typeof node === 'string'
        ? node
        : `${node.source.open}${fromInlineTokens(node.inner ?? [])}${node.source.close ?? ''}`,
    )
    .join('')
