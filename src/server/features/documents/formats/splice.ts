/** Replaces parts of a text by their positions; all else stays byte for byte. */

export type Span = { start: number; end: number }
export type Splice = Span & { text: string }

/** The source within `range`, in which all parts lie. They may come in any order, and must not overlap. */
export function spliceText(
  source: string,
  splices: readonly Splice[],
  range: Span = { start: 0, end: source.length },
): string {
  const written: string[] = []
  let at = range.start
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start)) {
    written.push(source.slice(at, start), text)
    at = end
  }
  return [...written, source.slice(at, range.end)].join('')
}
