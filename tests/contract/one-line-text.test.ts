/** Names and labels on one line: their stored form, and the characters that they refuse. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '#contract/field-constructors.ts'
import { validate } from '#contract/issues.ts'
import { tags } from '#contract/tags.ts'
import { Email, LoginName, Nickname, Search } from '#contract/vocabulary.ts'
import { listViews } from '#contract/saved-views.ts'

const line = text({ max: 10_000 })
const parse = (value: string) => validate(line, value)
const refusalOf = (value: string) => {
  const result = parse(value)
  return result.ok ? undefined : result.issues[0]
}

/** Any text, with more of the characters at issue than chance would bring. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u202e',
        '❤\ufe0f',
        '👩🏽',
        'می',
        'क्',
        '葛',
        '1',
        'a',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('a text that is allowed is stored in NFC, else unchanged, and stays so when stored again', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const result = parse(value)
      if (!result.ok) return
      expect(result.value).toBe(value.trim().normalize('NFC'))
      expect(parse(result.value)).toEqual(result)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['family', '👨\u200d👩\u200d👧\u200d👦'],
  ['couple of skin tones', '👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏾'],
  [
    'flags',
    '🇨🇳 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴\u200d☠\ufe0f 🏳\ufe0f\u200d🌈',
  ],
  ['keycaps', '1\ufe0f⃣ #\ufe0f⃣ *\ufe0f⃣'],
  ['text style', '☎\ufe0e ©\ufe0f'],
  ['Persian', 'می\u200cخواهم کتاب\u200cهای'],
  ['Hindi', 'क्\u200dष क्\u200cष श्री'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Malayalam', 'അവന്\u200d'],
  ['Mongolian', 'ᠬᠠᠨ\u180eᠠ ᠨ\u180b\u200dᠠ'],
  ['Thai', 'สวัส\u200bดี'],
  ['variant of an ideograph', '葛\u{e0100}城'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
  ['Chinese', '译桥（北京）科技\u3000有限公司'],
])('%s: %s passes', (_name, value) => {
  expect(parse(value)).toEqual({ ok: true, value: value.normalize('NFC') })
})

const allCharacters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
const having = (pattern: RegExp) => allCharacters.filter((character) => pattern.test(character))

test.each([
  ['direction', having(/\p{Bidi_Control}/u), 12],
  ['lineBreak', having(/[\p{Zl}\p{Zp}\n\v\f\r\u0085]/u), 7],
  ['control', having(/(?![\n\v\f\r\u0085])\p{Cc}/u), 60],
  ['invisible', having(/(?!\p{Bidi_Control})\p{Default_Ignorable_Code_Point}/u), 4_000],
] as const)('between letters, each character is refused as %s', (rule, characters, atLeast) => {
  expect(characters.length).toBeGreaterThanOrEqual(atLeast)
  for (const character of characters) {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    expect(refusalOf(`a${character}b`)).toEqual({ field: '', rule, character: `U+${code}` })
  }
})

test.each([
  ['joiner after a Latin letter', 'ad\u200dmin'],
  ['two non-joiners', 'می\u200c\u200cخواهم'],
  ['non-joiner at the end', 'می\u200c'],
  ['joiner after marks of a Latin letter', 'e̋\u200d̋'],
  ['variant of a Latin letter', 'a\ufe0fb'],
  ['variant of a digit', '1\ufe0f'],
  [
    'text hidden in a flag',
    '🏴\u{e0061}\u{e0064}\u{e006d}\u{e0069}\u{e006e}\u{e0069}\u{e0073}\u{e0074}\u{e0072}\u{e0061}\u{e0074}\u{e006f}\u{e0072}\u{e007f}',
  ],
  ['halves of a character around an emoji', '\ud83d❤\ude00'],
  ['nothing visible', '\u3164'],
])('%s is refused', (_name, value) => {
  expect(refusalOf(value)?.rule).toBe('invisible')
})

test('the rule holds for nicknames, login names, addresses, searches, tags and views alike', () => {
  const decomposed = 'Zoe\u0308'
  const view = { page: 'orders', name: decomposed, query: '' }
  for (const [schema, given, stored] of [
    [Nickname, decomposed, 'Zoë'],
    [LoginName, decomposed, 'Zoë'],
    [Search, decomposed, 'Zoë'],
    [Email, `${decomposed}@example.com`, 'Zoë@example.com'],
    [tags({ maxCount: 1, maxLength: 3 }), [decomposed], ['Zoë']],
    [listViews.create.input, view, { ...view, name: 'Zoë' }],
  ] as const)
    expect(validate(schema, given)).toEqual({ ok: true, value: stored })
  for (const schema of [Nickname, LoginName, Search])
    expect(validate(schema, 'ab\u202ec')).toMatchObject({ issues: [{ rule: 'direction' }] })
})
