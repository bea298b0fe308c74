/** The words of registering and of a forgotten password, by key and language. */
import { joining as en } from '#locales/en/joining.ts'
import { sentence, type Key, type Lang, type Values } from '#locales/words.ts'
import { joining as zh } from '#locales/zh/joining.ts'

const trees = { zh, en } as const

export const joiningWords =
  (lang: Lang) =>
  (key: Key<typeof zh>, values?: Values): string =>
    sentence(trees[lang], lang, key, values) ?? key
