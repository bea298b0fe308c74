/** Text whose Chinese lines end between words; text in another language stays as it is. */
import { Fragment } from 'react'
import { language } from '#client/i18n/language.ts'
import { chineseWords } from '#locales/zh-lines.ts'

const run = /(\p{Script=Han}{3,})/u
const style = { wordBreak: 'keep-all', overflowWrap: 'anywhere' } as const
let segmenter: Intl.Segmenter | undefined

export function Prose({ children }: { children: string }) {
  if (language() !== 'zh') return children
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const words = segmenter
  // Every second piece is a run of Chinese characters, since the pattern captures them.
  const pieces = children
    .split(run)
    .map((piece, at) => (at % 2 === 1 ? chineseWords(piece, words) : [piece]))
  return (
    <span style={style}>
      {pieces.flatMap((piece, at) =>
        piece.map((word, inside) => (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places.
          <Fragment key={`${at}-${inside}`}>
            {inside > 0 && <wbr />}
            {word}
          </Fragment>
        )),
      )}
    </span>
  )
}
