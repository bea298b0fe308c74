/** Loads the messages shared by the public pages, in one language. */
import type { Lang, Tree } from '#locales/words.ts'

const trees = {
  zh: () => import('#locales/public-zh.ts'),
  en: () => import('#locales/public-en.ts'),
} satisfies Record<Lang, () => Promise<{ words: Tree }>>

export const loadWords = async (lang: Lang): Promise<Tree> => (await trees[lang]()).words
