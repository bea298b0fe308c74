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

const lines = (text: string) => utf8(text.replaceAll('\n', '\r\n'))
const letter = `Dear Ann,

the delivery of the new machines is late again, because the harbour was
closed for a week. We expect them in the first days of May, and will
call you as soon as they have passed the customs, so that your
technicians can come.

  - The first machine is for the plant in the north of the country, the
    second one for the south.
  - Spare parts come later.

Kind regards
`

test('lines that are wrapped at a width are translated as paragraphs, and wrapped again', async () => {
  expect(await read(lines(letter))).toEqual([
    'Dear Ann,',
    'the delivery of the new machines is late again, because the harbour was closed for a week. We expect them in the first days of May, and will call you as soon as they have passed the customs, so that your technicians can come.',
    '- The first machine is for the plant in the north of the country, the second one for the south.',
    '- Spare parts come later.',
    'Kind regards',
  ])
  expect((await write(lines(letter), (text) => text)).toString()).toBe(lines(letter).toString())
  const longer = (await write(lines(letter), (text) => `${text} And more.`)).toString()
  expect(longer).toContain('technicians can come. And more.\r\n\r\n  - The first')
  const chinese = await write(lines(letter), (text) =>
    text.length > 60 ? '译文，'.repeat(30) : text,
  )
  expect(chinese.toString()).toContain(`\r\n\r\n${'译文，'.repeat(11)}译文，`.slice(0, 38))
  expect(
    Math.max(
      ...chinese
        .toString()
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(72)
})

test('a text that was wrapped by hand is joined too', async () => {
  const text = `  The licenses for most software and other practical works are designed
to take away your freedom to share and change the works.  By contrast,
the General Public License is intended to guarantee your freedom to
share and change all versions of a program.

  When we speak of free software, we are referring to freedom, not
price.  Our General Public Licenses are designed to make sure that you
have the freedom to distribute copies of free software.
`
  expect((await read(utf8(text))).map((paragraph) => paragraph.slice(0, 16))).toEqual([
    'The licenses for',
    'When we speak of',
  ])
})

test('wrapped Chinese is joined without space', async () => {
  const line = '这是一份很长的通知，每一行都在同样的宽度处换行，所以各行需要合并成一个段落'
  const file = utf8(`${line}\n${line}\n${line}\n${line}\n${line}\n结束。\n`)
  expect(await read(file)).toEqual([`${line.repeat(5)}结束。`])
})

test.each([
  [
    'a poem',
    'Two roads diverged in a yellow wood,\nAnd sorry I could not travel both\nAnd be one traveler, long I stood\nAnd looked down one as far as I could\nTo where it bent in the undergrowth;\n',
  ],
  [
    'a log',
    Array.from(
      { length: 5 },
      (_, index) =>
        `2026-11-28T10:00:0${index} the server has answered a request in 2${index} ms\n`,
    ).join(''),
  ],
  ['an address', 'Ann Example\n12 Long Street\nSome Town\nCountry\nPhone\n'],
  [
    'a list',
    '- one item of the list that is quite long\n- another item of the list that is long\n- a third item of the list that is long\n- a fourth item of the list that is long\n- the end of the list\n',
  ],
  [
    'a table',
    'name of the product    the price of it    count\nscrews of any kind     the price is high  ten  \nnails of any kind      the price is low   two  \nnuts of any kind       the price is low   five \nend of the whole list  the price is zero  none \n',
  ],
])('each line of %s is a text', async (_kind, text) => {
  expect(await read(utf8(text))).toHaveLength(5)
})
