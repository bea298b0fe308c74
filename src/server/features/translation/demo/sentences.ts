/** Splits a text losslessly into sentences, each with its closing mark and the following space. */

export type Piece = { sentence: string; mark: string; space: string }

/** Neither marks nor parts of an emoji; a full stop only between letters or digits. */
const body = String.raw`(?:[^。！？!?\n.~～…\p{Extended_Pictographic}\u{200d}\u{fe0f}]|(?<=[\p{N}A-Za-z])\.(?=[\p{N}A-Za-z]))*`
const mark = String.raw`(?:[。！？!?~～…]|\p{Extended_Pictographic}|\u{200d}|\u{fe0f}|\.(?![\p{N}A-Za-z]))*`
const piece = new RegExp(`(${body})(${mark})(\\s*)`, 'gu')

/** The pieces join to the original text. A full stop inside a number or name is no boundary. */
export function sentencesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    piece.lastIndex = at
    const [whole = '', sentence = '', mark = '', space = ''] = piece.exec(text) ?? []
    // Unmatched characters become a mark of their own.
    const taken = whole === '' ? text.slice(at, at + 1) : whole
    pieces.push(whole === '' ? { sentence: '', mark: taken, space: '' } : { sentence, mark, space })
    at += taken.length
  }
  return pieces
}
