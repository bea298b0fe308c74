/** Messages of registration and password reset, by key and language. */
import { en, zh } from '#locales/registration.ts'
import { formatMessage, type MessageKey, type Lang, type Values } from '#locales/messages.ts'

const trees = { zh, en } as const

export const registrationMessages =
  (lang: Lang) =>
  (key: MessageKey<typeof zh>, values?: Values): string =>
    formatMessage(trees[lang], lang, key, values) ?? key
