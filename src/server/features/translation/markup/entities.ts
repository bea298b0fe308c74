/** Character references of XML and HTML. */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  euro: '€',
  times: '×',
}

/** Unknown references stay, and so does an escaped `&` before what looks like one. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(?!amp;#?\w+;)(\w{2,8}));/g,
        (whole: string, decimal?: string, hex?: string, name?: string) =>
          name === undefined
            ? (fromCodePoint(decimal === undefined ? parseInt(hex!, 16) : Number(decimal)) ?? whole)
            : Object.hasOwn(named, name)
              ? named[name]!
              : whole,
      )
    : text

/** Undefined for numbers that are no character of XML. */
function fromCodePoint(code: number): string | undefined {
  const isCharacter =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** Leaves references as they are. */
export const encodeEntities = (text: string): string =>
  text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
