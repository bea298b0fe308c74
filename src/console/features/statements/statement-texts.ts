/** Words and formats of statements in the language of the page. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { platformLanguageName } from '#console/engine/fields/languages.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import type { StatementTexts } from '#contract/statement-tables.ts'
import { languageNames } from '#locales/language-names.ts'

export const texts: StatementTexts = {
  t: messageOf,
  logType: (type) => t(`codes.logType.${type}`),
  payChannel: (channel) => t(`codes.payChannel.${channel}`),
  language: (code) => languageNames[code]?.[language()] ?? platformLanguageName(code),
  localized: (zh, en) => (language() === 'en' && en ? en : zh),
  count: exactCount,
  cents: (cents) => yuan(cents).replace('¥', ''),
}

/** `October 2026` */
export function nameOfMonth(month: string): string {
  const [year = '', number = ''] = month.split('-')
  const name =
    language() === 'zh'
      ? String(Number(number))
      : new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
          Date.parse(`${month}-01`),
        )
  return t('statements.month', { year, name })
}
