/** CSV of a statement: one table with a row for each figure of each account, numbers as numbers. */
import { byteOrderMark, csvLine } from '#console/engine/export/export-file.ts'
import { texts } from '#console/features/statements/statement-texts.ts'
import { t } from '#console/refine/i18n.ts'
import { channelOf, keyName } from '#contract/statement-tables.ts'
import type { PersonStatement, Statement } from '#contract/statements.ts'

const columns = [
  'month',
  'status',
  'account',
  'name',
  'section',
  'kind',
  'channel',
  'source',
  'target',
  'key',
  'order',
  'time',
  'rows',
  'charNum',
  'voiceNum',
  'imageNum',
  'minuteNum',
  'yuan',
] as const
type Line = Partial<Record<(typeof columns)[number], string | number>>

const headings: Record<(typeof columns)[number], () => string> = {
  month: () => t('statements.csv.month'),
  status: () => t('statements.status'),
  account: () => t('statements.csv.account'),
  name: () => t('statements.csv.name'),
  section: () => t('statements.csv.section'),
  kind: () => t('statements.csv.kind'),
  channel: () => t('statements.csv.channel'),
  source: () => t('statements.csv.source'),
  target: () => t('statements.csv.target'),
  key: () => t('statements.csv.key'),
  order: () => t('statements.csv.order'),
  time: () => t('statements.csv.time'),
  rows: () => t('statements.csv.rows'),
  charNum: () => t('statements.units.charNum'),
  voiceNum: () => t('statements.units.voiceNum'),
  imageNum: () => t('statements.units.imageNum'),
  minuteNum: () => t('statements.units.minuteNum'),
  yuan: () => t('statements.csv.yuan'),
}

/** The whole account is the sum of its accounts, so that no figure is there twice. */
export function statementCsv(statement: Statement): string {
  const { month, person, people, payments, use } = statement
  const status = t(`statements.states.${statement.state}`)
  const accounts = person ? [{ ...statement, ...person }] : people
  const names = new Map(accounts.map((account) => [String(account.userId), nameOf(account)]))
  const lines: Line[] = [
    ...accounts.flatMap(balanceLines),
    ...use.map((row) => ({
      ...names.get(String(row.userId)),
      section: t('statements.csv.sections.use'),
      channel: channelOf(row, texts),
      source: row.sourceLangCode,
      target: row.targetLangCode,
      key: keyName(row, texts),
      rows: row.translationNum,
      charNum: row.charNum,
    })),
    ...payments.map(({ kind, orderNo, memberGroupName, memberGroupEnName, amount, dateTime }) => ({
      account: statement.ownerAccount,
      section: t('statements.csv.sections.payment'),
      kind: `${t(`statements.payments.kinds.${kind}`)}: ${memberGroupName ? texts.localized(memberGroupName, memberGroupEnName) : t('statements.payments.toAccount')}`,
      order: orderNo,
      time: dateTime,
      yuan: (kind === 'paid' ? amount : -amount) / 100,
    })),
  ]
  return [
    byteOrderMark,
    csvLine(columns.map((column) => headings[column]())),
    ...lines.map((line) =>
      csvLine(columns.map((column) => ({ month, status, ...line })[column] ?? '')),
    ),
  ].join('')
}

const nameOf = ({ userId, account, nickname }: PersonStatement): Line => ({
  account: account ?? t('statements.deleted', { id: String(userId) }),
  name: nickname ?? '',
})

function balanceLines(account: PersonStatement): Line[] {
  const balance = (time: 'opening' | 'closing'): Line => {
    const { charNum, voiceNum, imageNum, expireDateTime } = account[time]
    return {
      ...nameOf(account),
      section: t('statements.csv.sections.balance'),
      kind: t(`statements.balance.${time}`),
      time: expireDateTime ?? '',
      charNum,
      voiceNum,
      imageNum,
    }
  }
  return [
    balance('opening'),
    ...account.movements.map(({ logType, rowNum, ...amounts }) => ({
      ...nameOf(account),
      section: t('statements.csv.sections.movement'),
      kind: texts.logType(logType),
      rows: rowNum,
      ...amounts,
    })),
    balance('closing'),
  ]
}
