/** Messages of the pages on customers, and names that the server has in both languages. */
import { language } from '#client/i18n/language.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh as views } from '#locales/operator/customer-views.ts'
import type { zh } from '#locales/operator/customers.ts'

export const t = messagesOf<typeof zh>()
export const tView = messagesOf<typeof views>()

/** The English name in English, where there is one. */
export const inLanguage = (name: string, enName: string | null | undefined): string =>
  (language() === 'en' && enName) || name
