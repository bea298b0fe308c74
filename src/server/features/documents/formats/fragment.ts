/**
 * Fragments: texts as XML in which inline formatting is `<g id="1">…</g>` and what is no text, such
 * as a line break or a picture, `<x id="2"/>`. The ids count from 1 in each fragment.
 */

/** The text of a translated fragment without its tags. */
export const textOfFragment = (translated: string): string =>
  unescapeText(translated.replace(/<\/?[gx](?:\s[^<>]*)?>/g, ''))

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

export const unescapeText = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,4}));/g, (raw, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[name as string] ?? raw
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : raw
  })

/** Numbers, signs and space alone are not translated. */
export const isTranslatable = (text: string): boolean => /\p{L}/u.test(text)
