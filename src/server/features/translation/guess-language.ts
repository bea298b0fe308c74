/** Guesses a language by its letters, where no channel reports it. */

/**
 * Latin letters occur in texts of every language, so the most frequent of the other scripts
 * decides. Japanese contains Han characters as well.
 */
const scripts: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
]

/** The product's code; English for Latin letters. */
export function guessLanguage(text: string): string {
  const counts = new Map(scripts.map(([code, script]) => [code, text.match(script)?.length ?? 0]))
  if (counts.get('ja')! > 0) counts.set('zh', 0)
  const [code, max] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))
  return max > 0 ? code : 'en'
}
