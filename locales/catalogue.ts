/** Loads messages by language and area, so that each page downloads only what it needs. */
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
 * Merges areas into one tree: shared messages at the root (`fields.account`), other areas below
 * their name (`landing.login.title`).
 */
export async function loadWords(lang: Lang, ...names: Area[]): Promise<Tree> {
  const trees = await Promise.all(names.map((name) => areas[lang][name]()))
  return Object.assign({}, ...trees) as Tree
}
