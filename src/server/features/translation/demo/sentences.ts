/**
 * Taking a text apart into sentences, each with the mark that closes it and the space after, so
 * that nothing is lost between them.
 */

export type Piece = { sentence: string; mark: string; space: string }

/** What is neither a mark nor part of an emoji, and a full stop before a letter or a digit. */
const body = String.raw`(?:[^。！？!?\n.~～…\p{Extended_Pictographic}\u{200d}\u{fe0f}]|(?<=[\p{N}A-Za-z])\.(?=[\p{N}A-Za-z]))*`
const mark = String.raw`(?:[。！？!?~～…]|\p{Extended_Pictographic}|\u{200d}|\u{fe0f}|\.(?![\p{N}A-Za-z]))*`
const piece = new RegExp(`(${body})(${mark})(\\s*)`, 'gu')

/** Joined again the pieces are the text. A full stop inside a number or a name closes nothing. */
export function sentencesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    piece.lastIndex = at
    const [whole = '', sentence = '', mark = '', space = ''] = piece.exec(text) ?? []
    // A mark that fits nothing stands for itself.
    const taken = whole === '' ? text.slice(at, at + 1) : whole
    pieces.push(whole === '' ? { sentence: '', mark: taken, space: '' } : { sentence, mark, space })
    at += taken.length
  }
  return pieces
}
