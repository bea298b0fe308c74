/** Placeholders for tags, in the notations that channels keep, and the tags put back. */
import { decodeEntities, encodeEntities } from '#server/features/translation/markup/entities.ts'

/** How placeholders are written in what a channel gets and answers. */
export type Notation = {
  writeText: (raw: string) => string
  /** Whether it is markup, in which all texts of a document are sent. */
  isMarkup: boolean
  open: (number: number) => string
  close: (number: number) => string
  single: (number: number) => string
  /** Finds placeholders: whether one closes, and its number, which end tags lack. */
  pattern: RegExp
  /** The inverse of `writeText`. */
  readText: (translated: string) => string
  /** Plain text of what is written in the marked-up text, and back. */
  toPlain: (raw: string) => string
  fromPlain: (plain: string) => string
}

const normaliseEntities = (text: string) => encodeEntities(decodeEntities(text))

/** For engines that know no markup. */
export const bracketNotation: Notation = {
  writeText: decodeEntities,
  isMarkup: false,
  open: (number) => `⟦${number}⟧`,
  close: (number) => `⟦/${number}⟧`,
  single: (number) => `⟦${number}⟧`,
  pattern: /⟦\s{0,3}(\/?)\s{0,3}(\d{1,5})\s{0,3}⟧/g,
  readText: encodeEntities,
  toPlain: decodeEntities,
  fromPlain: encodeEntities,
}
/** For engines that keep the tags of HTML. */
export const htmlNotation: Notation = {
  writeText: encodeEntities,
  isMarkup: true,
  open: (number) => `<b id="${number}">`,
  close: () => '</b>',
  single: (number) => `<img id="${number}">`,
  pattern: /<(\/?)(?:b|img)(?:\s{1,3}id\s{0,3}=\s{0,3}["']?(\d{1,5})["']?)?\s{0,3}\/?>/gi,
  readText: normaliseEntities,
  toPlain: decodeEntities,
  fromPlain: encodeEntities,
}
/** For engines that keep the tags of XML. */
export const xmlNotation: Notation = {
  writeText: encodeEntities,
  isMarkup: true,
  open: (number) => `<x id="${number}">`,
  close: () => '</x>',
  single: (number) => `<s id="${number}"/>`,
  pattern: /<(\/?)(?:x|s)(?:\s{1,3}id\s{0,3}=\s{0,3}["']?(\d{1,5})["']?)?\s{0,3}\/?>/g,
  readText: normaliseEntities,
  toPlain: decodeEntities,
  fromPlain: encodeEntities,
}

/** The same placeholders in a text without markup, in which `&` and `<` are characters. */
export function plainTextNotation(notation: Notation): Notation {
  const [toPlain, fromPlain] = [(text: string) => text, (text: string) => text]
  return notation.isMarkup
    ? { ...notation, writeText: escapeText, readText: unescapeText, toPlain, fromPlain }
    : { ...notation, writeText: toPlain, readText: fromPlain, toPlain, fromPlain }
}

const escapeText = (text: string) => encodeEntities(text.replaceAll('&', '&amp;'))
const unescapeText = (text: string) =>
  decodeEntities(text.replaceAll('&amp;', '&#38;')).replaceAll('&#38;', '&')

/** The tag of a placeholder; one with an end tag has `close`. */
export type PlacedTag = { open: string; close?: string }

/** Undefined unless the translation has each placeholder once, and properly nested. */
export function restoreTags(
  translated: string,
  tags: readonly PlacedTag[],
  { pattern, readText }: Notation,
): string | undefined {
  const open: number[] = []
  const seen = new Set<number>()
  let restored = ''
  let at = 0
  for (const found of translated.matchAll(pattern)) {
    restored += readText(translated.slice(at, found.index))
    at = found.index + found[0].length
    const isClosing = found[1] === '/'
    // End tags of HTML and XML have no number: they end what is open.
    const number = found[2] === undefined ? (isClosing ? open.at(-1) : undefined) : Number(found[2])
    const raw = number === undefined ? undefined : tags[number - 1]
    if (number === undefined || !raw) return undefined
    if (isClosing) {
      if (open.pop() !== number) return undefined
      restored += raw.close!
    } else {
      if (seen.has(number)) return undefined
      seen.add(number)
      if (raw.close !== undefined) open.push(number)
      restored += raw.open
    }
  }
  if (open.length > 0 || seen.size !== tags.length) return undefined
  return restored + readText(translated.slice(at))
}
