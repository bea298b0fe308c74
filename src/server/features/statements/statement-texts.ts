/** Words and formats of statements in a language, for PDF and mail. */
import { nameOfMonth, type StatementTexts } from '#contract/statement-tables.ts'
import type { Statement } from '#contract/statements.ts'
import { languageNameIn } from '#locales/language-names.ts'
import { formatYuan, t } from '#server/platform/messages.ts'
import { formatDuration, numberFormat } from '#locales/numbers.ts'
import type { Lang } from '#locales/messages.ts'

export const statementTexts = (lang: Lang): StatementTexts => ({
  t: (key, values) => t(lang, key as 'statements.title', values),
  logType: (type) => t(lang, `codes.logType.${type}`),
  payChannel: (channel) => t(lang, `codes.payChannel.${channel}`),
  language: (code) => languageNameIn(lang, code),
  monthName: (number) =>
    lang === 'zh' ? String(Number(number)) : monthNames.format(Date.parse(`2000-${number}-01`)),
  localized: (zh, en) => (lang === 'en' && en ? en : zh),
  count: (count) => numberFormat('plain', lang).format(count),
  duration: (minutes) => formatDuration(lang, minutes),
  cents: formatYuan,
})

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

export const titleOf = ({ month }: Pick<Statement, 'month'>, lang: Lang): string =>
  t(lang, 'statements.title', { month: nameOfMonth(month, statementTexts(lang)) })
