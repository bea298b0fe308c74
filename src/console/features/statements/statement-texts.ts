/** Words and formats of statements in the language of the page. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { languageNameIn } from '#locales/language-names.ts'
import { formatDuration } from '#locales/numbers.ts'
import type { StatementTexts } from '#contract/statement-tables.ts'

export const texts: StatementTexts = {
  t: messageOf,
  logType: (type) => t(`codes.logType.${type}`),
  payChannel: (channel) => t(`codes.payChannel.${channel}`),
  language: (code) => languageNameIn(language(), code),
  monthName: (number) =>
    language() === 'zh'
      ? String(Number(number))
      : new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
          Date.parse(`2000-${number}-01`),
        ),
  localized: (zh, en) => (language() === 'en' && en ? en : zh),
  count: exactCount,
  duration: (minutes) => formatDuration(language(), minutes),
  cents: (cents) => yuan(cents).replace('¥', ''),
}
