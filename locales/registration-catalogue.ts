/** Loads the messages of registration and the legal texts on demand. */
import type { Lang, Tree } from '#locales/words.ts'

const areas = {
  zh: {
    agreement: async () => ({ agreement: (await import('#locales/zh/agreement.ts')).agreement }),
    privacy: async () => ({ privacy: (await import('#locales/zh/privacy.ts')).privacy }),
    joining: async () => ({
      joining: (await import('#locales/zh/joining.ts')).joining,
      ...(await import('#locales/zh/registration-rules.ts')).registrationRules,
    }),
  },
  en: {
    agreement: async () => ({ agreement: (await import('#locales/en/agreement.ts')).agreement }),
    privacy: async () => ({ privacy: (await import('#locales/en/privacy.ts')).privacy }),
    joining: async () => ({
      joining: (await import('#locales/en/joining.ts')).joining,
      ...(await import('#locales/en/registration-rules.ts')).registrationRules,
    }),
  },
} satisfies Record<Lang, Record<string, () => Promise<Tree>>>

/** Loads one area below its own name (`joining.register.title`). */
export const loadRegistrationWords = (
  lang: Lang,
  area: keyof (typeof areas)['zh'],
): Promise<Tree> => areas[lang][area]()
