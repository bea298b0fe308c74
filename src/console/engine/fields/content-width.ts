/** Widths of the contents of columns, by the texts that they usually have. */
import type { ContentWidth } from '#console/engine/page-model.ts'
import { textWidth } from '#console/ui/text-width.ts'

/** Font size of the cells of a table in CSS pixels (rows.css). */
const cellTextSize = 13
/** Horizontal padding of a tag in CSS pixels (base.css). */
export const tagPadding = 16

/** Width in which the longest of the texts is never cut; `beside` is that of what stands beside. */
export function wholeTexts(texts: readonly string[], beside = 0): ContentWidth {
  const width = cellTextWidth(texts) + beside
  return { usual: width, least: width }
}

/** Width of the longest of the texts. */
export const cellTextWidth = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, { size: cellTextSize })))
