/** Words and formats of statements in a language, for PDF and mail. */
import { personName, type StatementTexts } from '#contract/statement-tables.ts'
import type { Statement } from '#contract/statements.ts'
import { languageNameIn } from '#server/features/translation/index.ts'
import { formatYuan, t } from '#server/platform/messages.ts'
import { numberFormat } from '#locales/numbers.ts'
import type { Lang } from '#locales/messages.ts'

export const statementTexts = (lang: Lang): StatementTexts => ({
  t: (key, values) => t(lang, key as 'statements.title', values),
  logType: (type) => t(lang, `codes.logType.${type}`),
  payChannel: (channel) => t(lang, `codes.payChannel.${channel}`),
  language: (code) => languageNameIn(lang, code),
  localized: (zh, en) => (lang === 'en' && en ? en : zh),
  count: (count) => numberFormat('plain', lang).format(count),
  cents: formatYuan,
})

/** `October 2026` */
export function nameOfMonth(lang: Lang, month: string): string {
  const [year = '', number = ''] = month.split('-')
  const name = lang === 'zh' ? String(Number(number)) : monthNames.format(Date.parse(`${month}-01`))
  return t(lang, 'statements.month', { year, name })
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

export const titleOf = ({ month }: Pick<Statement, 'month'>, lang: Lang): string =>
  t(lang, 'statements.title', { month: nameOfMonth(lang, month) })

/** Name and value of what the statement is of. */
export const factsOf = (statement: Statement, lang: Lang): [name: string, value: string][] => [
  [
    t(lang, 'statements.account'),
    [statement.ownerAccount, statement.ownerUsername].filter(Boolean).join(' / '),
  ],
  [
    t(lang, 'statements.person'),
    statement.person
      ? personName(statement.person, statementTexts(lang))
      : t(lang, 'statements.whole'),
  ],
  [
    t(lang, 'statements.period'),
    `${statement.beginDateTime.slice(0, 10)} – ${statement.endDateTime.slice(0, 10)}`,
  ],
  [t(lang, 'statements.status'), t(lang, `statements.states.${statement.state}`)],
]

/** Name of the file, without its extension. */
export const fileNameOf = (statement: Statement, lang: Lang): string =>
  t(lang, 'statements.file', {
    month: statement.month,
    who: statement.person
      ? personName(statement.person, statementTexts(lang))
      : (statement.ownerUsername ?? statement.ownerAccount),
  })
