/** Text with line breaks between Chinese words and no breaks inside dates. */
import { Fragment } from 'react'
import { language } from '#client/i18n/language.ts'
import { chineseWords } from '#locales/word-breaks.ts'

/** A run of Chinese characters, or a date with its time. */
const piecePattern = /(\p{Script=Han}{3,}|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?)/u
const keepAll = { wordBreak: 'keep-all', overflowWrap: 'anywhere' } as const
const oneLine = { whiteSpace: 'nowrap' } as const
/** Created once: construction is slow. */
let segmenter: Intl.Segmenter | undefined

export function Prose({ children }: { children: string }) {
  // The capturing group puts the matches at the odd indexes.
  const pieces = children.split(piecePattern)
  if (pieces.length === 1) return children
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const words = segmenter
  return (
    <span style={language() === 'zh' ? keepAll : undefined}>
      {pieces.map((piece, pieceIndex) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order is static.
        <Fragment key={pieceIndex}>
          {pieceIndex % 2 === 0 ? (
            piece
          ) : /^\d/.test(piece) ? (
            <span style={oneLine}>{piece}</span>
          ) : (
            chineseWords(piece, words).map((word, wordIndex) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above.
              <Fragment key={wordIndex}>
                {wordIndex > 0 && <wbr />}
                {word}
              </Fragment>
            ))
          )}
        </Fragment>
      ))}
    </span>
  )
}
