/** Looks up keys in the console's messages of both languages. */
import { words as en } from '#console/refine/messages-en.ts'
import { words as zh } from '#console/refine/messages-zh.ts'
import { sentence, type Lang, type Tree } from '#locales/words.ts'

const messageTrees: Record<Lang, Tree> = { zh, en }

export const hasMessage =
  (lang: Lang) =>
  (key: string, values?: { count: number }): boolean =>
    sentence(messageTrees[lang], lang, key, values) !== undefined

export const hasMessageInBoth = { zh: hasMessage('zh'), en: hasMessage('en') }
