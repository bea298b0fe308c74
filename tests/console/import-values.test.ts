// @vitest-environment happy-dom
/** Import of CSV files: encodings, value formats, and re-import of an export. */
import * as fc from 'fast-check'
import { findRefusedCharacter, normalizeOneLine } from '#contract/one-line-text.ts'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildPage } from '#console/engine/build-page.ts'
import { byteOrderMark, csvCell, csvLine } from '#console/engine/export/export-file.ts'
import { checkRows, matchColumns, missingFields } from '#console/engine/import/check-rows.ts'
import { converterOf, exampleOf, type FindInBoth } from '#console/engine/import/parse-value.ts'
import { decode, FileError, plainCell, readCsv } from '#console/engine/import/read-file.ts'
import { exportedColumnsOf } from '#console/engine/list/cell-text.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Resource } from '#console/engine/resource.ts'
import { loadBothLanguages, loadMessages, messageOf } from '#console/refine/i18n.ts'
import { ImportResult } from '#contract/collection-calls.ts'
import { country, countryCodes } from '#contract/countries.ts'
import { pageOf, pageQuery, get, post, Done } from '#contract/endpoint.ts'
import { tags } from '#contract/tags.ts'
import { date, languageCode, longText, money, text, yesNo } from '#contract/field-constructors.ts'
import { Count, Id, WireTime, type FieldType } from '#contract/vocabulary.ts'
import { ContactStep } from '#contract/workspace.ts'

let findInBoth: FindInBoth
beforeAll(async () => {
  await loadMessages('zh')
  findInBoth = await loadBothLanguages()
})

/** Field names that have labels in the product. */
const fields = {
  title: text({ max: 1_000 }),
  company: z.nullish(longText({ max: 1_000 })),
  step: ContactStep,
  tags: z.nullish(tags({ maxCount: 5, maxLength: 20 })),
  country: z.nullish(country()),
  changeVoiceNum: money({ max: 1e12 }),
  changeCharNum: Count,
  enabled: yesNo(),
  registerDateTime: WireTime,
  createDateTime: date(),
  fromApp: languageCode(),
}
const access = { access: 'member' } as const
const calls = {
  page: get('/contacts/page', pageQuery({}), pageOf(z.object({ id: Id, ...fields })), access),
  create: post('/contacts/save', z.object(fields), Done, access),
  import: post(
    '/contacts/import',
    z.object({ rows: z.array(z.looseObject({})), validateOnly: z.optional(z.boolean()) }),
    ImportResult,
    { ...access, once: true },
  ),
}
const page = buildPage('/resources/contacts.ts', {
  view: 'list',
  calls,
  config: { route: 'UserCenterContacts', columns: Object.keys(fields), forms: { create: {} } },
} as unknown as Resource) as ListPage
const { items } = page.import!

const languages = {
  sourceList: [],
  targetList: [
    { langCode: 'en', chineseName: '英语', englishName: 'English' },
    { langCode: 'zh-TW', chineseName: '繁体中文', englishName: 'Chinese (Traditional)' },
  ],
}
const getLookupData = ({ kind }: FieldType) => (kind === 'language' ? languages : undefined)
const item = (key: string) => items.find((column) => column.key === key)!
const read = (key: string, cell: string) =>
  converterOf(item(key), getLookupData, findInBoth, undefined)(cell)
const fileOf = (content: BlobPart) => new File([content], 'file.csv')
const check = async (content: BlobPart, signal = new AbortController().signal) => {
  const file = await readCsv(fileOf(content))
  const mapping = matchColumns(file.headings, items, findInBoth)
  const context = { getLookupData, findInBoth, signal, onProgress: () => {} }
  return { file, mapping, ...(await checkRows(file, mapping, items, context)) }
}

test.each([
  ['UTF-8', new TextEncoder().encode('姓名')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\uFEFF姓名')],
  ['GB18030', new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb])],
  ['UTF-16 little endian', new Uint8Array([0xff, 0xfe, 0xd3, 0x59, 0x0d, 0x54])],
  ['UTF-16 big endian', new Uint8Array([0xfe, 0xff, 0x59, 0xd3, 0x54, 0x0d])],
])('a file in %s is read', (_, bytes) => {
  expect(decode(bytes)).toBe('姓名')
})

test.each([
  ['workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
  ['notText', new Uint8Array([0x89, 0x50, 0xff, 0x00, 0xff, 0xff])],
  ['empty', '姓名,标签\r\n'],
  ['empty', ''],
  ['tooMany', `姓名\n${'x\n'.repeat(10_001)}`],
  ['tooWide', `${'a,'.repeat(300)}\nx`],
])('a file that is %s is refused', async (problem, content) => {
  await expect(readCsv(fileOf(content))).rejects.toEqual(new FileError(problem as never))
})

test('tabs, semicolons, blank lines and short rows are read, with line numbers', async () => {
  for (const separator of [',', ';', '\t']) {
    const file = await readCsv(
      fileOf(
        ['姓名|标签|x', 'A;,|b', '', ' | ', 'C']
          .join('\n')
          .replaceAll('|', separator)
          .replace(`A;,${separator}`, `"A;,"${separator}`),
      ),
    )
    expect(file.headings).toEqual(['姓名', '标签', 'x'])
    expect(file.rows).toEqual([
      { line: 2, cells: ['A;,', 'b'] },
      { line: 5, cells: ['C'] },
    ])
  }
})

test('reading a cell removes exactly the escaping of the export', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '=', '"', '+', '＝', '1', ' ', '\n', '\t', 'a', '-') }),
  )
  const escapedCell = (cell: string) =>
    csvCell(cell)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
  fc.assert(
    fc.property(anyText, (value) => plainCell(escapedCell(value)) === value),
    { numRuns: 2_000 },
  )
})

test('headings match labels of both languages, field names and notes, each field once', () => {
  const headings = ['Name', '姓名', ' 销售阶段 ', 'COMPANY', '语音次数（元）', 'Country', 'x', '']
  const mapping = matchColumns(headings, items, findInBoth)
  expect(mapping.slice(0, 4)).toEqual(['title', undefined, 'step', 'company'])
  expect(mapping.slice(5)).toEqual(['country', undefined, undefined])
  expect(missingFields(items, mapping).map(({ key }) => key)).toContain('changeCharNum')
})

test.each([
  ['enabled', '是', 1],
  ['enabled', 'YES', 1],
  ['enabled', '√', 1],
  ['enabled', '０', 0],
  ['enabled', 'False', 0],
  ['enabled', 'maybe', 'maybe'],
  ['step', '已成交', 'won'],
  ['step', 'Won', 'won'],
  ['step', 'won', 'won'],
  ['country', '中国', 'CN'],
  ['country', 'Brazil', 'BR'],
  ['country', 'br', 'BR'],
  ['country', '中国香港', 'HK'],
  ['fromApp', '繁体中文', 'zh-TW'],
  ['fromApp', 'zh-tw', 'zh-TW'],
  ['fromApp', 'english', 'en'],
  ['changeCharNum', '1,234,567', 1_234_567],
  ['changeCharNum', '−1,000', -1_000],
  ['changeCharNum', '12.0', 12],
  ['changeCharNum', '12.5', '12.5'],
  ['changeVoiceNum', '¥1,234.5', 123_450],
  ['changeVoiceNum', '0.29元', 29],
  ['changeVoiceNum', '−9.00', -900],
  ['changeVoiceNum', '1.234', '1.234'],
  ['createDateTime', '2026/3/5', '2026-03-05'],
  ['createDateTime', '2026年3月5日', '2026-03-05'],
  ['createDateTime', '25/12/2026', '2026-12-25'],
  ['createDateTime', '12/25/2026', '2026-12-25'],
  ['createDateTime', '3/4/2026', '3/4/2026'],
  ['createDateTime', '2026-02-30', '2026-02-30'],
  ['registerDateTime', '2026/3/5 9:07', '2026-03-05 09:07:00'],
  ['registerDateTime', '2026-03-05T09:07:08', '2026-03-05 09:07:08'],
  ['tags', 'VIP, 老客户；新', ['VIP', '老客户', '新']],
])('%s: %j is read as %j', (key, cell, value) => {
  expect(read(key, cell)).toEqual(value)
})

test('problems are reported by row and field, in the language of the page', async () => {
  const { rows, errors } = await check(
    'title,step,changeCharNum,changeVoiceNum,enabled,registerDateTime,createDateTime,fromApp\n' +
      'A,won,1,2,是,2026-01-01 00:00,2026-01-01,en\n' +
      ',won,-1,2,perhaps,2026-01-01 00:00,3/4/2026,en\n',
  )
  expect(rows).toHaveLength(2)
  expect(errors.map(({ row, field }) => [row, field])).toEqual([
    [1, 'title'],
    [1, 'changeCharNum'],
    [1, 'enabled'],
    [1, 'createDateTime'],
  ])
  expect(errors[0]!.message).toBe('请输入姓名')
})

test('for fields with choices the message lists the allowed values', async () => {
  const { errors } = await check('title,step,enabled,fromApp\nA,soon,perhaps,elvish\n')
  const messages = new Map(errors.map(({ field, message }) => [field, message]))
  expect(messages.get('step')).toBe(
    '销售阶段只能填：新线索、已联系、已报价、洽谈中、已成交、已流失',
  )
  expect(messages.get('enabled')).toMatch(/只能填：\S+、\S+$/)
})

test('10,000 rows are checked in steps, and the check can be aborted', async () => {
  const csv = `title,step\n${Array.from({ length: 10_000 }, (_, index) => `Person ${index},won\n`).join('')}`
  const file = await readCsv(fileOf(csv))
  const steps: number[] = []
  const abort = new AbortController()
  const context = {
    getLookupData,
    findInBoth,
    signal: abort.signal,
    onProgress: (done: number) => void steps.push(done),
  }
  const { rows } = await checkRows(file, ['title', 'step'], items, context)
  expect(rows).toHaveLength(10_000)
  expect(steps.length).toBeGreaterThan(20)
  const aborted = checkRows(file, ['title', 'step'], items, {
    ...context,
    onProgress: () => abort.abort(),
  })
  await expect(aborted).rejects.toThrow()
})

test('the sample file passes the check', async () => {
  const sample = [
    csvLine(items.map(({ label }) => messageOf(label))),
    csvLine(items.map((column) => exampleOf(column, getLookupData))),
  ].join('')
  const { errors, mapping } = await check(sample)
  expect(mapping).toEqual(items.map(({ key }) => key))
  expect(errors).toEqual([])
})

const plainText = fc
  .string({ unit: 'binary', minLength: 1 })
  .map((value) => value.replaceAll(/\r\n?/g, '\n').trim())
  .filter((value) => value !== '' && !value.includes('\0'))
const riskyText = fc
  .string({ unit: fc.constantFrom("'", '=', '"', '+', ',', ';', '\n', '1', '2', '-', ' ', '是') })
  .map((value) => value.trim())
  .filter(Boolean)
const anyText = fc
  .oneof(plainText, riskyText)
  .map(normalizeOneLine)
  .filter((value) => value !== '' && !findRefusedCharacter(value))
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const tag = fc.stringMatching(/^[a-z0-9\u4e00-\u9fa5]{1,8}$/)
const row = fc.record(
  {
    title: anyText,
    company: anyText,
    step: fc.constantFrom(
      ...(ContactStep._zod.def.entries ? Object.values(ContactStep._zod.def.entries) : []),
    ),
    tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 5 }),
    country: fc.constantFrom(...countryCodes),
    changeVoiceNum: fc.nat(1e9),
    changeCharNum: fc.nat(),
    enabled: fc.constantFrom(0, 1),
    registerDateTime: day.map((iso) => iso.slice(0, 19).replace('T', ' ')),
    createDateTime: day.map((iso) => iso.slice(0, 10)),
    fromApp: fc.constantFrom('en', 'zh-TW'),
  },
  {
    requiredKeys: [
      'title',
      'step',
      'changeVoiceNum',
      'changeCharNum',
      'enabled',
      'registerDateTime',
      'createDateTime',
      'fromApp',
    ],
  },
)

test('an export of any rows is imported as the same rows', async () => {
  const exportedCells = page.columns.flatMap(exportedColumnsOf)
  const headers = exportedCells.map(({ label, headingKey }) =>
    headingKey ? `${messageOf(label)}（元）` : messageOf(label),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (exportedRows) => {
      const lines = exportedRows.map((row) =>
        csvLine(exportedCells.map(({ value }) => value(row, getLookupData))),
      )
      const { rows, errors } = await check([byteOrderMark, csvLine(headers), ...lines].join(''))
      expect(errors).toEqual([])
      expect(rows).toEqual(exportedRows)
    }),
  )
})
