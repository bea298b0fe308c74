/**
 * Finds words by language and area, so that a page of the public site downloads its own language
 * and its own areas only.
 */
import type { Lang, Tree } from '#locales/words.ts'

const areas = {
  zh: {
    shared: async () => (await import('#locales/zh/shared.ts')).shared,
    landing: async () => ({ landing: (await import('#locales/zh/landing.ts')).landing }),
  },
  en: {
    shared: async () => (await import('#locales/en/shared.ts')).shared,
    landing: async () => ({ landing: (await import('#locales/en/landing.ts')).landing }),
  },
} satisfies Record<Lang, Record<string, () => Promise<Tree>>>

export type Area = keyof (typeof areas)['zh']

/**
 * One tree of the areas asked for: the shared words at its root (`fields.account`), every other
 * area under its name (`landing.login.title`).
 */
export async function loadWords(lang: Lang, ...names: Area[]): Promise<Tree> {
  const trees = await Promise.all(names.map((name) => areas[lang][name]()))
  return Object.assign({}, ...trees) as Tree
}
