/** Typed lookup of the messages of the page "Today". */
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/today.ts'

export const t = messagesOf<typeof zh>()
