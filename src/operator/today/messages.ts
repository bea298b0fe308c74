/** Typed lookup of the messages of the first page. */
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/today.ts'

export const t = messagesOf<typeof zh>()
