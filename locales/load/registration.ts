/** Loads the messages of registration and the legal texts on demand. */
import { en } from '#locales/load/registration-en.ts'
import { zh } from '#locales/load/registration-zh.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'

const areas: Record<Lang, Record<keyof typeof zh, () => Promise<MessageTree>>> = { zh, en }

/** Loads one area below its own name (`registration.register.title`). */
export const loadRegistrationMessages = (lang: Lang, area: keyof typeof zh): Promise<MessageTree> =>
  areas[lang][area]()
