/**
 * The words of registering and of a forgotten password, loaded with what says them: the login page
 * does not carry them.
 */
import { language } from '#client/i18n/language.ts'
import { businessValues } from '#contract/business-values.ts'
import { find } from '#landing/messages.ts'
import { loadRegistrationWords } from '#locales/registration-catalogue.ts'
import { ruleSentence, type Wrong } from '#locales/rule-sentence.ts'
import { sentence, type Key, type Tree, type Values } from '#locales/words.ts'
import type { joining } from '#locales/zh/joining.ts'

let words: Tree = {}

export async function loadJoiningWords(): Promise<void> {
  words = await loadRegistrationWords(language(), 'joining')
}

export const say = (key: `joining.${Key<typeof joining>}`, values?: Values): string =>
  sentence(words, language(), key, { ...businessValues[language()], ...values }) ?? key

/** What is wrong with an item, by the name it bears on the page. */
export const sayWrong = (wrong: Wrong, label?: string): string => ruleSentence(find, wrong, label)
