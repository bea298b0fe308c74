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

export type WordKey =
  MessageKey<typeof shared> | `landing.${MessageKey<typeof landing>}` | MessageKey<SiteMessages>

let words: MessageTree = {}
let spoken: Lang = 'zh'
let defaults: Values = {}

export async function loadLandingWords(): Promise<void> {
  speak(language(), await loadPublicMessages(language()))
}

/** Sets the current language, its messages, and values that any of them may interpolate. */
export function speak(lang: Lang, tree: MessageTree, values: Values = {}): void {
  spoken = lang
  words = tree
  defaults = values
}

/** Current messages, to be restored later with `speak`. */
export const currentWords = (): MessageTree => words

/** Language of the page being rendered. */
export const lang = (): Lang => spoken

/** For keys built at run time. Returns the key if there is no such message. */
export const anyWord = (key: string, values?: Values): string => find(key, values) ?? key

export const t: (key: WordKey, values?: Values) => string = anyWord

/** Like `anyWord`, but undefined if there is no such message. */
export const find = (key: string, values?: Values): string | undefined =>
  formatMessage(words, spoken, key, { ...defaults, ...values })
