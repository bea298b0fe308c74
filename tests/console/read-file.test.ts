/** CSV files as spreadsheets write them, in every delimiter and encoding, as property tests. */
import { array, assert, asyncProperty, constantFrom, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#console/engine/export/export-file.ts'
import { readCsv } from '#console/engine/import/read-file.ts'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, true)
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), true)
  return bytes
}
const encodings = {
  utf8: (text: string) => new TextEncoder().encode(text),
  utf8WithMark: (text: string) => new TextEncoder().encode(`\uFEFF${text}`),
  utf16,
}
/** Texts of a table: what people type, with the characters that a CSV file has to quote. */
const cell = string({
  unit: constantFrom('a', 'Z', '0', ' ', ',', ';', '\t', '"', '\n', '张', 'é', '-', '+', '=', '@'),
  maxLength: 8,
}).map((text) => text.trim())
const table = array(tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }).map((rows) =>
  rows.map(([first, ...others], at) => [first === '' ? `row${at}` : first, ...others]),
)
const headings = ['account', 'nickname', 'group']

test('a file is read as it was written, whatever its delimiter, line ends and encoding', async () => {
  await assert(
    asyncProperty(
      table,
      constantFrom(',', ';', '\t'),
      constantFrom('\n', '\r\n'),
      constantFrom(...Object.values(encodings)),
      async (rows, delimiter, lineEnd, encode) => {
        const escaped = (text: string) => quoted(/^\s*[=+\-@]/.test(text) ? `'${text}` : text)
        const lines = [headings, ...rows].map((line) => line.map(escaped).join(delimiter))
        const file = new File([encode(lines.join(lineEnd))], 'people.csv')
        const read = await readCsv(file)
        expect(read.headings).toEqual(headings)
        expect(read.rows.map(({ cells }) => cells)).toEqual(rows)
      },
    ),
  )
})

test('what the export writes is read as it was', async () => {
  await assert(
    asyncProperty(table, async (rows) => {
      const text = ['\uFEFF', ...[headings, ...rows].map((line) => csvLine(line))].join('')
      const read = await readCsv(new File([text], 'people.csv'))
      expect(read.rows.map(({ cells }) => cells)).toEqual(rows)
    }),
  )
})
