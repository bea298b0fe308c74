/** Looks up keys in the console's messages of both languages. */
import { collections as inEnglish, messages as en } from '#console/refine/messages-en.ts'
import { collections as inChinese, messages as zh } from '#console/refine/messages-zh.ts'
import { messageTraits } from '#contract/collections.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'

const withCollections = (
  messages: typeof zh | typeof en,
  { blocks, templates }: typeof inChinese | typeof inEnglish,
): MessageTree => ({
  ...messages,
  resources: {
    ...messages.resources,
    ...collectionMessages(blocks, templates, messageTraits),
  },
})

const messageTrees: Record<Lang, MessageTree> = {
  zh: withCollections(zh, inChinese),
  en: withCollections(en, inEnglish),
}

export const hasMessage =
  (lang: Lang) =>
  (key: string, values?: { count: number }): boolean =>
    formatMessage(messageTrees[lang], lang, key, values) !== undefined

export const hasMessageInBoth = { zh: hasMessage('zh'), en: hasMessage('en') }
