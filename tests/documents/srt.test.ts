/** Subtitles: the text of each cue in as many lines as before; numbers and times stay. */
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { textsOf, translate } from '#tests/documents/office-files.ts'

const cue = (number: number, ...lines: string[]) =>
  `${number}\r\n00:00:0${number},000 --> 00:00:0${number},500\r\n${lines.join('\r\n')}\r\n`
const file = [
  cue(1, '<i>Hello there,</i>', 'my good friend.'),
  cue(2, '- Yes?', '- {\\an8}No.'),
  cue(3, '你好，', '世界。'),
  cue(4, '1984'),
].join('\r\n')

test('lines of a cue are one text, those of several speakers one each', async () => {
  expect(await textsOf('srt', Buffer.from(file))).toEqual([
    '<g id="1">Hello there,</g> my good friend.',
    '- Yes?',
    '- <x id="1"/>No.',
    '你好，世界。',
  ])
})

test('the file stays byte for byte, but for its words', async () => {
  expect(Buffer.from(await translate('srt', Buffer.from(file))).toString()).toBe(file)
})

test('a long translation is divided into lines between words, or between signs', async () => {
  const words = Buffer.from(cue(1, 'Hello', 'you'))
  const written = async (text: string) =>
    Buffer.from(await translate('srt', words, () => text)).toString()
  expect(await written('Seien Sie uns willkommen')).toBe(cue(1, 'Seien Sie uns', 'willkommen'))
  expect(await written('欢迎光临，我们很高兴')).toBe(cue(1, '欢迎光临，', '我们很高兴'))
})

test('a text without times is refused', async () => {
  await expect(readDocument({ format: 'srt', bytes: Buffer.from('Hello') })).rejects.toMatchObject({
    reason: 'documentOfOtherFormat',
  })
})
