// @vitest-environment happy-dom
/** Statements in the console: the CSV adds up and is safe, and figures lead to what is behind them. */
import { beforeAll, expect, test } from 'vitest'
import Papa from 'papaparse'
import { rowAddress } from '#console/features/statements/row-address.ts'
import { statementCsv } from '#console/features/statements/statement-csv.ts'
import { texts } from '#console/features/statements/statement-texts.ts'
import { loadMessages } from '#console/refine/i18n.ts'
import { statementTables } from '#contract/statement-tables.ts'
import type { PersonStatement, Statement } from '#contract/statements.ts'
import type { User } from '#contract/user.ts'

beforeAll(() => loadMessages('zh'))

const balance = (charNum: number, imageNum = 0) => ({ charNum, voiceNum: 0, imageNum })
const movement = (logType: Statement['movements'][number]['logType'], charNum: number) => ({
  logType,
  rowNum: 1,
  charNum,
  voiceNum: 0,
  imageNum: 0,
  minuteNum: 0,
})
const main: PersonStatement = {
  userId: '1',
  account: 'owner@example.com',
  nickname: null,
  opening: balance(100),
  movements: [movement('RECHARGE_ORDER_BY_MEMBER_GROUP', 1_000), movement('DISTRIBUTION', -300)],
  closing: balance(800),
  usedCharNum: 0,
  translationNum: 0,
}
const sub: PersonStatement = {
  userId: '2',
  account: 'sub',
  nickname: '=HYPERLINK("http://example.com")',
  opening: balance(0, 4),
  movements: [movement('DISTRIBUTION', 300), movement('TRANSLATION_CONSUME', -40)],
  closing: balance(260, 4),
  usedCharNum: 90,
  translationNum: 3,
}
const whole: Statement = {
  month: '2026-10',
  state: 'closed',
  beginDateTime: '2026-10-01 00:00:00',
  endDateTime: '2026-10-31 23:59:59',
  ownerAccount: 'owner@example.com',
  ownerUsername: 'owner',
  person: null,
  opening: balance(100, 4),
  movements: [
    movement('RECHARGE_ORDER_BY_MEMBER_GROUP', 1_000),
    movement('TRANSLATION_CONSUME', -40),
  ],
  closing: balance(1_060, 4),
  usedCharNum: 90,
  translationNum: 3,
  paidAmount: 9_900,
  refundedAmount: 900,
  payments: [
    {
      kind: 'paid',
      orderNo: '20261021124800393853',
      payChannel: 'WC_LIAN',
      memberGroupName: '标准版',
      memberGroupEnName: 'Standard',
      amount: 9_900,
      dateTime: '2026-10-21 12:48:56',
    },
    {
      kind: 'refunded',
      orderNo: '20261021124800393853',
      payChannel: 'WC_LIAN',
      memberGroupName: '标准版',
      memberGroupEnName: 'Standard',
      amount: 900,
      dateTime: '2026-10-22 08:00:00',
    },
  ],
  people: [main, sub],
  use: [
    {
      userId: '2',
      tranChannelId: '1',
      channelName: '腾讯翻译',
      channelEnName: 'Tencent Translate',
      sourceLangCode: 'zh',
      targetLangCode: 'en',
      keyId: '0',
      keyTitle: null,
      charNum: 50,
      translationNum: 2,
    },
    {
      userId: '2',
      tranChannelId: '1',
      channelName: '腾讯翻译',
      channelEnName: 'Tencent Translate',
      sourceLangCode: 'zh',
      targetLangCode: 'en',
      keyId: '7',
      keyTitle: null,
      charNum: 40,
      translationNum: 1,
    },
  ],
}
const person: Statement = { ...whole, ...sub, person: sub, people: [], payments: [] }

type Line = Record<string, string>
const parse = (csv: string) =>
  Papa.parse<Line>(csv.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data
const sumOf = (lines: readonly Line[], column: string) =>
  lines.reduce((sum, line) => sum + Number(line[column]), 0)

test('the lines of the CSV add up: opening and changes to closing, use, and money paid', () => {
  const lines = parse(statementCsv(whole))
  const of = (section: string) => lines.filter((line) => line['项目'] === section)
  const balances = of('余额')
  const [opening, closing] = ['期初余额', '期末余额'].map((kind) =>
    balances.filter((line) => line['类别'] === kind),
  )
  expect(sumOf(opening!, '字符')).toBe(whole.opening.charNum)
  expect(sumOf(closing!, '字符')).toBe(whole.closing.charNum)
  expect(sumOf(opening!, '字符') + sumOf(of('变动'), '字符')).toBe(whole.closing.charNum)
  expect(sumOf(closing!, '图片（张）')).toBe(4)
  expect(sumOf(of('翻译用量'), '字符')).toBe(90)
  expect(sumOf(of('付款和退款'), '金额（元）')).toBe(90)
  expect(of('付款和退款')[0]!['订单号']).toBe('="20261021124800393853"')
  expect(of('翻译用量')[1]!['API 密钥']).toBe('已删除的密钥7')
})

test('a name that would run as a formula is written as text', () => {
  expect(statementCsv(whole)).not.toMatch(/(^|,|")=HYPERLINK/m)
  expect(parse(statementCsv(person))[0]!['昵称']).toBe('\'=HYPERLINK("http://example.com")')
})

test('the tables add up, and say what a monthly plan covered', () => {
  const tables = statementTables(whole, texts)
  const cellsOf = (title: string) => tables.find((table) => table.title === title)!.rows
  expect(cellsOf('按账号：字符').at(-1)!.cells).toEqual([
    '合计',
    '100',
    '0',
    '−40',
    '1,000',
    '1,060',
  ])
  expect(cellsOf('按账号：图片（张）').at(-1)!.cells).toEqual(['合计', '4', '0', '0', '0', '4'])
  expect(tables.some(({ title }) => title === '按账号：语音（次）')).toBe(false)
  expect(
    cellsOf('付款和退款')
      .slice(-3)
      .map(({ cells }) => cells.at(-1)),
  ).toEqual(['99.00', '−9.00', '90.00'])
  const use = tables.find(({ title }) => title === '翻译用量：通道和语言')!
  expect(use.rows.map(({ cells }) => cells)).toEqual([
    ['腾讯翻译', '简体中文 → 英语', '3', '90'],
    ['合计', '', '3', '90'],
  ])
  expect(use.notes[0]).toBe('其中50字符在按月套餐内翻译，不扣减余额。')
})

test('each figure leads to the log, the person or the order that the user may see', () => {
  const range =
    'createDateTimeBegin=2026-10-01+00%3A00%3A00&createDateTimeEnd=2026-10-31+23%3A59%3A59'
  const owner = { userId: '1', parentUserId: null } as unknown as User
  const other = { userId: '3', parentUserId: '1' } as unknown as User
  const used = { kind: 'movement', logType: 'TRANSLATION_CONSUME' } as const
  const given = { kind: 'movement', logType: 'DISTRIBUTION' } as const
  const bought = { kind: 'movement', logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP' } as const
  expect(rowAddress(used, whole, owner)).toBe(
    `/UserCenterChangeTranslateLog?${range}&childUserId=all`,
  )
  expect(rowAddress({ kind: 'key', keyId: '7' }, whole, owner)).toBe(
    `/UserCenterChangeTranslateLog?${range}&childUserId=all&apiKeyId=7`,
  )
  expect(rowAddress(used, { ...person, person: { ...sub, account: null } }, owner)).toBe(
    `/UserCenterChangeTranslateLog?${range}&childUserId=2`,
  )
  expect(rowAddress(used, person, owner)).toBe(
    `/UserCenterChangeTranslateLog?${range}&childUserId=2`,
  )
  expect(rowAddress(bought, whole, owner)).toBe(
    `/UserCenterAccountLog?logType=RECHARGE_ORDER_BY_MEMBER_GROUP&${range}`,
  )
  expect(rowAddress(given, person, owner)).toBe('/UserCenterSubAccount?userId=2')
  // Of the whole account, to the one account that had such changes; no log has those of several.
  const ofSub = { kind: 'movement', logType: 'OTHER' } as const
  const people = [main, { ...sub, movements: [movement('OTHER', -1), movement('MATRIX', 2)] }]
  expect(rowAddress(ofSub, { ...whole, people }, owner)).toBe(
    '/UserCenterStatement?month=2026-10&userId=2',
  )
  expect(rowAddress(given, whole, owner)).toBeUndefined()
  expect(rowAddress({ kind: 'person', userId: '2' }, whole, owner)).toBe(
    '/UserCenterStatement?month=2026-10&userId=2',
  )
  expect(rowAddress({ kind: 'order', orderNo: '9' }, whole, other)).toBe('/UserCenterOrder?no=9')
  // An accountant.
  expect(rowAddress(used, whole, other)).toBeUndefined()
})
