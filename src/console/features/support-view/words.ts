/** Messages of views by support, loaded with its parts alone. */
import { language } from '#client/i18n/language.ts'
import { formatMessage, type MessageKey, type Values } from '#locales/messages.ts'
import { en, zh } from '#locales/support-view.ts'

export const t = (key: MessageKey<typeof zh>, values?: Values): string =>
  formatMessage(language() === 'zh' ? zh : en, language(), key, values) ?? key

/** Hours and minutes of a date-time of the API. */
export const timeOfDay = (dateTime: string): string => dateTime.slice(11, 16)
