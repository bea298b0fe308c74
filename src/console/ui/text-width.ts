/** Width of a line of text, measured before it is rendered. */

type Font = { readonly size: number; readonly weight?: 400 | 600 }

let context: OffscreenCanvasRenderingContext2D | null | undefined
let fontFamily: string | undefined
const measured = new Map<string, number>()

/** Width in CSS pixels in the font of the page; estimated where there is no canvas. */
export function textWidth(text: string, { size, weight = 400 }: Font): number {
  const key = `${weight} ${size} ${text}`
  const known = measured.get(key)
  if (known !== undefined) return known
  context ??=
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  fontFamily ??= getComputedStyle(document.body).fontFamily
  if (context) context.font = `${weight} ${size}px ${fontFamily}`
  const width = Math.ceil(context?.measureText(text).width ?? estimatedWidth(text, size))
  measured.set(key, width)
  return width
}

/** Chinese characters are as wide as high, others somewhat more than half of that. */
const estimatedWidth = (text: string, size: number): number =>
  Array.from(text).reduce((sum, character) => sum + size * (character > '\u2e7f' ? 1 : 0.6), 0)
