/** Messages of the public pages: loaded once before rendering, then read synchronously. */
import { language } from '#client/i18n/language.ts'
import { loadPublicMessages } from '#locales/load/public.ts'
import type { SiteMessages } from '#locales/load/site.ts'
import {
  formatMessage,
  type MessageKey,
  type Lang,
  type MessageTree,
  type Values,
} from '#locales/messages.ts'
import type { zh as landing } from '#locales/landing.ts'
import type { zh as shared } from '#locales/shared.ts'

export type LandingMessageKey =
  | MessageKey<typeof shared>
  | `landing.${MessageKey<typeof landing>}`
  | MessageKey<SiteMessages>

let messages: MessageTree = {}
let currentLang: Lang = 'zh'
let defaults: Values = {}

export async function loadLandingMessages(): Promise<void> {
  setMessages(language(), await loadPublicMessages(language()))
}

/** Sets the current language, its messages, and values that any of them may interpolate. */
export function setMessages(lang: Lang, tree: MessageTree, values: Values = {}): void {
  currentLang = lang
  messages = tree
  defaults = values
}

/** Current messages, to be restored later with `setMessages`. */
export const currentMessages = (): MessageTree => messages

/** Language of the page being rendered. */
export const lang = (): Lang => currentLang

/** For keys built at run time. Returns the key if there is no such message. */
export const messageOf = (key: string, values?: Values): string => findMessage(key, values) ?? key

export const t: (key: LandingMessageKey, values?: Values) => string = messageOf

/** Like `messageOf`, but undefined if there is no such message. */
export const findMessage = (key: string, values?: Values): string | undefined =>
  formatMessage(messages, currentLang, key, { ...defaults, ...values })
