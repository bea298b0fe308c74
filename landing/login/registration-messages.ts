/** Messages of registration and password reset, loaded on demand to keep the login page small. */
import { language } from '#client/i18n/language.ts'
import { businessValues } from '#contract/business-values.ts'
import { find } from '#landing/messages.ts'
import { loadRegistrationWords } from '#locales/registration-catalogue.ts'
import { ruleSentence, type Wrong } from '#locales/rule-sentence.ts'
import { sentence, type Key, type Tree, type Values } from '#locales/words.ts'
import type { joining } from '#locales/zh/joining.ts'
import type { registrationRules } from '#locales/zh/registration-rules.ts'

let words: Tree = {}

export async function loadJoiningWords(): Promise<void> {
  words = await loadRegistrationWords(language(), 'joining')
}

export const say = (key: `joining.${Key<typeof joining>}`, values?: Values): string =>
  sentence(words, language(), key, { ...businessValues[language()], ...values }) ?? key

/** Validation message that only registration and password forms show. */
export const sayRule = (key: Key<(typeof registrationRules)['rules']>): string =>
  sentence(words, language(), `rules.${key}`, {}) ?? key

/** Message of a validation error. `label` overrides the field name. */
export const sayWrong = (wrong: Wrong, label?: string): string =>
  ruleSentence(
    (key, values) => sentence(words, language(), key, values) ?? find(key, values),
    wrong,
    label,
  )
