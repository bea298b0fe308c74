/** Plain text: lines are translated, all else stays byte for byte, in the encoding of the file. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText } from '#server/features/documents/formats/fragment.ts'
import { textsOf, translate } from '#tests/documents/office-files.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const read = (bytes: Uint8Array) => textsOf('txt', bytes)
const write = async (bytes: Uint8Array, change: (text: string) => string) =>
  Buffer.from(await translate('txt', bytes, change))

test('each line with letters is a text; space, numbers and line ends stay', async () => {
  const file = utf8('  Hello & <you>\r\n\r\n42\r\n---\r\n\tSecond line \n')
  expect(await read(file)).toEqual(['Hello &amp; &lt;you&gt;', 'Second line'])
  expect(
    (await write(file, (text) => text.toUpperCase().replaceAll('&AMP;', '&amp;'))).toString(),
  ).toBe('  HELLO & <YOU>\r\n\r\n42\r\n---\r\n\tSECOND LINE \n'.replace('<YOU>', '&LT;YOU&GT;'))
})

test('any text is written as it was read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const file = utf8(`a\n${text.replaceAll('\0', '')}`)
      expect(await write(file, (same) => same)).toEqual(file)
    }),
  )
})

test('any translation, with signs of markup, stands in the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (translation) => {
      expect((await write(utf8('[x]'), () => escapeText(translation))).toString()).toBe(
        `[x]`.replace('[x]', () => translation),
      )
    }),
  )
})

const chinese = '第一段：你好，世界。\r\n第二段：今天的天气很好，我们去公园散步吧。\r\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8 with a mark', utf8(`\ufeff${chinese}`), utf8('\ufeffa\r\nb\r\n')],
  [
    'UTF-16 with a mark',
    Buffer.from(`\ufeff${chinese}`, 'utf16le'),
    Buffer.from('\ufeffa\r\nb\r\n', 'utf16le'),
  ],
  ['UTF-16, high bytes first', utf16be(`\ufeff${chinese}`), utf16be('\ufeffa\r\nb\r\n')],
  ['UTF-16 without a mark', Buffer.from(chinese, 'utf16le'), Buffer.from('a\r\nb\r\n', 'utf16le')],
])('%s is read, and kept', async (_encoding, file, expected) => {
  expect(await read(file)).toEqual(chinese.trim().split('\r\n'))
  const names = ['a', 'b']
  expect(await write(file, () => names.shift()!)).toEqual(expected)
})

test('GB18030 is read; the translation is in UTF-8', async () => {
  const file = Buffer.from('c4e3bac3a3accac0bde7a1a3bdf1ccecccecc6f8badcbac3a1a3', 'hex')
  expect(await read(file)).toEqual(['你好，世界。今天天气很好。'])
  expect((await write(file, () => 'Grüße')).toString()).toBe('Grüße')
})
