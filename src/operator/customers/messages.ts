/** Typed lookup of the messages of the pages on customers, and of support views. */
import { messagesOf } from '#operator/i18n.ts'
import type { zh as views } from '#locales/operator/support-views.ts'
import type { zh } from '#locales/operator/customers.ts'

export const t = messagesOf<typeof zh>()
export const tSupportView = messagesOf<typeof views>()
