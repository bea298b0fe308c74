/** Looks up keys in the console's messages of both languages. */
import { messages as en } from '#console/refine/messages-en.ts'
import { messages as zh } from '#console/refine/messages-zh.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'

const messageTrees: Record<Lang, MessageTree> = { zh, en }

export const hasMessage =
  (lang: Lang) =>
  (key: string, values?: { count: number }): boolean =>
    formatMessage(messageTrees[lang], lang, key, values) !== undefined

export const hasMessageInBoth = { zh: hasMessage('zh'), en: hasMessage('en') }
