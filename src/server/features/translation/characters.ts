/** Counts characters as charged: Unicode code points. */

/** A lone surrogate counts as one. */
export function charactersOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const pair =
      (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (pair) {
      count -= 1
      at += 1
    }
  }
  return count
}
