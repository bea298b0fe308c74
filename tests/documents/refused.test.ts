/** Files that can't be translated are refused with a reason that has a sentence. */
import { expect, test } from 'vitest'
import { readDocument, writeDocument } from '#server/features/documents/formats/documents.ts'
import {
  documentErrorReasons,
  formatOfFileName,
  isMacroFileName,
} from '#contract/document-formats.ts'
import { en, zh } from '#locales/document-refusals.ts'

test('every reason has a sentence in both languages', () => {
  for (const { reasons } of [zh, en])
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining([...documentErrorReasons]))
})

test('the extension names the format, in any case', () => {
  expect(formatOfFileName('Notes.v2.TXT')).toBe('txt')
  expect(formatOfFileName('notes')).toBeUndefined()
  expect(formatOfFileName('txt')).toBeUndefined()
  expect(isMacroFileName('Budget.xlsm')).toBe(true)
  expect(isMacroFileName('algorithm.txt')).toBe(false)
})

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'documentOfOtherFormat'],
  ['a file with zero bytes', Buffer.from('a\0\0b'), 'documentOfOtherFormat'],
  ['a text of numbers', Buffer.from('1\n2\n3'), 'documentHasNoText'],
  ['an empty file', Buffer.alloc(0), 'documentHasNoText'],
])('%s named .txt is refused', async (_what, bytes, reason) => {
  await expect(readDocument({ format: 'txt', bytes })).rejects.toMatchObject({ reason })
})

test('another number of translations than texts is an error', async () => {
  await expect(
    writeDocument({
      format: 'txt',
      bytes: Buffer.from('a\nb'),
      translations: ['a'],
      language: 'de',
    }),
  ).rejects.toThrow(RangeError)
})
