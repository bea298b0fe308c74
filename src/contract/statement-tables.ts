/** The tables of a statement, which the page shows and the PDF prints. */
import {
  sumUse,
  type Movement,
  type PersonStatement,
  type Statement,
  type Use,
} from '#contract/statements.ts'

const unitFields = ['charNum', 'voiceNum', 'imageNum'] as const
type UnitField = (typeof unitFields)[number]

type Values = Readonly<Record<string, string | number>>
/** Words and formats of one language. */
export type StatementTexts = {
  t: (key: `statements.${string}`, values?: Values) => string
  logType: (type: Movement['logType']) => string
  payChannel: (channel: NonNullable<Statement['payments'][number]['payChannel']>) => string
  language: (code: string) => string
  /** Name of a month of the year, from `01`; in Chinese its number. */
  monthName: (number: string) => string
  /** The text of the language. */
  localized: (zh: string, en: string | null | undefined) => string
  count: (count: number) => string
  /** Days, hours and minutes. */
  duration: (minutes: number) => string
  cents: (cents: number) => string
}

/** What a row is about, so that the page can lead to it. */
export type RowSubject =
  | { kind: 'movement'; logType: Movement['logType'] }
  | { kind: 'person'; userId: string | number }
  | { kind: 'use'; row: Use }
  | { kind: 'key'; keyId: string | number }
  | { kind: 'order'; orderNo: string }

type TableRow = {
  cells: readonly string[]
  /** A balance or a total. */
  isTotal?: true
  subject?: RowSubject
}

export type StatementTable = {
  title: string
  columns: readonly { label: string; isNumber?: true; isWide?: true }[]
  rows: readonly TableRow[]
  /** Shown without rows. */
  empty?: string
  notes: readonly string[]
}

/** Name of an account on a statement: nickname with login name, or the number of a deleted one. */
export function personName(
  { userId, account, nickname }: Pick<PersonStatement, 'userId' | 'account' | 'nickname'>,
  { t }: Pick<StatementTexts, 't'>,
): string {
  if (!account) return t('statements.deleted', { id: String(userId) })
  return nickname && nickname !== account ? `${nickname} (${account})` : account
}

/** `October 2026` */
export function nameOfMonth(month: string, { t, monthName }: StatementTexts): string {
  const [year = '', number = ''] = month.split('-')
  return t('statements.month', { year, name: monthName(number) })
}

/** Name and value of what the statement is of. */
export const statementFacts = (
  statement: Statement,
  texts: StatementTexts,
): [name: string, value: string][] => [
  [
    texts.t('statements.account'),
    [statement.ownerAccount, statement.ownerUsername].filter(Boolean).join(' / '),
  ],
  [
    texts.t('statements.person'),
    statement.person ? personName(statement.person, texts) : texts.t('statements.whole'),
  ],
  [
    texts.t('statements.period'),
    `${statement.beginDateTime.slice(0, 10)} – ${statement.endDateTime.slice(0, 10)}`,
  ],
  [texts.t('statements.status'), texts.t(`statements.states.${statement.state}`)],
]

/** Name of a file without its extension, which says whether the month is closed. */
export const statementFileName = (statement: Statement, texts: StatementTexts): string =>
  texts.t(statement.state === 'closed' ? 'statements.file' : 'statements.fileSoFar', {
    month: statement.month,
    who: statement.person
      ? personName(statement.person, texts)
      : (statement.ownerUsername ?? statement.ownerAccount),
  })

export const statementTables = (statement: Statement, texts: StatementTexts): StatementTable[] => [
  balanceTable(statement, texts),
  ...(statement.person ? [] : paymentsTables(statement, texts)),
  ...(statement.person ? [] : peopleTables(statement, texts)),
  useTable(statement, texts),
  ...keyTables(statement, texts),
]

/** Characters, and other units if there are any. */
function unitsOf({
  opening,
  closing,
  movements,
}: Pick<Statement, 'opening' | 'closing' | 'movements'>) {
  return unitFields.filter(
    (unit) =>
      unit === 'charNum' ||
      opening[unit] !== 0 ||
      closing[unit] !== 0 ||
      movements.some((movement) => movement[unit] !== 0),
  )
}

function balanceTable(
  statement: Statement,
  { t, count, duration, logType }: StatementTexts,
): StatementTable {
  const { opening, movements, closing } = statement
  const units = unitsOf(statement)
  const hasMinutes = movements.some(({ minuteNum }) => minuteNum !== 0)
  const balanceRow = (time: 'opening' | 'closing'): TableRow => ({
    cells: [
      t(`statements.balance.${time}`),
      '',
      ...units.map((unit) => count(statement[time][unit])),
      ...(hasMinutes ? [''] : []),
    ],
    isTotal: true,
  })
  return {
    title: t('statements.balance.title'),
    columns: [
      { label: t('statements.balance.kind'), isWide: true },
      { label: t('statements.balance.rows'), isNumber: true },
      ...[...units, ...(hasMinutes ? (['time'] as const) : [])].map((unit) => ({
        label: t(`statements.units.${unit}`),
        isNumber: true as const,
      })),
    ],
    rows: [
      balanceRow('opening'),
      ...movements.map((movement) => ({
        cells: [
          logType(movement.logType),
          count(movement.rowNum),
          ...units.map((unit) => count(movement[unit])),
          ...(hasMinutes
            ? [movement.minuteNum === 0 ? count(0) : duration(movement.minuteNum)]
            : []),
        ],
        subject: { kind: 'movement' as const, logType: movement.logType },
      })),
      balanceRow('closing'),
    ],
    notes: [
      ...(opening.expireDateTime
        ? [`${t('statements.balance.openingExpiry')}: ${opening.expireDateTime}`]
        : []),
      ...(closing.expireDateTime
        ? [`${t('statements.balance.closingExpiry')}: ${closing.expireDateTime}`]
        : []),
      t('statements.balance.note'),
      ...(statement.people.length > 1 ? [t('statements.balance.transfers')] : []),
    ],
  }
}

function paymentsTables(statement: Statement, texts: StatementTexts): StatementTable[] {
  const { t, cents, localized, payChannel } = texts
  const { payments, paidAmount, refundedAmount } = statement
  const total = (name: 'paid' | 'refunded' | 'net', amount: number): TableRow => ({
    cells: [t(`statements.payments.${name}`), '', '', '', '', cents(amount)],
    isTotal: true,
  })
  return [
    {
      title: t('statements.payments.title'),
      columns: [
        { label: t('statements.payments.date') },
        { label: t('statements.payments.kind') },
        { label: t('statements.payments.order') },
        { label: t('statements.payments.item'), isWide: true },
        { label: t('statements.payments.channel') },
        { label: t('statements.payments.amount'), isNumber: true },
      ],
      rows:
        payments.length === 0
          ? []
          : [
              ...payments.map((payment) => ({
                cells: [
                  payment.dateTime,
                  t(`statements.payments.kinds.${payment.kind}`),
                  payment.orderNo,
                  payment.memberGroupName
                    ? localized(payment.memberGroupName, payment.memberGroupEnName)
                    : t('statements.payments.toAccount'),
                  payment.payChannel ? payChannel(payment.payChannel) : '',
                  cents(payment.kind === 'paid' ? payment.amount : -payment.amount),
                ],
                ...(payment.memberGroupName
                  ? { subject: { kind: 'order' as const, orderNo: payment.orderNo } }
                  : {}),
              })),
              total('paid', paidAmount),
              ...(refundedAmount > 0
                ? [total('refunded', -refundedAmount), total('net', paidAmount - refundedAmount)]
                : []),
            ],
      empty: t('statements.payments.none'),
      notes: [],
    },
  ]
}

const transferTypes: readonly string[] = ['DISTRIBUTION', 'RECOVERY']
/** Type of the ledger's rows by which a unit is used. */
const useTypes = { charNum: 'TRANSLATION_CONSUME', voiceNum: 'VOICE_CONSUME', imageNum: 'OTHER' }

/** What an account got, used and otherwise changed of one unit. */
function splitMovements({ movements }: Pick<PersonStatement, 'movements'>, unit: UnitField) {
  const sums = { transfers: 0, used: 0, other: 0 }
  for (const movement of movements) {
    const part = transferTypes.includes(movement.logType)
      ? 'transfers'
      : movement.logType === useTypes[unit]
        ? 'used'
        : 'other'
    sums[part] += movement[unit]
  }
  return sums
}

/** One for each unit: an accountant adds up neither characters and images nor several lines in one cell. */
function peopleTables(statement: Statement, texts: StatementTexts): StatementTable[] {
  const { t, count } = texts
  const { people } = statement
  const units = unitFields.filter((unit) => people.some((person) => unitsOf(person).includes(unit)))
  if (people.length < 2) return []
  return units.map((unit) => {
    const total = [0, 0, 0, 0, 0]
    const rows = people.map((person) => {
      const { transfers, used, other } = splitMovements(person, unit)
      const figures = [person.opening[unit], transfers, used, other, person.closing[unit]]
      figures.forEach((figure, at) => (total[at]! += figure))
      return {
        cells: [personName(person, texts), ...figures.map(count)],
        subject: { kind: 'person' as const, userId: person.userId },
      }
    })
    return {
      title: t('statements.people.title', { unit: t(`statements.units.${unit}`) }),
      columns: [
        { label: t('statements.people.who'), isWide: true as const },
        ...(['opening', 'transfers', 'used', 'other', 'closing'] as const).map((name) => ({
          label: t(`statements.people.${name}`),
          isNumber: true as const,
        })),
      ],
      rows: [
        ...rows,
        { cells: [t('statements.people.total'), ...total.map(count)], isTotal: true as const },
      ],
      notes: [],
    }
  })
}

function useTable(statement: Statement, texts: StatementTexts): StatementTable {
  const { t, count, language } = texts
  const { use, movements, usedCharNum, translationNum, person, people } = statement
  const sums = sumUse(
    use,
    (row) => `${row.tranChannelId} ${row.sourceLangCode} ${row.targetLangCode}`,
  )
  const charged = movements.find(({ logType }) => logType === 'TRANSLATION_CONSUME')?.charNum ?? 0
  const free = usedCharNum + charged
  return {
    title: t('statements.use.title'),
    columns: [
      { label: t('statements.use.channel'), isWide: true },
      { label: t('statements.use.languages'), isWide: true },
      { label: t('statements.use.translations'), isNumber: true },
      { label: t('statements.use.chars'), isNumber: true },
    ],
    rows:
      sums.length === 0
        ? []
        : [
            ...sums.map(({ row, charNum, translationNum: translations }) => ({
              cells: [
                channelOf(row, texts),
                `${language(row.sourceLangCode)} → ${language(row.targetLangCode)}`,
                count(translations),
                count(charNum),
              ],
              subject: { kind: 'use' as const, row },
            })),
            {
              cells: [t('statements.use.total'), '', count(translationNum), count(usedCharNum)],
              isTotal: true as const,
            },
          ],
    empty: t('statements.use.none'),
    notes: [
      ...(free > 0 ? [t('statements.use.byTime', { chars: count(free) })] : []),
      ...(person === null && people.length > 1 ? [t('statements.use.byPerson')] : []),
    ],
  }
}

export const channelOf = (
  { channelName, channelEnName, tranChannelId }: Use,
  { localized }: Pick<StatementTexts, 'localized'>,
): string => (channelName ? localized(channelName, channelEnName) : String(tranChannelId))

/** Empty without a key. */
export const keyName = (
  { keyId, keyTitle }: Pick<Use, 'keyId' | 'keyTitle'>,
  { t }: Pick<StatementTexts, 't'>,
): string =>
  String(keyId) === '0' ? '' : (keyTitle ?? t('statements.deletedKey', { id: String(keyId) }))

/** None if no key was used. */
function keyTables({ use, people, person }: Statement, texts: StatementTexts): StatementTable[] {
  const { t, count } = texts
  if (use.every(({ keyId }) => String(keyId) === '0')) return []
  const names = new Map(
    [...people, ...(person ? [person] : [])].map((one) => [
      String(one.userId),
      personName(one, texts),
    ]),
  )
  const sums = sumUse(use, ({ keyId }) => String(keyId))
  return [
    {
      title: t('statements.keys.title'),
      columns: [
        { label: t('statements.keys.key'), isWide: true },
        { label: t('statements.people.who'), isWide: true },
        { label: t('statements.use.translations'), isNumber: true },
        { label: t('statements.use.chars'), isNumber: true },
      ],
      rows: sums.map(({ key, row, charNum, translationNum }) =>
        key === '0'
          ? { cells: [t('statements.keys.none'), '', count(translationNum), count(charNum)] }
          : {
              cells: [
                keyName(row, texts),
                names.get(String(row.userId)) ?? '',
                count(translationNum),
                count(charNum),
              ],
              subject: { kind: 'key' as const, keyId: row.keyId },
            },
      ),
      notes: [],
    },
  ]
}
