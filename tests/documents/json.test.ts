/** JSON: values that are texts are translated; keys, codes, placeholders and layout stay. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { escapeText } from '#server/features/documents/formats/fragment.ts'
import { shout, textsOf, translate } from '#tests/documents/office-files.ts'

const messages = `{
\t"hello": "Hello {name}, you have %d new <b>mails</b>",
  "n": 1, "yes": true,   "none": null, "list": ["One", {"deep": "Two \\"q\\" \\ud83d\\ude00"}],
  "locale": "en_US", "url": "https://e.com/a", "date": "2026-01-01T00:00:00Z", "size": "12px",
  "icu": "{count, plural, one {# item} other {# items}}"
}
`

test('texts with their placeholders and tags', async () => {
  expect(await textsOf('json', Buffer.from(messages))).toEqual([
    'Hello <x id="1"/>, you have <x id="2"/> new <g id="3">mails</g>',
    'One',
    'Two "q" 😀',
  ])
  expect(Buffer.from(await translate('json', Buffer.from(messages), shout)).toString()).toBe(
    messages
      .replace(
        'Hello {name}, you have %d new <b>mails</b>',
        'HELLO {name}, YOU HAVE %d NEW <b>MAILS</b>',
      )
      .replace('"One"', '"ONE"')
      .replace('Two \\"q\\" \\ud83d\\ude00', 'TWO \\"Q\\" 😀'),
  )
})

test('any JSON with any translation is the same JSON with this text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string({ unit: 'grapheme' }), async (value, words) => {
      const file = Buffer.from(JSON.stringify({ value, text: 'Hello' }, undefined, 1))
      const translated = Buffer.from(await translate('json', file, () => escapeText(words)))
      const parsed = JSON.parse(translated.toString()) as { text: string; value: unknown }
      expect(parsed.text).toBe(words)
      const same = Buffer.from(await translate('json', file)).toString()
      expect(JSON.parse(same)).toEqual(JSON.parse(file.toString()))
    }),
  )
})

test.each([
  ['cut off', '{"a": "text"'],
  ['with a comment', '{"a": "text" /* no */}'],
  ['with a text after it', '{"a": "text"} x'],
  ['of lists in lists without end', '['.repeat(200_000)],
])('JSON %s is refused', async (_what, source) => {
  await expect(readDocument({ format: 'json', bytes: Buffer.from(source) })).rejects.toMatchObject({
    reason: 'documentDamaged',
  })
})
