/** Splits the texts of a call into batches without the white space around each text. */
import type { TranslationResult } from '#server/features/translation/translator.ts'

/**
 * Batches of at most so many texts and UTF-16 units (a longer text is a batch of its own); of one
 * text without limits. Blank texts are in none. `join`: from the results of the batches, one per
 * text, with its white space.
 */
export function splitBatches(
  texts: readonly string[],
  { texts: maxTexts, characters }: { texts: number; characters: number } = {
    texts: 1,
    characters: Infinity,
  },
): {
  batches: string[][]
  join: (results: readonly TranslationResult[][]) => TranslationResult[]
} {
  const batches: string[][] = []
  let length = 0
  for (const text of texts) {
    const content = text.trim()
    if (content === '') continue
    const last = batches.at(-1)
    if (last && last.length < maxTexts && length + content.length <= characters) {
      last.push(content)
      length += content.length
    } else {
      batches.push([content])
      length = content.length
    }
  }
  return {
    batches,
    join(results) {
      const remaining = results.flat()
      return texts.map((text) => {
        if (text.trim() === '') return { translated: text }
        const { translated, ...rest } = remaining.shift()!
        const start = text.slice(0, text.length - text.trimStart().length)
        return {
          ...rest,
          translated: start + translated.trim() + text.slice(text.trimEnd().length),
        }
      })
    },
  }
}
