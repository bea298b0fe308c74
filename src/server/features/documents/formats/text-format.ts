/** Formats that are text: parts of the source become fragments, and all else stays. */
import {
  fromFragment,
  isTranslatable,
  textOfFragment,
  toFragment,
  type Inline,
  type InlineElement,
} from '#server/features/documents/formats/fragment.ts'
import { spliceText, type Splice } from '#server/features/documents/formats/splice.ts'

/** `write`: the source of the translated content. `S`: what tags stand for in this format. */
export type SourceText<S> = {
  start: number
  end: number
  content: readonly Inline<S>[]
  write: (content: readonly Inline<S>[], source: SourceWriter) => string
}

/** The source from `start` to `end` with the translations inside. */
export type SourceWriter = (start: number, end: number) => string

type Segment<S> = SourceText<S> & { index: number; elements: readonly InlineElement<S>[] }

/**
 * `texts`: fragments in the order of the source. `write`: the whole source with their translations.
 * A text within another one, such as a title in a link, is written by it.
 */
export function parseTexts<S>(
  source: string,
  found: readonly SourceText<S>[],
): { texts: string[]; write: (translations: readonly string[]) => string } {
  const texts: string[] = []
  const segments: Segment<S>[] = []
  for (const text of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const { text: fragment, elements } = toFragment(text.content)
    if (isTranslatable(textOfFragment(fragment)))
      segments.push({ ...text, elements, index: texts.push(fragment) - 1 })
  }
  return {
    texts,
    write(translations) {
      const writeRange = (start: number, end: number, isWhole: boolean): string => {
        const splices: Splice[] = []
        for (let at = findFirst(segments, start); at < segments.length; at++) {
          const segment = segments[at]!
          if (segment.start >= end) break
          const isInside =
            segment.end <= end && (isWhole || segment.end - segment.start < end - start)
          if (!isInside || segment.start < (splices.at(-1)?.end ?? start)) continue
          const content = fromFragment(translations[segment.index]!, segment.elements)
          const text = segment.write(content, (from, to) => writeRange(from, to, false))
          splices.push({ start: segment.start, end: segment.end, text })
        }
        return spliceText(source, splices, { start, end })
      }
      return writeRange(0, source.length, true)
    },
  }
}

/** Index of the first segment that begins at or after a position. */
function findFirst(segments: readonly { start: number }[], start: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.start < start) low = middle + 1
    else high = middle
  }
  return low
}
