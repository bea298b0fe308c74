/** Workbooks: texts of cells; formulas, numbers, addresses and names of sheets stay. */
import { expect, test } from 'vitest'
import { sheetFile, shout, textsOf, translate, unzip } from '#tests/documents/office-files.ts'

const strings =
  '<si><t>Name</t></si><si><t xml:space="preserve"> Line one\nline two</t></si><si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r></si><si><t>12-34</t></si><si><t>https://example.com/a</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>'
const rows =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Inline &amp; more</t></is></c><c r="C1"><f>CONCAT("a",A1)</f><v>7</v></c></row>'

test('shared, rich and inline strings are texts', async () => {
  expect(await textsOf('xlsx', await sheetFile(strings, rows))).toEqual([
    'Name',
    ' Line one\nline two',
    'Rich <g id="1">text</g>',
    '東京',
    'Inline &amp; more',
  ])
})

test('lines, formatting and formulas stay; readings of the source language go', async () => {
  const file = await sheetFile(strings, rows)
  const written = await unzip(await translate('xlsx', file, shout))
  const space = ' xml:space="preserve"'
  expect(written['xl/sharedStrings.xml']!.toString()).toContain(
    `<si><t${space}>NAME</t></si><si><t${space}> LINE ONE\nLINE TWO</t></si><si><r><t${space}>RICH </t></r><r><rPr><b/></rPr><t${space}>TEXT</t></r></si><si><t>12-34</t></si><si><t>https://example.com/a</t></si><si><t${space}>東京</t><phoneticPr fontId="1"/></si>`,
  )
  expect(written['xl/worksheets/sheet1.xml']!.toString()).toContain(
    `<is><t${space}>INLINE &amp; MORE</t></is></c><c r="C1"><f>CONCAT("a",A1)</f><v>7</v></c>`,
  )
  expect(written['xl/workbook.xml']).toEqual((await unzip(file))['xl/workbook.xml'])
})

const heads = '<si><t>First name</t></si><si><t>Name &amp; more</t></si><si><t>Other</t></si>'
const table = {
  'xl/tables/table1.xml': {
    type: 'spreadsheetml.table',
    content:
      '<table id="1" name="People"><tableColumns><tableColumn id="1" name="First name"/><tableColumn id="2" name="Name &amp; more"/></tableColumns></table>',
  },
}
async function columnsOf(file: Uint8Array) {
  const source = (await unzip(file))['xl/tables/table1.xml']!.toString()
  return source.match(/(?<=<tableColumn id="\d" name=")[^"]*/g)
}

test('columns of tables are named as the cells of their heads, each differently', async () => {
  const translated = await translate('xlsx', await sheetFile(heads, '', table), () => 'N&amp;m')
  expect(await columnsOf(translated)).toEqual(['N&amp;m', 'N&amp;m 2'])
  expect(await textsOf('xlsx', translated)).toEqual(['N&amp;m', 'N&amp;m 2', 'N&amp;m'])
})

test('heads of columns that a formula names are not translated', async () => {
  const formula = '<row r="2"><c r="D2"><f>COUNTA(People[First name])</f><v>1</v></c></row>'
  const file = await sheetFile(heads, formula, table)
  expect(await textsOf('xlsx', file)).toEqual(['Other'])
  expect(await columnsOf(await translate('xlsx', file, shout))).toEqual(await columnsOf(file))
})

test('as many equal texts in cells as a sheet may have are written at once', async () => {
  const cell = '<c t="inlineStr"><is><t>Yes</t></is></c>'
  const table = {
    'xl/tables/table1.xml': {
      type: 'spreadsheetml.table',
      content: '<table id="1" name="T"><tableColumns/></table>',
    },
  }
  const file = await sheetFile('<si><t>Name</t></si>', `<row>${cell.repeat(50_000)}</row>`, table)
  expect(await textsOf('xlsx', await translate('xlsx', file, shout))).toHaveLength(50_001)
})
