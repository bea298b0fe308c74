/** Inserts `<wbr>` between Chinese words; `word-break: keep-all` forbids all other breaks. */
import { chineseWords } from '#locales/zh-lines.ts'

/** Not processed inside these elements: their text is short, or they allow no markup. */
const whole = new Set([
  'a',
  'button',
  'option',
  'label',
  'title',
  'svg',
  'script',
  'style',
  'textarea',
])
const run = /\p{Script=Han}{3,}/gu

/** `html` is React output: every tag is closed, and `>` only appears at the end of a tag. */
export function markWordBreaks(html: string): string {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  let inside = 0
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => {
      if (!piece.startsWith('<'))
        return inside > 0
          ? piece
          : piece.replace(run, (text) => chineseWords(text, segmenter).join('<wbr>'))
      const [, slash, name] = /^<(\/?)([\w-]+)/.exec(piece) ?? []
      if (name && whole.has(name) && !piece.endsWith('/>')) inside += slash ? -1 : 1
      return piece
    })
    .join('')
}
