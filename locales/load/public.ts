/** Loads the messages that all public pages share, in one language. */
import type { Lang, MessageTree } from '#locales/messages.ts'

const catalogues = {
  zh: () => import('#locales/load/public-zh.ts'),
  en: () => import('#locales/load/public-en.ts'),
} satisfies Record<Lang, () => Promise<{ messages: MessageTree }>>

export const loadPublicMessages = async (lang: Lang): Promise<MessageTree> =>
  (await catalogues[lang]()).messages
