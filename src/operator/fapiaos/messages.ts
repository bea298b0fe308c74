/** Messages of the screens about fapiao. */
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/fapiaos.ts'

export const t = messagesOf<typeof zh>()
