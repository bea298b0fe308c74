/** Taking a text apart into sentences, each with the mark that closes it and the space after, so that nothing is lost between them. */

export type Piece = { sentence: string; mark: string; space: string }

const piece =
  /([^。！？!?\n.~～…\p{Extended_Pictographic}]+(?:\.(?=\w)[^。！？!?\n.~～…\p{Extended_Pictographic}]*)*|)((?:[。！？!?~～…\p{Extended_Pictographic}\u200d\ufe0f]|\.(?!\w))*)(\s*)/gu

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
